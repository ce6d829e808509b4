import * as z from 'zod/mini';
import { layoutSchema, panelQuerySchema } from '../../domain/offers/filters/panelQuery';
import type { MarketRow } from '../../domain/offers/table/marketRow';
import { hostMessageOf, problemFields, viewFields } from '../shared/messages';

/** The messages of the offers panel. The browser side holds the market and compares offers by itself. */

/** What helps after a failed search. */
export const remedies = ['retry', 'signIn', 'logIn', 'switchAccount', 'openSettings', 'openConsole'] as const;
export type Remedy = (typeof remedies)[number];

const view = z.object({
  ...viewFields,
  page: z.object({ kind: z.literal('market') }),
  problem: z.optional(z.object({ ...problemFields, remedies: z.array(z.enum(remedies)) })),
  /** What to look for; the browser side takes it over when `queryTurn` grows. */
  query: panelQuerySchema,
  queryTurn: z.int(),
  layout: layoutSchema,
  /** Milliseconds since the market was answered, at the time of the message. */
  age: z.optional(z.number()),
  isCut: z.boolean(),
  contradicted: z.array(z.string()),
  /** Ids of machines on which an instance did not start lately. */
  badMachines: z.array(z.int()),
  hasSavedSearches: z.boolean(),
  /** How many machines and hosts the person hid; their offers are not sent. */
  hidden: z.int(),
});

export const hostMessage = hostMessageOf(view);
export type View = z.infer<typeof view>;

/**
 * The offers at hand. Thousands of rows come in several messages, since one would stop the extension host for a while.
 * Names of GPUs, places and machines are already plain text.
 */
export const marketMessage = z.object({
  kind: z.literal('market'),
  rows: z.array(z.custom<MarketRow>(isRow)),
  /** They come after those of the message before. */
  adds: z.optional(z.boolean()),
  /** Another message with rows follows. */
  more: z.optional(z.boolean()),
});
export type MarketMessage = z.infer<typeof marketMessage>;

/** There are thousands of them, so that each is checked by its shape only. */
function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { key, isBid, offer }: Partial<Record<keyof MarketRow, unknown>> = value;
  return (
    typeof key === 'string' &&
    typeof isBid === 'boolean' &&
    typeof offer === 'object' &&
    offer !== null &&
    'id' in offer &&
    typeof offer.id === 'number' &&
    Object.values(offer).every(isFieldValue)
  );
}

/** A number, a text, yes or no; prices also come as an object with a total. */
function isFieldValue(value: unknown): boolean {
  if (typeof value !== 'object') return typeof value !== 'function';
  return value !== null && Object.values(value).every((one) => typeof one === 'number' || one === undefined);
}

/** What the menus of the table do. Each is the end of a command's name; `contributions.ts` puts them into the menus. */
export const menuActions = [
  'rent',
  'details',
  'pin',
  'unpin',
  'compare',
  'stopComparing',
  'onlyMachine',
  'hideMachine',
  'hideHost',
  'copyJson',
  'copyQuery',
  'sortAscending',
  'sortDescending',
  'sortThen',
  'moveLeft',
  'moveRight',
  'makeWider',
  'makeNarrower',
  'hideColumn',
  'chooseColumns',
  'resetColumns',
] as const;
export type MenuAction = (typeof menuActions)[number];

/** The person chose something in a menu, which VS Code shows. `of`: the key of the row, or the id of the column. */
export const menuMessage = z.object({
  kind: z.literal('menu'),
  action: z.enum(menuActions),
  of: z.string(),
});
export type MenuMessage = z.infer<typeof menuMessage>;

/** The person chose columns from a list, which VS Code shows. */
export const columnsMessage = z.object({
  kind: z.literal('columns'),
  columns: layoutSchema.shape.columns,
});
export type ColumnsMessage = z.infer<typeof columnsMessage>;

/** What VS Code keeps of the panel while the window is reloaded. */
export const keptSchema = z.object({ query: panelQuerySchema });

export const actionSchema = z.union([
  /** The person looks for something else. */
  z.object({ kind: z.literal('query'), query: panelQuerySchema }),
  z.object({ kind: z.literal('refresh') }),
  /** The person wants to save or watch what is looked for, to open what was saved, or to see what is hidden. */
  z.object({ kind: z.literal('search'), does: z.enum(['save', 'watch', 'open', 'listHidden']) }),
  z.object({ kind: z.literal('layout'), layout: layoutSchema }),
  z.object({ kind: z.literal('chooseColumns') }),
  /** An offer is to be rented: the launch form opens for it. */
  z.object({ kind: z.literal('rent'), key: z.string() }),
  z.object({ kind: z.literal('hide'), key: z.string(), what: z.enum(['machine', 'host']) }),
  z.object({ kind: z.literal('copy'), key: z.string(), as: z.enum(['json', 'query']) }),
  z.object({ kind: z.literal('remedy'), remedy: z.enum(remedies) }),
]);
export type Action = z.infer<typeof actionSchema>;

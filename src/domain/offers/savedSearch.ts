import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Filters, offerQuerySchema } from '../../api/schemas/offers/filters';
import { omitUndefined } from '../omitUndefined';
import { withoutFree } from './offerQuery';
import { choiceWords } from './search/vocabulary/choiceWords';
import { type PanelQuery, panelQuerySchema } from './filters/panelQuery';

/** How many searches an account can have saved. */
export const mostSearches = 50;
/** Characters of the name of a search or a watch. */
export const longestName = 100;

/** A search that a person saved under a name. */
export const savedSearchSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(longestName)),
  query: panelQuerySchema,
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

const positive = z.optional(z.number().check(z.positive()));

/** A search as a program gives it: a query in the specification's names, with what a person plans. */
export const givenSearchSchema = z.looseObject({
  ...offerQuerySchema.shape,
  filters: z.optional(offerQuerySchema.shape.filters),
  type: z.optional(z.enum(['on-demand', 'ondemand', 'bid', 'both'])),
  /** GB; `allocated_storage` if missing. */
  disk: positive,
  hours: positive,
  /** Dollars per hour, without the disk. */
  bid: positive,
});

/**
 * What can be saved of a search: it asks for free offers anyway, and for as much disk as is planned. `usual` stands for
 * what isn't given.
 */
export function searchOf(
  given: z.infer<typeof givenSearchSchema>,
  usual: Pick<PanelQuery, 'disk' | 'hours'>,
): PanelQuery {
  const { disk_space: room, ...filters } = withoutFree(given.filters ?? {}).defaults;
  const { gte: least, ...otherRoom } = room ?? {};
  const asked = typeof least === 'number' && least > 0 ? least : undefined;
  const rest: Filters = Object.keys(otherRoom).length > 0 ? { disk_space: otherRoom } : {};
  const type = given.type === 'ondemand' ? 'on-demand' : given.type;
  const storage = given.allocated_storage;
  return {
    type: type ?? 'on-demand',
    filters: { ...filters, ...rest },
    disk: given.disk ?? (storage !== undefined && storage > 0 ? storage : undefined) ?? asked ?? usual.disk,
    hours: given.hours ?? usual.hours,
    ...omitUndefined({ bid: given.bid }),
  };
}

/** "RTX 4090 · ≥ 24 GB VRAM · on-demand · 100 GB disk". */
export function searchWords({ type, ...query }: PanelQuery): string {
  const words =
    type === 'both'
      ? [...choiceWords(query), l10n.t('on-demand or interruptible')]
      : choiceWords({ ...query, type });
  return words.join(' · ');
}

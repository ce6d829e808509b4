import * as z from 'zod/mini';
import { periods } from '../../domain/money/ledger/calendar';
import { certainties } from '../../domain/money/ledger/sumWords';
import { hostMessageOf, problemFields, viewFields } from '../shared/messages';

/** The messages of the spending panel. All texts are plain; money is in hundred-millionths of a dollar. */

const sum = z.object({
  units: z.number(),
  certainty: z.enum(certainties),
  /** The part of it that the service charged; the part of that for what was never seen here; what was counted for the rest. */
  charged: z.number(),
  unseen: z.number(),
  counted: z.number(),
});

/** What something is now; `billed` is only known from the service's charges, `old` ended long ago. */
const states = ['running', 'stopped', 'unclear', 'volume', 'ended', 'billed', 'old'] as const;

const row = z.object({
  source: z.string(),
  name: z.string(),
  kind: z.enum(['instance', 'volume', 'other']),
  state: z.enum(states),
  /** When it ended, at the latest, and when it was last seen before. Milliseconds since the epoch. */
  ended: z.optional(z.number()),
  lastSeen: z.optional(z.number()),
  today: sum,
  period: sum,
  total: sum,
  /** Sentences that say why something in its sums was assumed. */
  why: z.array(z.string()),
});

const day = z.object({
  /** `YYYY-MM-DD` */
  day: z.string(),
  sum,
  parts: z.array(z.object({ source: z.string(), sum })),
});

const forecast = z.union([
  z.object({ kind: z.enum(['nothingBilled', 'notListed', 'rateUnknown']), credit: z.optional(z.number()) }),
  z.object({ kind: z.literal('creditUnknown'), rate: z.number() }),
  /** Dollars; dollars per hour; hours; milliseconds since the epoch. */
  z.object({
    kind: z.literal('ends'),
    credit: z.number(),
    rate: z.number(),
    hours: z.number(),
    at: z.number(),
  }),
]);

/** Whether the service's charges are in the sums. */
const bill = z.object({
  state: z.enum(['loading', 'used', 'incomplete', 'foreign', 'failed', 'outdated']),
  /** Why they couldn't be loaded; with `outdated`, those that were loaded before are used. */
  message: z.optional(z.string()),
  /** Entries that no sum has, because they can't be read. */
  unreadable: z.int(),
});

const spending = z.object({
  kind: z.literal('spending'),
  period: z.enum(periods),
  today: sum,
  month: sum,
  inPeriod: sum,
  rows: z.array(row),
  days: z.array(day),
  forecast,
  bill: z.optional(bill),
  /** Since when costs are recorded, and since when anew after damage, in milliseconds since the epoch. */
  since: z.optional(z.number()),
  rebuilt: z.optional(z.number()),
});

const view = z.object({
  ...viewFields,
  page: z.union([
    z.object({ kind: z.literal('loading') }),
    z.object({ kind: z.literal('signedOut') }),
    spending,
  ]),
  problem: z.optional(z.object(problemFields)),
});

export const hostMessage = hostMessageOf(view);
export type View = z.infer<typeof view>;
export type SpendingPage = z.infer<typeof spending>;
export type RowView = z.infer<typeof row>;
export type DayView = z.infer<typeof day>;
export type SumView = z.infer<typeof sum>;

/** What VS Code keeps of the panel while the window is reloaded. */
export const keptSchema = z.object({ period: z.enum(periods) });
export type Kept = z.infer<typeof keptSchema>;

export const actionSchema = z.union([
  z.object({ kind: z.literal('period'), period: z.enum(periods) }),
  z.object({ kind: z.enum(['refresh', 'export', 'signIn', 'browseOffers', 'showDamaged']) }),
]);
export type Action = z.infer<typeof actionSchema>;

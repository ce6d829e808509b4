import * as z from 'zod/mini';
import type { WarningKind } from './warning';

const time = z.int();

/** Which warnings were shown, by kind and thing such as `idleGpu instance-7`. Times are milliseconds since the epoch. */
export const warningStateSchema = z.object({
  told: z.record(
    z.string(),
    z.object({ at: time, episode: z.optional(z.string()), over: z.optional(z.literal(true)) }),
  ),
  begun: z.record(z.string(), time),
  /** About these, the person wants no warning. */
  muted: z.array(z.string()),
  /** Prices that the person has accepted, by thing such as `instance-7`. Dollars per hour while running. */
  agreed: z._default(z.record(z.string(), z.number()), {}),
});
export type WarningState = z.infer<typeof warningStateSchema>;

export const noWarnings: WarningState = { told: {}, begun: {}, muted: [], agreed: {} };

export const nameOf = (kind: WarningKind, key: string): string => `${kind} ${key}`;

/** The most entries that are kept: nothing says when a thing is gone for good. */
export const longest = 500;

/** What a file says now, with what this window was told by the person but could not write. */
export const withOwn = (
  file: WarningState,
  { before, after }: { before: WarningState; after: WarningState },
): WarningState => ({
  ...file,
  muted: [...new Set([...file.muted, ...after.muted])].slice(-longest),
  agreed: Object.fromEntries(
    Object.entries({ ...file.agreed, ...after.agreed }).filter(
      ([key]) => key in after.agreed || !(key in before.agreed),
    ),
  ),
});

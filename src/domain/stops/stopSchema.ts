import * as z from 'zod/mini';

/** What is stored of when a stop is due, by trigger. */
const schemas = {
  at: z.object({
    kind: z.literal('at'),
    /** Milliseconds since the epoch. */
    at: z.number(),
    /** Milliseconds, if the person asked for a span instead of a time. */
    span: z.optional(z.number()),
  }),
  idle: z.object({ kind: z.literal('idle'), minutes: z.number() }),
  spent: z.object({
    kind: z.literal('spent'),
    /** Since it was agreed to. */
    dollars: z.number(),
    /** Dollars per hour at that time. */
    rate: z.optional(z.number()),
  }),
  runs: z.object({ kind: z.literal('runs') }),
  closed: z.object({ kind: z.literal('closed') }),
};

const whenSchema = z.union(Object.values(schemas));

type Whens = { [K in keyof typeof schemas]: z.infer<(typeof schemas)[K]> };
export type TriggerKind = keyof Whens;
export type StopWhen<K extends TriggerKind = TriggerKind> = Whens[K];

/** A stop or a destruction that the person agreed to in advance. It holds nothing secret; windows share it. */
export const scheduledStopSchema = z.object({
  /** Distinguishes it from one that replaced it. */
  token: z.string(),
  action: z.enum(['stop', 'destroy']),
  when: whenSchema,
  /** Further conditions, each of another kind: the first of all ends it. */
  others: z.optional(z.array(whenSchema)),
  /** Milliseconds since the epoch, as all times below. */
  createdAt: z.number(),
  warnedAt: z.optional(z.number()),
  /** The request was sent, and may be under way or carried out although its answer was not heard. */
  sentAt: z.optional(z.number()),
  /** A window on the instance was seen since, so that the last one can be closed. */
  wasOpen: z.optional(z.boolean()),
  /** When any window has last seen its GPU at work, to about a minute; only while it waits for an idle one. */
  busyAt: z.optional(z.number()),
  /**
   * Since when its GPU was idle by every look of any window, and the last of these looks, to about a minute; only while
   * it waits for an idle one.
   */
  idle: z.optional(z.object({ from: z.number(), last: z.number() })),
  /** Failed attempts, and the last one. */
  failures: z.optional(z.number()),
  failedAt: z.optional(z.number()),
});
export type ScheduledStop = z.infer<typeof scheduledStopSchema>;

/** What is agreed to in advance. */
export type AgreedStop = Pick<ScheduledStop, 'action' | 'when' | 'others'>;

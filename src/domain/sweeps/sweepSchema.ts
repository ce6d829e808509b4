import * as z from 'zod/mini';

/** How one run of a sweep went, as far as it is known. One that isn't listed hasn't begun. */
const jobSchema = z.object({
  /** From 1, as in the table. */
  number: z.int(),
  /** `lost`: it didn't end on any machine, or its results didn't come back. */
  state: z.enum(['running', 'ended', 'lost']),
  code: z.optional(z.int()),
  seconds: z.optional(z.number()),
  /** The alias of its machine; missing for the first one. */
  host: z.optional(z.string()),
  metrics: z.optional(z.record(z.string(), z.string())),
  /** Its results are on this computer, and their hashes were equal. Milliseconds since the epoch. */
  fetchedAt: z.optional(z.number()),
});
export type SweepJob = z.infer<typeof jobSchema>;

/** What a run is that gives the jobs of a sweep to several machines. */
export const sweepSchema = z.object({
  names: z.array(z.string()),
  /** The values of each job. */
  rows: z.array(z.array(z.string())),
  jobs: z.array(jobSchema),
});
export type Sweep = z.infer<typeof sweepSchema>;

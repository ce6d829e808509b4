import * as z from 'zod/mini';
import { described } from '../../api/schemas/described';
import { thens } from './then';

const positive = z.number().check(z.positive());

/** What ends a run at the latest: hours, set-up included; dollars; minutes without load on any GPU. */
export const runLimitSchema = z.object({
  hours: z.optional(positive),
  dollars: z.optional(positive),
  idleMinutes: z.optional(positive),
});

/** What a task file can't say, in a project's file `.vscode/gpu-rental.json`. */
export const taskTermsSchema = z.strictObject({
  task: described(z.string().check(z.minLength(1)), 'Path of the task file, in this folder.'),
  fetch: z.optional(
    described(z.array(z.string()), 'What is fetched once the run has ended: patterns as in .gitignore.'),
  ),
  then: z.optional(described(z.enum(thens), 'What becomes of the instance after the run.')),
  limit: z.optional(described(runLimitSchema, 'When the run is ended at the latest.')),
});
export type TaskTerms = z.infer<typeof taskTermsSchema>;

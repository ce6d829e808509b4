import * as z from 'zod/mini';
import { jsonAs } from '../../files/jsonAs';
import { sweepSchema } from '../sweeps/sweepSchema';
import { thens } from './afterRun';

/** What a run does now. `lost`: nothing on the machine knows of it any more, and its exit code is unknown. */
export type RunPhase = 'starting' | 'setup' | 'running' | 'ended' | 'lost';

/**
 * Why a run ended: its command or its set-up did, a limit was reached, its GPU was idle, the person stopped it, or its
 * machine was restarted and it can't be resumed.
 */
export type RunEnd = 'exit' | 'setup' | 'limit' | 'idle' | 'stopped' | 'interrupted';

const count = z.number().check(z.gte(0));

/** A run also ends once every GPU had a load below so many percent for so many minutes. */
const idleSchema = z.object({ minutes: count, below: count });
export type IdleEnd = z.infer<typeof idleSchema>;

/** What this computer keeps of a run. Variables aren't part of it. Times are milliseconds since the epoch. */
export const runSchema = z.object({
  id: z.string().check(z.regex(/^[0-9a-z-]{8,64}$/)),
  name: z.string(),
  instanceId: z.int(),
  instanceName: z.string(),
  /** What it runs on, as "2× RTX 4090". */
  hardware: z.optional(z.string()),
  /** The command as the person gave it. */
  run: z.string(),
  setup: z.string(),
  /** What goes on with it after a restart of its machine. */
  resume: z.optional(z.string()),
  /** How often that has happened. */
  resumes: z.optional(count),
  /** The file of the task, where it has one; and names of variables, whose values aren't kept. */
  taskFile: z.optional(z.string()),
  variables: z.optional(z.array(z.string())),
  /** The folder that was sent, and the one on the machine. */
  folder: z.string(),
  workdir: z.string(),
  /** The commit of the folder, where it has one, and whether it had changes. */
  commit: z.optional(z.string()),
  isChanged: z.optional(z.boolean()),
  /** What is fetched, below `workdir`; and to where on this computer. */
  fetch: z.array(z.string()),
  results: z.string(),
  then: z.enum(thens),
  /** Hours. */
  limitHours: z.number(),
  idle: z.optional(idleSchema),
  /** Dollars an hour when it was agreed to; missing where the service doesn't tell. */
  rate: z.optional(count),
  createdAt: z.number(),
  phase: z.enum(['starting', 'setup', 'running', 'ended', 'lost']),
  why: z.optional(z.enum(['exit', 'setup', 'limit', 'idle', 'stopped', 'interrupted'])),
  setupCode: z.optional(z.int()),
  code: z.optional(z.int()),
  startedAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  lastLine: z.optional(z.string()),
  /** The last values that its log gives to names, as they are written there. */
  metrics: z.optional(z.record(z.string(), z.string())),
  /** Ports that it serves now, and those that a person was offered to open. */
  ports: z.optional(z.array(z.int())),
  offeredPorts: z.optional(z.array(z.int())),
  /**
   * Its machine was seen stopped before it was seen to end: how it ended is known once the machine runs again. Or when it
   * was found lost.
   */
  stoppedAt: z.optional(z.number()),
  /** Results are on this computer, and their hashes were equal. */
  fetchedAt: z.optional(z.number()),
  /** Its instance was made anew, and the results that weren't here by then are gone. */
  recreatedAt: z.optional(z.number()),
  /** When VS Code stops the instance if its machine hasn't. */
  stopAt: z.optional(z.number()),
  /** A notice told the person of the end. */
  toldAt: z.optional(z.number()),
  /** It gives these jobs to its machine and others. */
  sweep: z.optional(sweepSchema),
  /** It runs on so many machines at a time; and the name of the network that was made for them, which takes them with it. */
  nodes: z.optional(z.int()),
  network: z.optional(z.string()),
  /** The instance that may lead its sweep by now, as its first one is gone: it was asked to, and its answer isn't known. */
  askedToLead: z.optional(z.int()),
  /** The run of the first machine, which leads this one's. */
  serves: z.optional(z.string()),
  /** A notice told the person that the instance is kept although it was to be destroyed. */
  keptToldAt: z.optional(z.number()),
});
export type Run = z.infer<typeof runSchema>;

/** What a program is told. `fetchedAt`: its results are here, with the content that they have on the machine. */
export interface RunState extends Pick<Run, 'phase' | 'startedAt' | 'endedAt' | 'fetchedAt'> {
  exitCode?: number | undefined;
  /** Of a run that isn't over: what its instance does instead of running. */
  halted?: string | undefined;
  dollars?: number | undefined;
  /** Where its log is, on the machine. */
  log: string;
}

export const isOver = ({ phase }: Pick<Run, 'phase'>): boolean => phase === 'ended' || phase === 'lost';

/** Whether its results are on its instance alone. */
export const lacksResults = ({
  fetch,
  fetchedAt,
  recreatedAt,
}: Pick<Run, 'fetch' | 'fetchedAt' | 'recreatedAt'>): boolean =>
  fetch.length > 0 && fetchedAt === undefined && recreatedAt === undefined;

export type Runs = readonly Run[];

/** What the file of an account's runs says. */
export interface KeptRuns {
  runs: Runs;
  /** Rows that can't be read. They stay in the file, in a row of their own once the person was told. */
  unread: readonly unknown[];
}

/** A file that can't be understood at all counts as one row that can't be read. */
export function runsIn(content: Buffer): { value: KeptRuns; isDamaged: boolean } {
  const said = jsonAs(z.array(z.unknown()), content) ?? [content.toString()];
  const isRun = (row: unknown): boolean => runSchema.safeParse(row).success;
  const unread = said.flat().filter((row) => !isRun(row));
  const runs = said.flat().flatMap((row) => runSchema.safeParse(row).data ?? []);
  return { value: { runs, unread }, isDamaged: said.some((row) => !Array.isArray(row) && !isRun(row)) };
}

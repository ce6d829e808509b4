import type { IdleEnd } from '../runs/run';
import type { TaskResources } from './resources';
import type { RunThen } from '../runs/afterRun';

export const taskFormats = ['skypilot', 'dstack'] as const;
export type TaskFormat = (typeof taskFormats)[number];

/** What to run, whichever format it came from. */
export interface Task {
  name?: string | undefined;
  /** The folder to send, relative to the task file; the file's own folder if missing. */
  workdir?: string | undefined;
  setup: string;
  run: string;
  variables: Readonly<Record<string, string>>;
  /** Names of variables whose values are asked for or kept, and that stand in no file. */
  secrets: readonly string[];
  resources: TaskResources;
  /** On how many machines at a time; on one if missing. */
  nodes?: number | undefined;
  /** What is put elsewhere on the machine: a path of this computer, relative to the task file, and one there. */
  mounts: readonly { from: string; to: string }[];
  /** As written: `8080`, dstack's `80:8080` or `*:8080`, SkyPilot's `8080-8090`. */
  ports?: readonly string[] | undefined;
  /** Hours. */
  limitHours?: number | undefined;
  idle?: IdleEnd | undefined;
  then?: RunThen | undefined;
}

/** What is wrong with a task file, and where. */
export interface TaskMistake {
  /** From 1. */
  line: number;
  message: string;
}

export type ReadTask = { task: Task } | { mistakes: readonly TaskMistake[] };

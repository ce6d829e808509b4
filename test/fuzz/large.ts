import { Worker } from 'node:worker_threads';

/** What reading 1 MB may cost: processor time, and memory above what is held before. */
export const limits = { milliseconds: 50, megabytes: 64 };

export interface LargeTask {
  /** A part of the name of each reader to run. */
  only?: string | undefined;
  /** How many texts were read before; undefined: only measure what is held. */
  skip?: number;
}

export type LargeReport =
  | { kind: 'base'; megabytes: number }
  | { kind: 'begun'; reader: string; text: string }
  | { kind: 'read'; milliseconds: number };

/** A text of 1 MB that took too long or too much memory. */
export interface LargeFinding {
  text: string;
  why: string;
}

/** What one reader did. */
export interface LargePlayed {
  reader: string;
  texts: number;
  /** Of its slowest text. */
  milliseconds: number;
  slowest: string;
  findings: LargeFinding[];
}

const young = 16;

/**
 * Gives each reader texts of 1 MB in a worker with little memory, and calls back after each reader. A worker that ran
 * out of memory is replaced.
 */
export async function playLarge(onPlayed: (played: LargePlayed) => void, only?: string): Promise<void> {
  let base = 0;
  await inWorker({ only }, undefined, (report) => {
    if (report.kind === 'base') base = report.megabytes;
  });
  const most = Math.ceil(base + limits.megabytes - young);
  let number = 0;
  let played: LargePlayed | undefined;
  let text = '';
  for (let isWhole = false; !isWhole;) {
    isWhole = await inWorker({ only, skip: number }, most, (report) => {
      if (report.kind === 'begun') {
        if (played && played.reader !== report.reader) onPlayed(played);
        if (played?.reader !== report.reader)
          played = { reader: report.reader, texts: 0, milliseconds: 0, slowest: '', findings: [] };
        text = report.text;
        played.texts++;
        number++;
      }
      if (report.kind === 'read' && played) note(played, text, report.milliseconds);
    });
    if (!isWhole) played?.findings.push({ text, why: `more than ${limits.megabytes} MB` });
  }
  if (played) onPlayed(played);
}

function note(played: LargePlayed, text: string, milliseconds: number): void {
  if (milliseconds >= played.milliseconds) Object.assign(played, { milliseconds, slowest: text });
  if (milliseconds > limits.milliseconds)
    played.findings.push({ text, why: `${Math.round(milliseconds)} ms` });
}

/** False if the memory was not enough. Rejects with any other failure. */
function inWorker(
  task: LargeTask,
  megabytes: number | undefined,
  onReport: (report: LargeReport) => void,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./largeWorker.ts', import.meta.url), {
      workerData: task,
      execArgv: ['--import', 'tsx'],
      ...(megabytes !== undefined && {
        resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: young },
      }),
    });
    worker.on('message', onReport);
    worker.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(false);
      else reject(error);
    });
    worker.on('exit', () => resolve(true));
  });
}

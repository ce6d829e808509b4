import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { type LargeTask, limits, type LargeReport } from './large';
import { largeTexts } from './largeTexts';
import { readers } from './readers';

/** Milliseconds of this thread's processor time: the best of three, because other programs disturb a measurement. */
function timed(read: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && best > limits.milliseconds / 2; round++) {
    const start = process.threadCpuUsage();
    try {
      read();
    } catch {
      // How it may fail is what the small inputs are about.
    }
    const { user, system } = process.threadCpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Megabytes that are held before anything is read. */
function megabytesHeld(): number {
  v8.setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return v8.getHeapStatistics().used_heap_size / 1e6;
}

function run({ only, skip }: LargeTask): void {
  const report = (message: LargeReport): void => parentPort?.postMessage(message);
  report({ kind: 'base', megabytes: megabytesHeld() });
  if (skip === undefined) return;
  let number = 0;
  for (const [reader, { samples, large }] of Object.entries(readers)) {
    if (only !== undefined && !reader.includes(only)) continue;
    for (const { name, text } of largeTexts(samples))
      for (const prepare of large) {
        if (number++ < skip) continue;
        report({ kind: 'begun', reader, text: name });
        report({ kind: 'read', milliseconds: timed(prepare(text)) });
      }
  }
}

run(workerData as LargeTask);

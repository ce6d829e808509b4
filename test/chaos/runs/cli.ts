import { parseArgs } from 'node:util';
import { closeAll } from '../../host/lifetime';
import { say } from '../../host/commandLine';
import { removeFolder, temporaryFolder } from '../../host/paths';
import { type Played, playRun } from './play';
import { buildWindow, type PlayOptions } from './stage';
import { playSweep } from '../sweeps/play';
import { sweepScenarioOf } from '../sweeps/scenario';

const usage = `npm run chaos:runs -- [--seed N] [--runs N] [--together N] [--speed N] [--say]
  --seed N      the first seed (1); what happens follows from it, though not to the millisecond
  --runs N      how many seeds (20)
  --together N  how many at the same time (4)
  --speed N     how many times faster than the real one their clock goes (15)
  --sweeps      sweeps over several machines in place of runs; slower, so 2 together at speed 8 are enough
  --say         what happens in each run, line by line`;

/** The longest waits of one at a speed of 8, and what starts take on a busy computer. */
const minutesForOne = 8;

async function main(): Promise<void> {
  process.exitCode = 1;
  const number = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    options: {
      ...{ seed: number('1'), runs: number('20'), together: number('4'), speed: number('15') },
      ...{ sweeps: { type: 'boolean', default: false }, say: { type: 'boolean', default: false } },
      ...{ help: { type: 'boolean', default: false } },
    },
  });
  if (values.help) {
    say(usage);
    return;
  }
  const folder = await temporaryFolder('chaos-runs');
  const count = new Map<string, { passed: number; failed: number }>();
  const began = Date.now();
  try {
    const bundle = await buildWindow(folder);
    const seeds = Array.from({ length: Number(values.runs) }, (_, index) => Number(values.seed) + index);
    const play = (seed: number, options: PlayOptions): Promise<Played> =>
      values.sweeps ? playSweep(sweepScenarioOf(seed), options) : playRun(seed, options);
    const lane = async (): Promise<void> => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const from = Date.now();
        const played = await inTime(seed, (waits) =>
          play(seed, { speed: Number(values.speed), bundle, waits }),
        );
        const { problems, events } = played;
        const ofBreak = count.get(played.break) ?? { passed: 0, failed: 0 };
        ofBreak[problems.length === 0 ? 'passed' : 'failed'] += 1;
        count.set(played.break, ofBreak);
        const took = `${Math.round((Date.now() - from) / 1000)} s`;
        if (problems.length > 0 || values.say) say([`seed ${seed} (${took})`, ...events].join('\n  '));
        for (const problem of problems) say(`  PROBLEM: ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: Number(values.together) }, lane));
  } finally {
    await closeAll([['The folder', () => removeFolder(folder)]]);
  }
  const sum = { passed: 0, failed: 0 };
  for (const [what, { passed, failed }] of [...count].toSorted()) {
    say(`${what}: ${passed} passed, ${failed} failed`);
    sum.passed += passed;
    sum.failed += failed;
  }
  say(`${sum.passed} passed, ${sum.failed} failed, ${Math.round((Date.now() - began) / 60_000)} min`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
  process.exit();
}

/** Plays one; where it hangs or throws, that is a problem with its place. */
async function inTime(
  seed: number,
  play: (waits: (what: string) => void) => Promise<Played>,
): Promise<Played> {
  let place = 'the start';
  const failed = (problem: string): Played => ({ seed, break: 'not known', problems: [problem], events: [] });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Played>((resolve) => {
    const hangs = (): void => resolve(failed(`It hangs, and waits for ${place}`));
    timer = setTimeout(hangs, minutesForOne * 60_000);
  });
  const played = play((what) => (place = what)).catch((error: unknown) =>
    failed(`Waiting for ${place}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`),
  );
  try {
    return await Promise.race([played, late]);
  } finally {
    clearTimeout(timer);
  }
}

void main();

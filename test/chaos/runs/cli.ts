import { parseArgs } from 'node:util';
import { closeAll } from '../../host/lifetime';
import { say } from '../../host/commandLine';
import { removeFolder, temporaryFolder } from '../../host/paths';
import { playRun } from './play';
import { buildWindow } from './stage';
import { playSweep } from '../sweeps/play';

const usage = `npm run chaos:runs -- [--seed N] [--runs N] [--together N] [--speed N] [--say]
  --seed N      the first seed (1); what happens follows from it, though not to the millisecond
  --runs N      how many seeds (20)
  --together N  how many at the same time (4)
  --speed N     how many times faster than the real one their clock goes (15)
  --sweeps      sweeps over several machines in place of runs; slower, so 2 together at speed 8 are enough
  --say         what happens in each run, line by line`;

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
  const count = { passed: 0, failed: 0 };
  try {
    const bundle = await buildWindow(folder);
    const seeds = Array.from({ length: Number(values.runs) }, (_, index) => Number(values.seed) + index);
    const lane = async (): Promise<void> => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const { problems, events } = await (values.sweeps ? playSweep : playRun)(seed, {
          speed: Number(values.speed),
          bundle,
        });
        count[problems.length === 0 ? 'passed' : 'failed'] += 1;
        if (problems.length > 0 || values.say) say([`seed ${seed}`, ...events].join('\n  '));
        for (const problem of problems) say(`  PROBLEM: ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: Number(values.together) }, lane));
  } finally {
    await closeAll([['The folder', () => removeFolder(folder)]]);
  }
  say(`${count.passed} passed, ${count.failed} failed`);
  process.exitCode = count.failed === 0 ? 0 : 1;
  process.exit();
}

void main();

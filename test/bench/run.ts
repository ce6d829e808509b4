import { parseArgs } from 'node:util';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { measureActivation } from './activation/measure';
import { measureBundle } from './bundle';
import { measureCopies } from './copies';
import { figures } from './figures';
import { measureLimits } from './limits';
import { measureOffers } from './offers/measure';
import { drawPlots } from './plots';
import { measureManyRuns } from './manyRuns';
import { measureRuns } from './runs';
import { measureDay } from './poll/day';
import { measurePoll } from './poll/measure';
import { measureService } from './service';
import { measureSpending } from './spending';
import { measureSpendingPanel } from './spendingPanel';
import { measureSshConfig } from './sshConfig';
import { measureWaits } from './waits/measure';

const parts: Record<string, (rounds: number) => unknown> = {
  limits: measureLimits,
  bundle: measureBundle,
  activation: measureActivation,
  poll: measurePoll,
  day: measureDay,
  spending: measureSpending,
  spendingPanel: measureSpendingPanel,
  offers: measureOffers,
  waits: measureWaits,
  service: measureService,
  ssh: measureSshConfig,
  runs: measureRuns,
  manyRuns: measureManyRuns,
  copies: measureCopies,
};

const kept = '.tmp/bench.json';

const usage = `npm run bench -- [--rounds N] [part…]
  --rounds N   fresh starts of each extension to measure its activation (5); each takes about 10 s
  parts        ${Object.keys(parts).join(', ')}; all of them without one
The figures stay in ${kept}, and the plots of docs/performance.md are drawn from them.`;

/** Figures to compare one version with another: counts, and times as ratios to a plain yardstick of the same run. */
async function main(): Promise<void> {
  // Should this process ever run dry before the end, that is a failure.
  process.exitCode = 1;
  const { values, positionals } = parseArgs({
    options: { rounds: { type: 'string', default: '5' } },
    allowPositionals: true,
  });
  const rounds = Number(values.rounds);
  const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
  if (!Number.isInteger(rounds) || rounds < 1 || wanted.some((name) => !(name in parts)))
    throw new Error(usage);
  const before = JSON.parse(await readFile(kept, 'utf8').catch(() => '{}')) as Record<string, number>;
  for (const name of wanted) await parts[name]?.(rounds);
  // Of parts that were played at another time, too.
  const all = { ...before, ...Object.fromEntries(figures) };
  await mkdir('.tmp', { recursive: true });
  await writeFile(kept, `${JSON.stringify(all, undefined, 2)}\n`);
  await drawPlots(all);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

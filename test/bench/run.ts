import { parseArgs } from 'node:util';
import { measureActivation } from './activation/measure';
import { measureBundle } from './bundle';
import { measureOffers } from './offers/measure';
import { measurePoll } from './poll/measure';
import { measureService } from './service';
import { measureSshConfig } from './sshConfig';

const parts: Record<string, (rounds: number) => unknown> = {
  bundle: measureBundle,
  activation: measureActivation,
  poll: measurePoll,
  offers: measureOffers,
  service: measureService,
  ssh: measureSshConfig,
};

const usage = `npm run bench -- [--rounds N] [part…]
  --rounds N   fresh starts of each extension to measure its activation (5); each takes about 10 s
  parts        ${Object.keys(parts).join(', ')}; all of them without one`;

/** Figures to compare one version with another: counts, and times as ratios to a plain yardstick of the same run. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { rounds: { type: 'string', default: '5' } },
    allowPositionals: true,
  });
  const rounds = Number(values.rounds);
  const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
  if (!Number.isInteger(rounds) || rounds < 1 || wanted.some((name) => !(name in parts)))
    throw new Error(usage);
  for (const name of wanted) await parts[name]?.(rounds);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

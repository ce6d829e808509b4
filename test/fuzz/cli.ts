import { parseArgs } from 'node:util';
import { playLarge } from './large';
import { play } from './play';

/** Prints what each reader did, and each input that was neither read nor refused. True if there was none. */
function small(runs: number, seed: number): boolean {
  const { counts, findings } = play(runs, seed);
  for (const [reader, { read, refused }] of Object.entries(counts))
    console.log(
      `${reader.padEnd(36)} ${String(read).padStart(7)} read ${String(refused).padStart(7)} refused`,
    );
  for (const { reader, input, error } of findings)
    console.log(`\n${reader}: ${error?.stack ?? 'an error that is none'}\n${input.slice(0, 2000)}`);
  console.log(`\nseed ${seed}: ${findings.length} of ${Object.keys(counts).length} readers failed\n`);
  return findings.length === 0;
}

/** Prints the slowest text of 1 MB for each reader, and each that cost too much. True if there was none. */
async function large(only: string | undefined): Promise<boolean> {
  let count = 0;
  await playLarge(({ reader, texts, milliseconds, slowest, findings }) => {
    count += findings.length;
    const most = `${String(Math.round(milliseconds)).padStart(4)} ms at most`;
    console.log(`${reader.padEnd(36)} ${String(texts).padStart(4)} texts ${most}: ${slowest}`);
    for (const { text, why } of findings) console.log(`  ${why} for ${text}`);
  }, only);
  console.log(`\ntexts of 1 MB: ${count} cost too much`);
  return count === 0;
}

const usage = `npm run fuzz -- [--seed N] [--runs N] [--large] [--reader NAME]
  --seed N        draws the same inputs again; without it, others each time
  --runs N        inputs in all (50000)
  --large         only texts of 1 MB, which take a minute
  --reader NAME   texts of 1 MB only for readers whose name has this`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      runs: { type: 'string', default: '50000' },
      large: { type: 'boolean', default: false },
      reader: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const isRead = values.large || small(Number(values.runs), seed);
  const isCheap = await large(values.reader);
  process.exitCode = isRead && isCheap ? 0 : 1;
}

await main();

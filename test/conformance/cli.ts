import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { parseBaseUrl } from '../../src/api/baseUrl';
import { Player } from './player';
import { reportOf, type Result } from './report';
import { rows } from './rows';
import { Service } from './service';

const usage = `npm run conformance -- --base-url <url> [--group <words>] [--pause <seconds>] [--allow-changes]

Plays the specification's tables against a service and prints what it answered otherwise.
The key comes from the environment variable GPU_RENTAL_API_KEY, or is asked for.
Without the sandbox's control, rows that need it are skipped, as are those that would leave something behind;
calls are 5 s apart (--pause), and rows that rent, pay or change the account need --allow-changes. What they
rent and store is taken back, or named. Take an account without instances.
An answer other than was chosen where the specification is silent is told, and no failure.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      group: { type: 'string' },
      pause: { type: 'string' },
      'allow-changes': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values['base-url'] === undefined) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const { url } = parseBaseUrl(values['base-url']);
  const hasControl = await new Service(url, 0).hasControl();
  const service = new Service(url, Number(values.pause ?? (hasControl ? 0 : 5)));
  const apiKey = process.env.GPU_RENTAL_API_KEY ?? (await askForKey());
  const player = new Player({ service, apiKey, hasControl, allowChanges: values['allow-changes'] });
  const results: Result[] = [];
  for (const row of rows.filter(({ group }) => group.includes(values.group ?? ''))) {
    results.push({ row, outcome: await player.play(row) });
  }
  console.log(reportOf(results));
  return results.some(({ outcome }) => outcome.kind === 'failed') ? 1 : 0;
}

/** Reads the key without showing it. */
async function askForKey(): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  process.stderr.write('API key: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  const key = (await lines.question('')).trim();
  lines.close();
  process.stderr.write('\n');
  return key;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);

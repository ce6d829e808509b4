// A process of its own that contends for a lease: `node <bundle> <lease file>`. Each line on its input is one round.
import { closeSync, openSync, unlinkSync } from 'node:fs';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../../../../src/clock';
import { Lease } from '../../../../src/stores/windows/lease';

const [file = ''] = process.argv.slice(2);
const inside = path.join(path.dirname(file), 'inside');

/** Somebody else inside is told by a file that is there already. */
async function work(): Promise<string> {
  try {
    closeSync(openSync(inside, 'wx'));
  } catch {
    return 'overlap';
  }
  await new Promise((resolve) => setTimeout(resolve, 3));
  unlinkSync(inside);
  return 'alone';
}

async function round(task: string): Promise<void> {
  const lease = new Lease(file, systemClock);
  if (task === 'hold') {
    await lease.run(() => {
      process.stdout.write('held\n');
      return new Promise(() => undefined);
    });
  }
  process.stdout.write(`${await lease.run(work)}\n`);
}

createInterface({ input: process.stdin }).on('line', (line) => void round(line));
process.stdout.write('ready\n');

import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fetch from 'node-fetch';
import { removeFolder, temporaryFolder } from '../host/paths';
import { crowding, median, say } from './figures';
import { startListServer } from './poll/listServer';

const rounds = 200;

/** What nothing that asks a service or keeps a file can be faster than, on this computer now. */
export async function measureLimits(): Promise<void> {
  const folder = await temporaryFolder('bench');
  const server = await startListServer('{}');
  try {
    const file = join(folder, 'file');
    const write = async (): Promise<void> => {
      await writeFile(`${file}.new`, 'x'.repeat(1000));
      await rename(`${file}.new`, file);
    };
    const ask = async (): Promise<unknown> => (await fetch(server.url)).text();
    const times = { write: [] as number[], ask: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.write.push(await timed(write));
      times.ask.push(await timed(ask));
    }
    say('one request to a service on this computer, ms, median', median(times.ask).toFixed(2));
    say('one file of 1,000 bytes written and renamed, ms, median', median(times.write).toFixed(2));
    say('how many times longer than alone things take now, for other work (1: alone)', crowding().toFixed(1));
  } finally {
    await server.stop();
    await removeFolder(folder);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

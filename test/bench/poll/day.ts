import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { removeFolder, temporaryFolder } from '../../host/paths';
import { say } from '../figures';
import { listBody, startListServer } from './listServer';
import { createStore } from './measure';
import { pollMilliseconds } from './pollClock';
import { countWrites } from './writes';

const hours = 24;
const instances = 10;

/** A day of an open view in which nothing changes: the memory it holds at its hours, and what it writes. */
export async function measureDay(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1024;
  };
  const writes = countWrites();
  const folder = await temporaryFolder('bench');
  const server = await startListServer(await listBody(instances));
  const { clock, sshSynced, dispose } = await createStore(server.url, folder);
  try {
    const hour = async (): Promise<void> => {
      for (let passed = 0; passed < 3_600_000; passed += pollMilliseconds) await clock.poll();
      await sshSynced();
    };
    // In the first hour code is compiled.
    await hour();
    writes.take();
    const begin = heap();
    for (let count = 1; count < hours; count++) {
      await hour();
      if (count % 4 === 3)
        say(`heap after ${count + 1} hours of polling, beside the first, KiB`, (heap() - begin).toFixed(0));
    }
    say(
      `changes to files in an hour of polling in which nothing changes`,
      (writes.take() / (hours - 1)).toFixed(1),
    );
  } finally {
    dispose();
    await server.stop();
    await removeFolder(folder);
  }
}

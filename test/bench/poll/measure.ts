import { mkdir } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fetch from 'node-fetch';
import { Client } from '../../../src/api/client';
import { SshEntries } from '../../../src/connect/entries/sshEntries';
import { nodeFileSystem } from '../../../src/ssh/files/fileSystem';
import { SshConfig } from '../../../src/ssh/config/userConfig';
import { AccountFiles } from '../../../src/stores/account/accountFiles';
import type { AccountStore } from '../../../src/stores/account/accountStore';
import { Leases } from '../../../src/stores/windows/lease';
import { MarkerFiles } from '../../../src/stores/rentals/markerFiles';
import { OtherWindows } from '../../../src/stores/windows/windowMarks';
import { PendingRentals } from '../../../src/stores/rentals/pendingRentals';
import { SnapshotFiles } from '../../../src/stores/instances/snapshotFiles';
import { removeFolder, temporaryFolder } from '../../host/paths';
import { median, ratio, say } from '../figures';
import { listBody, startListServer } from './listServer';
import { PollClock, pollMilliseconds } from './pollClock';
import { countWrites } from './writes';
import { GoneInstances } from '../../../src/stores/instances/goneInstance';

const sizes = [1, 10, 100, 1000, 5000];
const polls = 25;
const account = { id: 'abc-1', baseUrl: 'https://example.net', userId: 1 };
const accountId = account.id;

/** What a poll costs that finds nothing new, beside asking for the same list and `JSON.parse` in a plain script. */
export async function measurePoll(): Promise<void> {
  const writes = countWrites();
  for (const size of sizes) {
    const folder = await temporaryFolder('bench');
    const server = await startListServer(await listBody(size));
    try {
      const { clock, listed, sshSynced, dispose } = await createStore(server.url, folder);
      const plain = async (): Promise<unknown> =>
        JSON.parse(await (await fetch(`${server.url}/api/v0/instances/`)).text());
      const times = { poll: [] as number[], ssh: [] as number[], plain: [] as number[] };
      // The first ones find something new, or run code that was never run before.
      for (let warmUp = 0; warmUp < 5; warmUp++) {
        await Promise.all([clock.poll(), plain()]);
        await sshSynced();
      }
      if (listed() !== size) throw new Error(`The store knows ${listed()} instances instead of ${size}.`);
      writes.take();
      for (let round = 0; round < polls; round++) {
        times.plain.push(await timed(plain));
        const poll = await timed(() => clock.poll());
        times.poll.push(poll);
        times.ssh.push(poll + (await timed(sshSynced)));
      }
      const written = writes.take() / polls;
      dispose();
      say(`a quiet poll of ${size} / request and parse`, ratio(median(times.poll), median(times.plain)));
      say(
        `a quiet poll of ${size} with its ssh sync / request and parse`,
        ratio(median(times.ssh), median(times.plain)),
      );
      say(`changes to files by a quiet poll of ${size}`, written.toFixed(1));
    } finally {
      await server.stop();
      await removeFolder(folder);
    }
  }
}

/** The store of the extension on a service and a folder of its own, as if its view were open. */
export async function createStore(baseUrl: string, folder: string) {
  const { InstanceStore } = await withFakeEditor(() => import('../../../src/stores/instances/instanceStore'));
  const files = new AccountFiles(join(folder, 'accounts'));
  await mkdir(files.folderOf(accountId), { recursive: true });
  await files.write(account);
  const client = new Client({ baseUrl, apiKey: 'nobody', fetch, spacingScale: 0 });
  let changed = (): void => undefined;
  const accounts = {
    active: { id: accountId },
    client,
    onDidChange: (listener: () => void) => {
      changed = listener;
      return { dispose: () => undefined };
    },
  };
  const clock = new PollClock();
  const windows = new OtherWindows(join(folder, 'windows'), files);
  const leases = new Leases(files, clock, windows);
  const gone = new GoneInstances(clock);
  const snapshots = new SnapshotFiles(files, clock, () => windows.areThere(), gone);
  const store = new InstanceStore({
    accounts: accounts as unknown as AccountStore,
    snapshots,
    gone,
    pending: new PendingRentals(files, clock),
    pendingStart: new MarkerFiles(files, 'pendingStart'),
    lease: leases.for('list'),
    clock,
    pollInterval: () => pollMilliseconds,
  });
  const config = new SshConfig({
    fs: nodeFileSystem,
    configFile: join(folder, '.ssh', 'config'),
    defaultConfigFile: '',
    home: folder,
    now: clock.now,
  });
  const sshEntries = new SshEntries({
    ...{ files, snapshots, clock, accounts: { accounts: [account] } },
    viaProxy: new MarkerFiles(files, 'viaProxy'),
    setup: () => ({ config, user: 'root', identityFile: undefined }),
    storage: folder,
  });
  let syncing: Promise<unknown> = Promise.resolve();
  store.onDidChange(({ listed }) => {
    if (listed) syncing = sshEntries.sync();
  });
  store.setVisible(true);
  changed();
  return {
    clock,
    listed: () => store.state.instances.size,
    sshSynced: () => syncing,
    dispose: () => store.dispose(),
  };
}

async function withFakeEditor<T>(load: () => Promise<T>): Promise<T> {
  const fake = pathToFileURL(join(import.meta.dirname, 'fakeEditor.ts')).href;
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === 'vscode' ? fake : name, context),
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

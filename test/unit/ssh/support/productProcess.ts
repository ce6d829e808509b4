// One product of VS Code, with its own storage, under a common home: `node <bundle> <task> <home> <number> <rounds>`.
import * as path from 'node:path';
import { SshEntries } from '../../../../src/connect/entries/sshEntries';
import { nodeFileSystem as fs } from '../../../../src/ssh/files/fileSystem';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { systemClock } from '../../../../src/clock';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';

const [task = '', home = '', number = '', rounds = '0'] = process.argv.slice(2);
const product = Number(number);
const storage = path.join(home, `product-${product}`);
const configFile = path.join(home, '.ssh', 'config');
const config = new SshConfig({ fs, configFile, defaultConfigFile: '', home, passwordHome: '/nowhere' });
const account = { id: `abc-${product}`, baseUrl: 'https://example.net', userId: product };
const files = new AccountFiles(path.join(storage, 'accounts'));
const snapshots = new SnapshotFiles(files);
const sshEntries = new SshEntries({
  files,
  accounts: { accounts: [account] },
  snapshots,
  viaProxy: new MarkerFiles(files, 'viaProxy'),
  setup: () => ({ config, configFile, defaultConfigFile: '', user: 'root', identityFile: undefined }),
  clock: systemClock,
  storage,
});

/** An instance that runs at this port. */
const running = (id: number, port: number) => ({
  id,
  actual_status: 'running',
  cur_state: 'running',
  intended_status: 'running',
  image_runtype: 'ssh_direct',
  ssh_host: 'ssh4.example.net',
  ssh_port: port,
});

/** One that stays, one whose port changes, and one that comes and goes. */
async function list(round: number): Promise<void> {
  await files.write(account);
  const instances = [
    running(product, 22_000),
    running(10 + product, 10_000 + round),
    ...(round % 2 ? [running(20 + product, 22_000)] : []),
  ];
  await snapshots.write(account.id, { at: Date.now(), instances });
  await sshEntries.sync();
}

const tasks: Record<string, (round: number) => Promise<void>> = {
  list,
  /** As `list`, where those of the others must never be missing. */
  check: async (round) => {
    await list(round);
    const ids = (await config.readEntries()).map(({ instanceId }) => instanceId);
    const missing = [1, 2, 3, 11, 12, 13].filter((id) => !ids.includes(id));
    if (missing.length > 0) throw new Error(`round ${round}: no entry for ${missing.join(', ')}`);
  },
  remove: async () => {
    await sshEntries.pause(() => config.remove());
  },
  connect: async (round) => {
    await config.ensureInclude();
    await sshEntries.resume();
    await list(round);
  },
};

void (async () => {
  for (let round = 0; round < Number(rounds); round++) {
    await tasks[task]?.(round);
    if (round === 0) process.stdout.write('ready\n');
  }
})();

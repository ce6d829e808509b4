import { appendFile, chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SshEntries } from '../../../../src/connect/entries/sshEntries';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';

const account = { id: 'abc-1', baseUrl: 'https://example.net', userId: 1 };
const minute = 60_000;

let folder: string;
/** Files below `.ssh` whose content was read. */
let reads: string[];
let time: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  reads = [];
  time = Date.now();
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const row = (id: number, port: number) => ({
  id,
  actual_status: 'running',
  cur_state: 'running',
  intended_status: 'running',
  image_runtype: 'ssh_direct',
  ssh_host: 'ssh4.example.net',
  ssh_port: port,
  public_ipaddr: '203.0.113.7',
  ports: { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: String(port + 1) }] },
});

/** A window that has just listed two instances and has written their entries. */
async function quietWindow() {
  const clock = { now: () => time, monotonic: () => time, after: () => () => undefined };
  const files = new AccountFiles(join(folder, 'accounts'));
  await files.write(account);
  const snapshots = new SnapshotFiles(files, clock, () => Promise.resolve(false));
  const viaProxy = new MarkerFiles(files, 'viaProxy');
  const fs = {
    ...nodeFileSystem,
    readFile: (path: string) => (reads.push(basename(path)), nodeFileSystem.readFile(path)),
  };
  const own = { user: 'root' };
  const configFile = join(folder, '.ssh', 'config');
  const config = new SshConfig({ fs, configFile, defaultConfigFile: '', home: folder, now: clock.now });
  const entries = new SshEntries({
    files,
    accounts: { accounts: [account] },
    snapshots,
    viaProxy,
    setup: () => ({ config, user: own.user, identityFile: undefined }),
    clock,
    storage: folder,
  });
  const list = async (...ports: number[]) => {
    time += 10_000;
    await snapshots.write(account.id, {
      at: time,
      instances: ports.map((port, index) => row(1 + index, port)),
    });
    reads.length = 0;
    return entries.sync();
  };
  const ports = async () => (await config.readEntries()).map(({ port }) => port);
  // The first one writes, the second one sees that nothing is left to write.
  await list(4000, 5000);
  await list(4000, 5000);
  return { entries, config, viaProxy, own, list, ports };
}

/** Our own files among those that were read; which others there are is read each time. */
const compared = () => reads.filter((name) => name !== 'ssh-integration.json');

it('a list that says the same reads neither of our files, and gives the same warnings', async () => {
  const { list } = await quietWindow();
  const before = await list(4000, 5000);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await list(4000, 5000)).toEqual(before);
    expect(compared()).toEqual([]);
  }
});

it('what has changed is written at once', async () => {
  const { entries, config, viaProxy, own, list, ports } = await quietWindow();
  expect(await ports()).toEqual([4001, 5001]);
  await list(4000, 6000);
  expect(await ports()).toEqual([4001, 6001]);

  await list(4000, 6000);
  await viaProxy.add(account.id, 2);
  await list(4000, 6000);
  expect(await ports()).toEqual([4001, 6000]);

  await list(4000, 6000);
  own.user = 'ubuntu';
  await list(4000, 6000);
  expect((await config.readEntries()).map(({ user }) => user)).toEqual(['ubuntu', 'ubuntu']);

  await list(4000, 6000);
  await entries.pause(() => config.remove());
  await entries.resume();
  await list(4000, 6000);
  expect(await ports()).toEqual([4001, 6000]);
});

it('a file of ours that somebody changed, opened to others or took away is put right', async () => {
  const { config, list, ports } = await quietWindow();
  const { ownConfig, owners } = config.paths;
  const right = await readFile(ownConfig, 'utf8');
  for (const harm of [
    () => appendFile(ownConfig, 'Host stranger\n'),
    () => chmod(ownConfig, 0o666),
    () => rm(ownConfig),
    () => rm(owners),
  ]) {
    await list(4000, 5000);
    await list(4000, 5000);
    await harm();
    await list(4000, 5000);
    expect(await readFile(ownConfig, 'utf8')).toBe(right);
    expect(await ports()).toEqual([4001, 5001]);
  }
});

it('a change that shows in no time of a file is found after ten minutes', async () => {
  const { config, list } = await quietWindow();
  const { ownConfig } = config.paths;
  const right = await readFile(ownConfig, 'utf8');
  const long = new Date(time - minute);
  await utimes(ownConfig, long, long);
  await list(4000, 5000);
  await appendFile(ownConfig, 'Host stranger\n');
  await utimes(ownConfig, long, long);
  await list(4000, 5000);
  expect(compared()).toEqual([]);
  time += 10 * minute;
  await list(4000, 5000);
  expect(await readFile(ownConfig, 'utf8')).toBe(right);
});

it('host keys of instances that are gone, and of the machines of their disks, are forgotten although the entries stay', async () => {
  const { entries, config, list } = await quietWindow();
  const keys = ['gpu-9', 'gpu-rental-disk-9', 'gpu-rental-disk-8'].map(
    (host) => `${host} ssh-ed25519 AAAA\n`,
  );
  await appendFile(config.paths.knownHosts, keys.join(''), { mode: 0o600 });
  await list(4000, 5000);
  await list(4000, 5000);
  entries.forget([9]);
  await list(4000, 5000);
  expect(await readFile(config.paths.knownHosts, 'utf8')).toBe(keys[2]);
});

it('knows an instance by a list of any account or its host key, and no host of the person’s own', async () => {
  const { entries, config } = await quietWindow();
  await writeFile(config.paths.knownHosts, 'gpu-9 ssh-ed25519 AAAA\n');
  const known: number[] = [];
  for (const id of [1, 2, 3, 9, 99]) if (await entries.knows(id)) known.push(id);
  expect(known).toEqual([1, 2, 9]);
});

import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import fc from '../../support/fastCheck';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import type { SshEntry } from '../../../../src/ssh/config/hostEntry';
import {
  entriesInEffect,
  forgottenAfter,
  ownersFile,
  parseOwners,
  withKnowledge,
  type ListedEntry,
} from '../../../../src/ssh/config/owners';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { sshG } from '../support/sshG';
import { memoryFolder } from '../support/temporary';

const entry = (instanceId: number, port = 1000): SshEntry => ({
  instanceId,
  host: '203.0.113.5',
  port,
  user: 'root',
});

const start = Date.UTC(2026, 0, 1);
let now: number;
let config: SshConfig;

beforeEach(async () => {
  now = start;
  const home = await memoryFolder();
  config = new SshConfig({
    fs: nodeFileSystem,
    configFile: path.join(home, '.ssh', 'config'),
    defaultConfigFile: '',
    home,
    passwordHome: '/nowhere',
    now: () => now,
  });
});

const say = (owner: string, ...entries: ListedEntry[]) => config.writeEntries(entries, { owner });
const gone = (owner: string, id: number, entries: SshEntry[] = []) =>
  config.writeEntries(entries, { owner, without: new Map([[id, now]]) });
const written = async () => (await config.readEntries()).map(({ instanceId, port }) => [instanceId, port]);

describe('several products under one home', () => {
  it('keep each other’s entries', async () => {
    await say('code', entry(1));
    await say('insiders', entry(2));
    await say('cursor', entry(3));
    expect(await written()).toEqual([
      [1, 1000],
      [2, 1000],
      [3, 1000],
    ]);
    await say('code');
    expect(await written()).toEqual([
      [2, 1000],
      [3, 1000],
    ]);
  });

  it('write nothing when they say the same again, in whatever order', async () => {
    await say('code', entry(1));
    await say('insiders', entry(1), entry(2));
    for (const minute of [1, 2, 3]) {
      now = start + minute * 60_000;
      expect((await say('code', entry(1))).changed).toBe(false);
      const owners = await readFile(config.paths.owners, 'utf8');
      expect((await say('insiders', entry(2), entry(1))).changed).toBe(false);
      expect(await readFile(config.paths.owners, 'utf8')).toBe(owners);
    }
  });

  it('do not flip between two ways to the same instance', async () => {
    const direct = entry(1, 22);
    const proxy = { ...entry(1, 99), host: 'proxy.example.net' };
    const addresses = [direct, proxy];
    await say('code', { ...direct, addresses });
    now += 1000;
    await say('insiders', { ...proxy, addresses });
    const settled = await written();
    for (let round = 0; round < 4; round++) {
      now += 10_000;
      await say('code', { ...direct, addresses });
      await say('insiders', { ...proxy, addresses });
      expect(await written()).toEqual(settled);
    }
  });

  it('believe the newest list about a new port, and about one that came back', async () => {
    await say('code', entry(1, 10));
    now += 1000;
    await say('insiders', entry(1, 20));
    expect(await written()).toEqual([[1, 20]]);
    now += 1000;
    await say('code', entry(1, 10));
    expect(await written()).toEqual([[1, 10]]);
  });

  it('do not believe an old list over a newer one', async () => {
    now += 10_000;
    await say('code', entry(1, 20));
    now += 1000;
    await say('insiders', { ...entry(1, 10), listedAt: start });
    expect(await written()).toEqual([[1, 20]]);
  });

  it('take out what one of them saw stop, though the other is closed', async () => {
    await say('insiders', entry(1), entry(2));
    now += 1000;
    await gone('code', 1);
    expect(await written()).toEqual([[2, 1000]]);
    await say('code');
    expect(await written()).toEqual([[2, 1000]]);
    // It runs again, and only the first one knows.
    now += 1000;
    await say('insiders', entry(1, 5), entry(2));
    expect(await written()).toEqual([
      [1, 5],
      [2, 1000],
    ]);
  });

  it('leave out what no list has confirmed for two weeks', async () => {
    await say('insiders', entry(1));
    now += forgottenAfter - 1000;
    await say('code', entry(2));
    expect(await written()).toHaveLength(2);
    now += 2000;
    await say('code', entry(2));
    expect(await written()).toEqual([[2, 1000]]);
    expect(await readFile(config.paths.owners, 'utf8')).not.toContain('insiders');
  });

  it('keep what is confirmed again and again', async () => {
    for (let day = 0; day < 40; day++) {
      await say('insiders', entry(1));
      now += 24 * 60 * 60_000;
    }
    await say('code', entry(2));
    expect(await written()).toHaveLength(2);
  });

  it('get over a clock that was set back', async () => {
    now = start + 365 * 24 * 60 * 60_000;
    await say('insiders', entry(1, 10));
    now = start;
    await say('code', entry(1, 20));
    expect(await written()).toEqual([[1, 20]]);
    now += forgottenAfter + 1000;
    await say('code', entry(2));
    expect(await written()).toEqual([[2, 1000]]);
  });

  it('take over a file without a list of owners, until the instance is known to them', async () => {
    await say('code', entry(1), entry(2), entry(3));
    await rm(config.paths.owners);
    await utimes(config.paths.ownConfig, start / 1000, start / 1000);

    now += 60_000;
    await say('insiders', entry(1, 50));
    expect(await written()).toEqual([
      [1, 50],
      [2, 1000],
      [3, 1000],
    ]);
    now += 60_000;
    await gone('insiders', 2, [entry(1, 50)]);
    expect(await written()).toEqual([
      [1, 50],
      [3, 1000],
    ]);
    // Signed out: what the file said of it does not come back.
    await say('insiders');
    expect(await written()).toEqual([[3, 1000]]);
    now += forgottenAfter + 1000;
    await say('code', entry(4));
    expect(await written()).toEqual([[4, 1000]]);
  });

  it('lose nothing when the list of owners is damaged', async () => {
    await say('code', entry(1));
    await say('insiders', entry(2));
    await writeFile(config.paths.owners, '{"owners": {"co');
    now = Date.now();
    await say('cursor', entry(3));
    expect(await written()).toHaveLength(3);
  });

  it('write no value that they find there and that must not stand in a config', async () => {
    await mkdir(config.paths.folder, { recursive: true, mode: 0o700 });
    const hostile = {
      id: 7,
      at: start,
      seen: start,
      entry: { host: 'x\nProxyCommand y', port: 1, user: 'a' },
    };
    await writeFile(config.paths.owners, JSON.stringify({ owners: { evil: [hostile] } }), { mode: 0o600 });
    await say('code', entry(1));
    expect(await readFile(config.paths.ownConfig, 'utf8')).not.toContain('ProxyCommand');
    expect(await written()).toEqual([[1, 1000]]);
  });

  it('are one to ssh', async () => {
    await say('code', entry(1, 10), entry(2));
    now += 1000;
    await say('insiders', { ...entry(1, 20), identityFile: '/keys/a b' }, entry(3));
    await config.ensureInclude();
    const { value, all } = await sshG(config.configFile, 'gpu-1');
    expect([value('port'), all('identityfile')]).toEqual(['20', ['/keys/a b']]);
    expect((await sshG(config.configFile, 'gpu-2')).value('port')).toBe('1000');
    expect((await sshG(config.configFile, 'gpu-3')).value('port')).toBe('1000');
  });
});

it('after any history the newest list decides about each instance', () => {
  const step = fc.record({
    owner: fc.constantFrom('a', 'b', 'c'),
    id: fc.integer({ min: 1, max: 3 }),
    port: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let owners = {};
      const truth = new Map<number, number | undefined>();
      const known = new Map<string, Map<number, number | undefined>>();
      steps.forEach(({ owner, id, port }, index) => {
        const at = start + index * 1000;
        const mine = known.get(owner) ?? new Map<number, number | undefined>();
        known.set(owner, mine.set(id, port));
        truth.set(id, port);
        // What it listed before it has not looked at again.
        const entries = [...mine].flatMap(([one, its]) =>
          its === undefined ? [] : [{ ...entry(one, its), listedAt: one === id ? at : start - 1 }],
        );
        const without = new Map(port === undefined ? [[id, at]] : []);
        owners = withKnowledge(owners, { owner, entries, without }, at);
        owners = parseOwners(ownersFile(owners)) ?? {};
      });
      const end = withKnowledge(
        owners,
        { owner: 'reader', entries: [], without: new Map() },
        start + 100_000,
      );
      const found = new Map(
        entriesInEffect(end, start + 100_000).map(({ instanceId, port }) => [instanceId, port]),
      );
      for (const [id, port] of truth) expect(found.get(id)).toBe(port);
    }),
    { numRuns: 500 },
  );
});

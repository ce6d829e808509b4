import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { hasAccounts } from '../../../../src/stores/account/accountIndex';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';

let folder: string;
let accounts: AccountFiles;
const account = { id: 'abc123-7', baseUrl: 'https://example.com', userId: 7, email: 'a@example.com' };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  // None gives up waiting for the lock, however long the other writes.
  accounts = new AccountFiles(join(folder, 'accounts'), undefined, { monotonic: () => 0 });
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

describe('account files', () => {
  it('keep accounts, and pass over what is not one', async () => {
    expect(await accounts.list()).toEqual([]);
    await accounts.write(account);
    await writeFile(join(folder, 'accounts', 'keys.lock'), 'not a folder');
    expect(await accounts.list()).toEqual([account]);
    expect(await hasAccounts(folder)).toBe(true);
    await accounts.remove(account.id);
    expect(await accounts.list()).toEqual([]);
    expect(await hasAccounts(folder)).toBe(false);
  });

  it('may hold an account where they can’t be read', async () => {
    expect(await hasAccounts(folder)).toBe(false);
    await writeFile(join(folder, 'accounts'), 'not a folder');
    expect(await hasAccounts(folder)).toBe(true);
  });

  it.each([
    ['half a file', '{"id": "abc123-8"'],
    ['an address that is none', JSON.stringify({ ...account, id: 'abc123-8', baseUrl: 'example' })],
  ])('pass over %s', async (_, text) => {
    await accounts.write(account);
    const damaged = accounts.folderOf('abc123-8');
    await mkdir(damaged);
    await writeFile(join(damaged, 'account.json'), text);
    expect(await accounts.list()).toEqual([account]);
  });

  it('can be read by nobody else', async () => {
    await accounts.write(account);
    const { mode } = await stat(join(accounts.folderOf(account.id), 'account.json'));
    expect(mode & 0o077).toBe(0);
  });
});

describe('snapshots', () => {
  it('keep what windows share and nothing that may be secret', async () => {
    const snapshots = new SnapshotFiles(accounts);
    const instance = {
      id: 1,
      label: 'mine',
      actual_status: null,
      jupyter_token: 'canary-token',
      extra_env: [['HF_TOKEN', 'canary-env'] as [string, string]],
      onstart: 'export KEY=canary-script',
    };
    await snapshots.write(account.id, { at: 5, instances: [instance] });
    expect(await snapshots.read(account.id)).toEqual({
      at: 5,
      instances: [{ id: 1, label: 'mine', actual_status: null }],
    });
    const written = await Promise.all(
      (await readdir(accounts.folderOf(account.id))).map((name) =>
        readFile(join(accounts.folderOf(account.id), name), 'utf8'),
      ),
    );
    expect(written.join()).not.toContain('canary');
  });

  it('are never replaced by an older list, whichever is written last', async () => {
    const snapshots = new SnapshotFiles(accounts);
    const at = Date.now() - 10_000;
    const newest = { at, instances: [{ id: 1, label: 'newest' }] };
    await Promise.all(
      [3, 1, 0, 2].map((age) =>
        snapshots.write(account.id, {
          at: at - age,
          instances: age === 0 ? newest.instances : [{ id: 1, label: `${age}` }],
        }),
      ),
    );
    expect(await snapshots.read(account.id)).toEqual(newest);
    expect(await snapshots.write(account.id, { at: at - 1, instances: [{ id: 7 }] })).toEqual(newest);
    // One of the future is from before the clock was set back.
    await writeFile(
      join(accounts.folderOf(account.id), 'instances.json'),
      JSON.stringify({ at: Date.now() + 3_600_000, instances: [{ id: 1, label: 'later' }] }),
    );
    await snapshots.write(account.id, newest);
    expect(await snapshots.read(account.id)).toEqual(newest);
  });

  it('are nothing before the first list, and an error rather than an empty list when they are broken', async () => {
    const snapshots = new SnapshotFiles(accounts);
    expect(await snapshots.read(account.id)).toBeUndefined();
    await snapshots.write(account.id, { at: 5, instances: [] });
    await writeFile(join(accounts.folderOf(account.id), 'instances.json'), '{"at":');
    await expect(snapshots.read(account.id)).rejects.toThrow(SyntaxError);
  });
});

describe('marks', () => {
  it('are taken away by exactly one of many', async () => {
    const marks = new MarkerFiles(accounts, 'pendingStart');
    await marks.add(account.id, 42);
    expect([...(await marks.list(account.id)).keys()]).toEqual([42]);
    const taken = await Promise.all(Array.from({ length: 20 }, () => marks.take(account.id, 42)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect((await marks.list(account.id)).size).toBe(0);
  });

  it.each([
    ['pendingStart', 'awaited'],
    ['slowStart', 'late'],
    ['viaProxy', 'proxied'],
  ] as const)('%s are in the folder where every version has them', async (mark, folder) => {
    await new MarkerFiles(accounts, mark).add(account.id, 42);
    expect(await readdir(join(accounts.folderOf(account.id), folder))).toEqual(['42']);
  });
});

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { systemClock } from '../../../../src/clock';
import { type Disk, nodeDisk } from '../../../../src/files/disk';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { rowsIn } from '../../../../src/stores/account/accountRows';
import { type FileKind, SharedFile } from '../../../../src/stores/windows/sharedFile';
import { eventually } from '../../support/eventually';

const account = 'a-1';
let folder: string;
/** Where damaged files were kept, as each window told it. */
let told: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  await mkdir(join(folder, account));
  told = [];
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

type Names = readonly string[];
const file = () => join(folder, account, 'names.json');
const written = () => readFile(file(), 'utf8');
const failure = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** One of several windows, which share the folder. */
function window(disk: Partial<Disk> = {}, more: Partial<FileKind<Names>> = {}): SharedFile<Names> {
  const rows = rowsIn({ name: 'names.json', field: 'names', schema: z.string(), keyOf: (name) => name });
  const onDamaged = (_: string, kept: string) => void told.push(kept);
  const accounts = new AccountFiles(folder, { ...nodeDisk, ...disk }, { monotonic: () => 0 });
  return new SharedFile(accounts, systemClock, { ...rows, onDamaged, ...more });
}

const add = (to: SharedFile<Names>, name: string) =>
  to.change(account, (names) => ({ value: [...names, name], result: names.length }));

describe('a file that windows write together', () => {
  it('has every change of windows that write at the same moment', async () => {
    const windows = Array.from({ length: 4 }, () => window());
    const all = windows.flatMap((one, index) => [add(one, `a${index}`), add(one, `b${index}`)]);
    expect((await Promise.all(all)).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(await window().read(account)).toHaveLength(8);
    expect(await window().read('b-2')).toEqual([]);
  });

  it('is neither locked nor written nor read again while nothing changes', async () => {
    await add(window(), 'a');
    const done: string[] = [];
    const one = window({
      readFile: (path) => (done.push('read'), nodeDisk.readFile(path)),
      createExclusive: (path, mode) => (done.push('write'), nodeDisk.createExclusive(path, mode)),
      link: (from, to) => (done.push('link'), nodeDisk.link(from, to)),
    });
    const before = await one.read(account);
    expect(await one.change(account, (value) => ({ value, result: 7 }))).toBe(7);
    expect(await one.read(account)).toBe(before);
    expect(done).toEqual(['read']);
  });

  it('is on the disk before it replaces another one, and so is a copy of a damaged one', async () => {
    const done: string[] = [];
    const of = (path: string) => (path.includes('damaged') ? 'copy' : 'new');
    const one = window({
      createExclusive: async (path, mode) => {
        const made = await nodeDisk.createExclusive(path, mode);
        if (path.endsWith('.lock')) return made;
        return {
          ...made,
          write: (content) => (done.push(`write ${of(path)}`), made.write(content)),
          sync: () => (done.push(`sync ${of(path)}`), made.sync()),
        };
      },
      rename: (from, to) => (done.push('rename'), nodeDisk.rename(from, to)),
    });
    await writeFile(file(), '{"names":[3]}');
    await add(one, 'a');
    expect(done).toEqual(['write copy', 'sync copy', 'write new', 'sync new', 'rename']);
  });

  it('gets what could not be written with the next change, beside what others wrote since', async () => {
    const state = { isFull: false };
    const one = window({
      rename: (from, to) => (state.isFull ? failure('ENOSPC') : nodeDisk.rename(from, to)),
    });
    await add(one, 'a');
    state.isFull = true;
    await add(one, 'mine');
    await add(window(), 'theirs');
    expect(await one.read(account)).toEqual(['a', 'theirs', 'mine']);
    expect(await window().read(account)).toEqual(['a', 'theirs']);
    state.isFull = false;
    await add(one, 'last');
    expect(await window().read(account)).toEqual(['a', 'theirs', 'mine', 'last']);
  });

  it('is not changed in memory where a change that must be written can’t be', async () => {
    const state = { failing: '' };
    const one = window(
      {
        readFile: (path) => (state.failing === 'EBUSY' ? failure('EBUSY') : nodeDisk.readFile(path)),
        rename: (from, to) => (state.failing === 'ENOSPC' ? failure('ENOSPC') : nodeDisk.rename(from, to)),
      },
      { isKeptInMemory: true },
    );
    const change = (name: string, mustWrite: boolean) =>
      one.change(account, (names) => ({ value: [...names, name], result: 0 }), { mustWrite });
    await change('a', true);
    await add(window(), 'theirs');
    for (const code of ['EBUSY', 'ENOSPC']) {
      state.failing = code;
      await expect(change('b', true)).rejects.toThrow(code);
      expect(one.isUnwritten(account)).toBe(false);
    }
    await change('mine', false);
    expect(one.isUnwritten(account)).toBe(true);
    expect(one.last(account)).toEqual(['a', 'theirs', 'mine']);
    state.failing = '';
    await change('c', true);
    expect(one.isUnwritten(account)).toBe(false);
    expect(await window().read(account)).toEqual(['a', 'theirs', 'mine', 'c']);
  });

  it('says none once it is gone, and what was written last to a look that overtakes another', async () => {
    let isSlow = false;
    let goOn = (): void => undefined;
    const one = window({
      readFile: async (path) => {
        const content = await nodeDisk.readFile(path);
        if (isSlow && path === file()) {
          isSlow = false;
          await new Promise<void>((resolve) => (goOn = resolve));
        }
        return content;
      },
    });
    await add(window(), 'a');
    isSlow = true;
    const early = one.read(account);
    await eventually(() => expect(isSlow).toBe(false));
    await add(one, 'b');
    goOn();
    expect(await early).toEqual(['a', 'b']);
    expect(one.last(account)).toEqual(['a', 'b']);
    await rm(file());
    expect(await one.read(account)).toEqual([]);
    expect(one.last(account)).toEqual([]);
  });

  it('says what it said last while it can’t be read, and is then changed in memory or not at all', async () => {
    const state = { isBusy: false };
    const disk: Partial<Disk> = {
      readFile: (path) => (state.isBusy && path === file() ? failure('EBUSY') : nodeDisk.readFile(path)),
    };
    const [strict, lenient] = [window(disk), window(disk, { isKeptInMemory: true })];
    for (const one of [strict, lenient]) await add(one, 'a');
    await add(window(), 'theirs');
    state.isBusy = true;
    expect(await strict.read(account)).toEqual(['a']);
    await expect(add(strict, 'b')).rejects.toThrow('EBUSY');
    await add(lenient, 'mine');
    expect(await lenient.read(account)).toEqual(['a', 'a', 'mine']);
    state.isBusy = false;
    expect(await lenient.read(account)).toEqual(['a', 'a', 'theirs', 'mine']);
  });

  it('is kept aside if it is damaged, with the next change or at once, and told once', async () => {
    const damaged = '{"names":["a",7]}';
    await writeFile(file(), damaged);
    expect(await window().read(account)).toEqual(['a']);
    expect(await written()).toBe(damaged);
    const windows = [1, 2, 3].map(() => window({}, { isMendedAtOnce: true }));
    for (const names of await Promise.all(windows.map((one) => one.read(account))))
      expect(names).toEqual(['a']);
    expect(await written()).toBe('{"names":["a"]}');
    expect(told).toEqual([file().replace('.json', '.damaged.json')]);
    expect(await readFile(told[0]!, 'utf8')).toBe(damaged);
  });

  it('stays as a newer version wrote it', async () => {
    const newer = '{"version":2,"names":["a"]}';
    await writeFile(file(), newer);
    await expect(add(window(), 'b')).rejects.toThrow('was written by a newer version');
    const one = window({}, { isKeptInMemory: true });
    await add(one, 'mine');
    expect(await one.read(account)).toEqual(['mine']);
    expect(await written()).toBe(newer);
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { download, planDownload } from '../../../../src/ssh/transfer/download';
import { upload } from '../../../../src/ssh/transfer/upload';
import { temporaryFolder } from '../support/temporary';
import { contents, filledFolder, megabyte, planned } from './support/filledFolder';
import { sshdRemote } from './support/sshdRemote';

const signal = new AbortController().signal;
const quiet = { signal, report: () => undefined };

/** What was there already counts as copied in one step. */
const longestStep = (bytes: readonly number[]): number =>
  Math.max(...bytes.map((value, at) => value - (bytes[at - 1] ?? 0)));

it('continues an upload in the middle of a big file, and leaves no half file under its name', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const stopped = new AbortController();
  const cut = upload(remote, await planned(remote, folder, to), {
    signal: stopped.signal,
    report: ({ bytes }) => bytes > 18 * megabyte && stopped.abort(),
  });
  await expect(cut).rejects.toThrow(CancelledError);
  expect(existsSync(path.join(to, 'data'))).toBe(false);
  const first: number[] = [];
  const plan = await planned(remote, folder, to);
  const result = await upload(remote, plan, { signal, report: ({ bytes }) => first.push(bytes) });
  expect(longestStep(first)).toBeGreaterThan(6 * megabyte);
  expect(result).toMatchObject({ copied: 21, damaged: [], kept: [] });
  expect(contents(path.join(to, 'data'))).toBe(contents(folder));
  expect(await readdir(to)).toEqual(['data']);
});

/** How often a file was waited for until it is on the disk. */
async function countSyncs(): Promise<() => number> {
  const handle = await open(process.execPath);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
  await handle.close();
  return () => sync.mock.calls.length;
}

it('continues a download in the middle of a big file, and leaves no half file under its name', async () => {
  const synced = await countSyncs();
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const from = { folder: path.dirname(folder), names: ['data'] };
  const stopped = new AbortController();
  const cut = download(remote, await planDownload(remote, from, to, { signal }), {
    signal: stopped.signal,
    report: ({ bytes }) => bytes > 18 * megabyte && stopped.abort(),
  });
  await expect(cut).rejects.toThrow(CancelledError);
  expect(existsSync(path.join(to, 'data'))).toBe(false);
  const first: number[] = [];
  const plan = await planDownload(remote, from, to, { signal });
  const result = await download(remote, plan, { signal, report: ({ bytes }) => first.push(bytes) });
  expect(longestStep(first)).toBeGreaterThan(6 * megabyte);
  expect(result).toMatchObject({ copied: 21, damaged: [], kept: [] });
  // The part of the big file as well.
  expect(synced()).toBe(22);
  expect(contents(path.join(to, 'data'))).toBe(contents(folder));
  expect(await readdir(to)).toEqual(['data']);
});

it('finds out that a part of a big file was damaged meanwhile, and doesn’t put it in its place', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const stopped = new AbortController();
  const report = ({ bytes }: { bytes: number }): void => {
    if (bytes > 18 * megabyte) stopped.abort();
  };
  const cut = upload(remote, await planned(remote, folder, to), { signal: stopped.signal, report });
  await expect(cut).rejects.toThrow(CancelledError);
  const [stage = ''] = await readdir(to);
  const part = path.join(to, stage, 'new/data/big.bin');
  const half = await readFile(part);
  half[1000] = (half[1000] ?? 0) ^ 1;
  await writeFile(part, half);
  const result = await upload(remote, await planned(remote, folder, to), quiet);
  expect(result).toMatchObject({ copied: 20, damaged: ['data/big.bin'] });
  expect(existsSync(path.join(to, 'data/big.bin'))).toBe(false);
  const again = await upload(remote, await planned(remote, folder, to), quiet);
  expect(again).toMatchObject({ copied: 1, unchanged: 20, damaged: [] });
});

it('puts nothing in its place that an earlier try left and that is gone since', async () => {
  const remote = await sshdRemote();
  const [folder, to, here] = [await filledFolder(), await temporaryFolder(), await temporaryFolder()];
  const from = { folder: path.dirname(folder), names: ['data'] };
  const [stopped, stoppedDown] = [new AbortController(), new AbortController()];
  const cutAfter = (stop: AbortController) => ({
    signal: stop.signal,
    report: ({ bytes }: { bytes: number }): void => {
      if (bytes > 18 * megabyte) stop.abort();
    },
  });
  await expect(upload(remote, await planned(remote, folder, to), cutAfter(stopped))).rejects.toThrow();
  const plan = await planDownload(remote, from, here, { signal });
  await expect(download(remote, plan, cutAfter(stoppedDown))).rejects.toThrow();
  await rm(path.join(folder, 'big.bin'));
  await upload(remote, await planned(remote, folder, to), quiet);
  await download(remote, await planDownload(remote, from, here, { signal }), quiet);
  for (const copy of [to, here]) {
    expect(await readdir(copy)).toEqual(['data']);
    expect(contents(path.join(copy, 'data'))).toBe(contents(folder));
  }
});

it('puts nothing in its place that is gone since an earlier try had sent everything', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const { stage } = await planned(remote, folder, to);
  await mkdir(path.join(to, stage, 'new'), { recursive: true });
  execFileSync('sh', ['-c', 'cp -a "$1" new && sha256sum new/data/* > sums', 'sh', folder], {
    cwd: path.join(to, stage),
  });
  await rm(path.join(folder, '7.bin'));
  expect(await upload(remote, await planned(remote, folder, to), quiet)).toMatchObject({
    copied: 20,
    damaged: [],
  });
  expect(contents(path.join(to, 'data'))).toBe(contents(folder));
});

it('doesn’t replace what appeared on the machine after the question', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const plan = await planned(remote, folder, to);
  await mkdir(path.join(to, 'data'));
  await writeFile(path.join(to, 'data/3.bin'), 'theirs');
  const result = await upload(remote, plan, quiet);
  expect(result.kept).toEqual(['data/3.bin']);
  expect(await readFile(path.join(to, 'data/3.bin'), 'utf8')).toBe('theirs');
  expect(result.copied).toBe(20);
});

it('doesn’t replace what appeared on this computer after the question', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const plan = await planDownload(remote, { folder: path.dirname(folder), names: ['data'] }, to, { signal });
  await mkdir(path.join(to, 'data'));
  await writeFile(path.join(to, 'data/3.bin'), 'mine');
  const result = await download(remote, plan, quiet);
  expect(result.kept).toEqual(['data/3.bin']);
  expect(await readFile(path.join(to, 'data/3.bin'), 'utf8')).toBe('mine');
});

it('writes through no link, there or here', async () => {
  const remote = await sshdRemote();
  const [folder, to, elsewhere] = [await filledFolder(), await temporaryFolder(), await temporaryFolder()];
  await symlink(elsewhere, path.join(to, 'data'));
  const up = await planned(remote, folder, to);
  expect(up.leftOut).toEqual([{ path: 'data', why: 'otherKind' }]);
  expect(await upload(remote, up, quiet)).toMatchObject({ copied: 0 });
  const from = { folder: path.dirname(folder), names: ['data'] };
  const down = await planDownload(remote, from, to, { signal });
  expect(down.leftOut).toEqual([{ path: 'data', why: 'otherKind' }]);
  expect(await download(remote, down, quiet)).toMatchObject({ copied: 0 });
  // The link comes after the question.
  await rm(path.join(to, 'data'));
  const [later, laterDown] = [
    await planned(remote, folder, to),
    await planDownload(remote, from, to, { signal }),
  ];
  await symlink(elsewhere, path.join(to, 'data'));
  expect((await upload(remote, later, quiet)).copied).toBe(0);
  expect((await download(remote, laterDown, quiet)).copied).toBe(0);
  expect(await readdir(elsewhere)).toEqual([]);
});

it('says which files changed while they were copied', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const plan = await planned(remote, folder, to);
  await appendFile(path.join(folder, '7.bin'), 'more');
  await rm(path.join(folder, '8.bin'));
  const result = await upload(remote, plan, quiet);
  expect([...result.damaged].sort()).toEqual(['data/7.bin', 'data/8.bin']);
  expect(existsSync(path.join(to, 'data/7.bin'))).toBe(false);
  expect(result.copied).toBe(19);
});

it('sends only what differs, although all times differ', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  await upload(remote, await planned(remote, folder, to), quiet);
  for (let at = 0; at < 20; at++) await utimes(path.join(folder, `${at}.bin`), 1_700_000_000, 1_700_000_000);
  expect(await planned(remote, folder, to)).toMatchObject({
    added: [],
    replaced: [],
    bytes: 0,
    unchanged: 21,
  });
});

it('ends clearly when the machine stops midway, and continues once it is back', async () => {
  const remote = await sshdRemote();
  const [folder, there, here] = [await filledFolder(), await temporaryFolder(), await temporaryFolder()];
  const from = { folder: path.dirname(folder), names: ['data'] };
  const stopping = {
    signal,
    report: ({ bytes }: { bytes: number }): void => {
      if (bytes > 18 * megabyte) remote.stop();
    },
  };
  const lost = /The connection to the machine was lost. Copy again to continue where it stopped/;
  await expect(upload(remote, await planned(remote, folder, there), stopping)).rejects.toThrow(lost);
  const plan = await planDownload(remote, from, here, { signal });
  await expect(download(remote, plan, stopping)).rejects.toThrow(lost);
  for (const to of [there, here]) expect(existsSync(path.join(to, 'data'))).toBe(false);
  await upload(remote, await planned(remote, folder, there), quiet);
  await download(remote, await planDownload(remote, from, here, { signal }), quiet);
  for (const to of [there, here]) {
    expect(contents(path.join(to, 'data'))).toBe(contents(folder));
    expect(await readdir(to)).toEqual(['data']);
  }
});

it('makes a link again that a copy had made when it broke off', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await temporaryFolder(), await temporaryFolder()];
  await writeFile(path.join(folder, 'a'), 'content');
  await symlink('a', path.join(folder, 'link'));
  const plan = await planDownload(remote, { folder }, to, { signal });
  await mkdir(path.join(to, plan.stage, 'new'), { recursive: true });
  await symlink('elsewhere', path.join(to, plan.stage, 'new/link'));
  expect(await download(remote, plan, quiet)).toMatchObject({ copied: 2, kept: [] });
  expect(await readFile(path.join(to, 'link'), 'utf8')).toBe('content');
});

it.runIf(process.getuid?.() === 0)('ends clearly on a full disk of the machine', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', to]);
  onTestFinished(() => void execFileSync('umount', ['-l', to]));
  await expect(upload(remote, await planned(remote, folder, to), quiet)).rejects.toThrow(
    'The disk of the machine is full. Nothing was changed there.',
  );
  expect(await readdir(to)).toEqual([]);
  await expect(
    planDownload(remote, { folder: path.dirname(folder), names: ['data'] }, to, { signal }).then((plan) =>
      download(remote, plan, quiet),
    ),
  ).rejects.toThrow('The disk of this computer is full. Nothing was changed.');
  // It has as much space as before.
  expect(await readdir(to)).toEqual([]);
});

it('is checked, placed and followed by what comes next with one login', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  await writeFile(path.join(folder, 'line\nbreak \\ and "quotes".txt'), 'odd');
  const plan = await planned(remote, folder, to);
  const before = remote.logins();
  const begun = path.join(remote.home, 'begun');
  const result = await upload(remote, plan, { ...quiet, next: 'cd "$HOME" && : > begun' });
  expect(result).toMatchObject({ copied: 22, damaged: [], kept: [] });
  expect([remote.logins() - before, existsSync(begun)]).toEqual([1, true]);
  expect(await readdir(to)).toEqual(['data']);
  expect((await readdir(path.join(to, 'data'))).sort()).toEqual((await readdir(folder)).sort());
  // Nothing has to be sent.
  await rm(begun);
  await upload(remote, await planned(remote, folder, to), { ...quiet, next: 'cd "$HOME" && : > begun' });
  expect(existsSync(begun)).toBe(true);
});

it('is followed by what comes next also after a break', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const stopped = new AbortController();
  const cut = upload(remote, await planned(remote, folder, to), {
    signal: stopped.signal,
    report: ({ bytes }) => bytes > 18 * megabyte && stopped.abort(),
    next: 'cd "$HOME" && : > begun',
  });
  await expect(cut).rejects.toThrow(CancelledError);
  expect(existsSync(path.join(remote.home, 'begun'))).toBe(false);
  await upload(remote, await planned(remote, folder, to), { ...quiet, next: 'cd "$HOME" && : > begun' });
  expect(existsSync(path.join(remote.home, 'begun'))).toBe(true);
});

it.each([
  ['changed while it was copied', (folder: string) => appendFile(path.join(folder, '7.bin'), 'more')],
  [
    'appeared on the machine',
    async (_: string, to: string) => {
      await mkdir(path.join(to, 'data'));
      await writeFile(path.join(to, 'data/3.bin'), 'theirs');
    },
  ],
])('isn’t followed by what comes next if a file %s', async (_what, change) => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const plan = await planned(remote, folder, to);
  await change(folder, to);
  const result = await upload(remote, plan, { ...quiet, next: 'cd "$HOME" && : > begun' });
  expect([...result.damaged, ...result.kept]).toHaveLength(1);
  expect(existsSync(path.join(remote.home, 'begun'))).toBe(false);
});

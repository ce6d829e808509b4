import { appendFileSync, existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it, vi } from 'vitest';
import { nodeDisk } from '../../../../src/files/disk';
import { FileLock } from '../../../../src/files/lock';
import { download, planDownload } from '../../../../src/ssh/transfer/download';
import { stagePrefix } from '../../../../src/ssh/transfer/stage';
import { upload } from '../../../../src/ssh/transfer/upload';
import { eventually } from '../../support/eventually';
import { writeProgram } from '../../support/program';
import { temporaryFolder } from '../support/temporary';
import { contents, filledFolder, megabyte, planned } from './support/filledFolder';
import { sshdRemote } from './support/sshdRemote';

const signal = new AbortController().signal;
const quiet = { signal, report: () => undefined };

/** Copies as another window does. */
async function inAnotherWindow(): Promise<typeof upload> {
  vi.resetModules();
  return (await import('../../../../src/ssh/transfer/upload')).upload;
}

it('keeps what an old copy left from being removed as old once that goes on', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const plan = await planned(remote, folder, to);
  const stage = path.join(to, plan.stage);
  for (const part of ['new', 'over', 'lock']) await mkdir(path.join(stage, part), { recursive: true });
  await writeFile(path.join(stage, 'lock/pid'), '1 1\n');
  await utimes(stage, 1_700_000_000, 1_700_000_000);
  const times: number[] = [];
  await upload(remote, plan, {
    signal,
    report: ({ bytes }) =>
      bytes > 18 * megabyte && times.push(statSync(stage, { throwIfNoEntry: false })?.mtimeMs ?? Infinity),
  });
  expect(Math.min(...times)).toBeGreaterThan(1_700_000_001_000);
});

it('lets only one of two same copies use its folder at a time', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const plans = [await planned(remote, folder, to), await planned(remote, folder, to)] as const;
  const other = await inAnotherWindow();
  const ended = await Promise.allSettled([upload(remote, plans[0], quiet), other(remote, plans[1], quiet)]);
  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  for (const words of refused) expect(words).toMatch(/already running|changed there/);
  const last = await upload(remote, await planned(remote, folder, to), quiet);
  expect(last).toMatchObject({ damaged: [], kept: [] });
  expect(contents(path.join(to, 'data'))).toBe(contents(folder));
});

it('lets a window begin the same copy only once', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const plan = await planned(remote, folder, to);
  const first = upload(remote, plan, quiet);
  await expect(upload(remote, plan, quiet)).rejects.toThrow('already running');
  expect(await first).toMatchObject({ copied: 21, damaged: [], kept: [] });
});

it('lets only one of two same copies take over what a third one left', async () => {
  const [programs, folder, to] = [await temporaryFolder(), await filledFolder(), await temporaryFolder()];
  const waits = path.join(programs, 'waits');
  // Who is first goes on once the other one has taken over, and sends.
  const slowMkdir = `#!/bin/sh
for last; do :; done
case $last in */lock/taken)
  if /bin/mkdir ${waits} 2>/dev/null; then until [ -d ${to}/data ] || ls ${to}/${stagePrefix}*/new/data/big.bin >/dev/null 2>&1; do sleep 0.05; done; fi ;;
esac
exec /bin/mkdir "$@"
`;
  writeProgram(path.join(programs, 'mkdir'), slowMkdir);
  const remote = await sshdRemote([], `PATH=${programs}:/usr/local/bin:/usr/bin:/bin`);
  const plan = await planned(remote, folder, to);
  const lock = path.join(to, plan.stage, 'lock');
  await mkdir(lock, { recursive: true });
  await writeFile(path.join(lock, 'pid'), '1 1\n');
  const slow = upload(remote, plan, quiet);
  const refused = expect(slow).rejects.toThrow('already running');
  await eventually(() => expect(existsSync(waits)).toBe(true));
  const other = await inAnotherWindow();
  expect(await other(remote, plan, quiet)).toMatchObject({ copied: 21, damaged: [], kept: [] });
  await refused;
  expect(await readdir(to)).toEqual(['data']);
});

it.each([
  ['No space left on device', 'The disk of the machine is full. Nothing was changed there.'],
  ['Read-only file system', 'The machine reported: Read-only file system'],
])('says why it can’t go on with what a copy left: %s', async (words, sentence) => {
  const [programs, folder, to] = [await temporaryFolder(), await filledFolder(), await temporaryFolder()];
  const failing = `#!/bin/sh
for last; do :; done
case $last in */lock/taken) echo '${words}' >&2; exit 1 ;; esac
exec /bin/mkdir "$@"
`;
  writeProgram(path.join(programs, 'mkdir'), failing);
  const remote = await sshdRemote([], `PATH=${programs}:/usr/local/bin:/usr/bin:/bin`);
  const plan = await planned(remote, folder, to);
  const lock = path.join(to, plan.stage, 'lock');
  await mkdir(lock, { recursive: true });
  await writeFile(path.join(lock, 'pid'), '1 1\n');
  await expect(upload(remote, plan, quiet)).rejects.toThrow(sentence);
});

it('reads no more of the files here once the machine has refused them', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  await truncate(path.join(folder, 'big.bin'), 1000 * megabyte);
  const plan = await planned(remote, folder, to);
  await mkdir(path.join(to, plan.stage, 'lock'), { recursive: true });
  const seen: number[] = [];
  const refused = upload(remote, plan, { signal, report: ({ bytes }) => seen.push(bytes) });
  await expect(refused).rejects.toThrow('already running');
  expect(Math.max(0, ...seen)).toBeLessThan(500 * megabyte);
});

it('is refused where the same copy has just begun, until that must be over', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const plan = await planned(remote, folder, to);
  const lock = path.join(to, plan.stage, 'lock');
  await mkdir(lock, { recursive: true });
  const tomorrow = Date.now() / 1000 + 86_400;
  await utimes(lock, tomorrow, tomorrow);
  await expect(upload(remote, plan, quiet)).rejects.toThrow('already running');
  // Nobody writes into it any more.
  await utimes(lock, 0, 0);
  expect(await upload(remote, plan, quiet)).toMatchObject({ damaged: [], kept: [] });
  expect(await readdir(to)).toEqual(['data']);
});

it('removes nothing of a copy that begins while the folder of the last one is removed', async () => {
  const [programs, folder, to] = [await temporaryFolder(), await filledFolder(), await temporaryFolder()];
  const [began, over] = ['began', 'over'].map((name) => path.join(programs, name));
  // The lock goes first, and the rest once the other copy has been taken in.
  const rm = `#!/bin/sh
for last; do :; done
case $last in *${stagePrefix}*/lock) ;; *${stagePrefix}*)
  /bin/rm -rf "$last/lock"
  if [ ! -e ${began} ]; then : > ${began}; until [ -e ${over} ] || ls ${to}/${stagePrefix}*/new/data/big.bin 2>/dev/null; do sleep 0.05; done; fi ;;
esac
exec /bin/rm "$@"
`;
  writeProgram(path.join(programs, 'rm'), rm);
  const remote = await sshdRemote([], `PATH=${programs}:/usr/local/bin:/usr/bin:/bin`);
  const plans = [await planned(remote, folder, to), await planned(remote, folder, to)] as const;
  const first = upload(remote, plans[0], quiet);
  await eventually(() => expect(existsSync(began!)).toBe(true));
  const other = await inAnotherWindow();
  const [second] = await Promise.allSettled([other(remote, plans[1], quiet)]);
  await writeFile(over!, '');
  await first;
  expect(second.status).toBe('fulfilled');
  expect(contents(path.join(to, 'data'))).toBe(contents(folder));
  expect(await readdir(to)).toEqual(['data']);
});

it('leaves nothing where the same copy from a machine is running', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const from = { folder: path.dirname(folder), names: ['data'] };
  const plan = await planDownload(remote, from, to, { signal });
  const held = await new FileLock(nodeDisk, path.join(to, `${plan.stage}.lock`)).tryAcquire();
  await expect(download(remote, plan, quiet)).rejects.toThrow('already running, in another window');
  await held?.release();
  expect(await readdir(to)).toEqual([]);
});

it('lets only one of two same copies from a machine use its folder at a time', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const from = { folder: path.dirname(folder), names: ['data'] };
  const plan = () => planDownload(remote, from, to, { signal });
  const plans = [await plan(), await plan()];
  const ended = await Promise.allSettled(plans.map((one) => download(remote, one, quiet)));
  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(/already running, in another window/);
  expect(contents(path.join(to, 'data'))).toBe(contents(folder));
  expect(await readdir(to)).toEqual(['data']);
});

it('puts the files of two copies into one folder, and replaces none of the first one', async () => {
  const remote = await sshdRemote();
  const [one, other, to] = [await filledFolder(), await filledFolder(), await temporaryFolder()];
  const plans = [];
  for (const folder of [one, other])
    plans.push(await planDownload(remote, { folder: path.dirname(folder), names: ['data'] }, to, { signal }));
  const results = await Promise.all(plans.map((plan) => download(remote, plan, quiet)));
  expect(results.reduce((sum, { copied }) => sum + copied, 0)).toBe(21);
  expect(results.reduce((sum, { kept }) => sum + kept.length, 0)).toBe(21);
  const expected = [contents(one), contents(other)].map((text) => text.split('\n'));
  for (const line of contents(path.join(to, 'data')).trim().split('\n'))
    expect(
      expected.some((lines) => lines.includes(line)),
      line,
    ).toBe(true);
  expect(await readdir(to)).toEqual(['data']);
});

it('goes on though the machine hasn’t noticed that the connection was lost', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const losing = {
    signal,
    report: ({ bytes }: { bytes: number }) => bytes > 18 * megabyte && remote.vanish(),
  };
  const lost = 'The connection to the machine was lost';
  await expect(upload(remote, await planned(remote, folder, to), losing)).rejects.toThrow(lost);
  const plan = await planned(remote, folder, to);
  // To another window it looks as if this one still copied.
  const other = await inAnotherWindow();
  await expect(other(remote, plan, quiet)).rejects.toThrow('the machine hasn’t noticed');
  expect(await upload(remote, plan, quiet)).toMatchObject({ copied: 21, damaged: [], kept: [] });
  expect(contents(path.join(to, 'data'))).toBe(contents(folder));
  expect(await readdir(to)).toEqual(['data']);
});

it('goes on in the middle of a file of which more came after it was looked at', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const losing = { signal, report: ({ bytes }: { bytes: number }) => bytes > 18 * megabyte && remote.stop() };
  await expect(upload(remote, await planned(remote, folder, to), losing)).rejects.toThrow('lost');
  const plan = await planned(remote, folder, to);
  let isLate = false;
  const report = (): void => {
    if (!isLate) appendFileSync(path.join(to, plan.stage, 'new/data/big.bin'), 'late');
    isLate = true;
  };
  expect(await upload(remote, plan, { signal, report })).toMatchObject({ copied: 21, damaged: [], kept: [] });
  expect(contents(path.join(to, 'data'))).toBe(contents(folder));
});

it('goes on where a copy broke off whose process has given its number to another one', async () => {
  const remote = await sshdRemote();
  const [folder, to] = [await filledFolder(), await temporaryFolder()];
  const plan = await planned(remote, folder, to);
  const lock = path.join(to, plan.stage, 'lock');
  await mkdir(lock, { recursive: true });
  const since = (await readFile('/proc/self/stat', 'utf8')).replace(/^.*\) /s, '0 0 ').split(' ')[21];
  await writeFile(path.join(lock, 'pid'), `${process.pid} ${since}\n`);
  await expect(upload(remote, plan, quiet)).rejects.toThrow('The same copy is already running');
  await writeFile(path.join(lock, 'pid'), `${process.pid} 1\n`);
  await upload(remote, plan, quiet);
  expect(await readdir(to)).toEqual(['data']);
});

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UnstoredCodes } from '../../../../src/stores/account/unstoredCodes';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'))));
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

it('knows that codes are lost once the window that showed them has ended, until that is settled', async () => {
  let isRunning = true;
  const codes = new UnstoredCodes(folder, () => isRunning);
  await codes.mark('a-1');
  expect([await codes.areLost('a-1'), await codes.takeTelling('a-1')]).toEqual([false, false]);
  isRunning = false;
  expect([await codes.areLost('a-1'), await codes.areLost('b-2')]).toEqual([true, false]);
  await codes.clear('a-1');
  expect(await codes.areLost('a-1')).toBe(false);
});

it('is said by one window, once', async () => {
  const windows = Array.from({ length: 4 }, () => new UnstoredCodes(folder, () => false));
  await windows[0]!.mark('a-1');
  const told = await Promise.all(windows.map((window) => window.takeTelling('a-1')));
  expect(told.filter(Boolean)).toHaveLength(1);
  expect(await windows[0]!.takeTelling('a-1')).toBe(false);
  expect(await windows[0]!.areLost('a-1')).toBe(true);
});

it('counts codes as lost whose mark is damaged, until that is settled', async () => {
  await writeFile(join(folder, 'a-1.json'), '{"pid": 1');
  const codes = new UnstoredCodes(folder, () => true);
  expect([await codes.areLost('a-1'), await codes.takeTelling('a-1')]).toEqual([true, true]);
  await codes.clear('a-1');
  expect(await codes.areLost('a-1')).toBe(false);
});

it('tells a process that runs from one that has ended', async () => {
  // It reads nothing: the server of Wine 8 breaks, about once in sixty times, when a process is killed that does.
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 60_000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const { writeJson } = await import('../../../../src/stores/windows/jsonFile');
  await writeJson(join(folder, 'a-1.json'), { pid: child.pid, started: '' });
  const codes = new UnstoredCodes(folder);
  expect(await codes.areLost('a-1')).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await codes.areLost('a-1')).toBe(true);
});

it('knows codes that were only asked for, and nothing of them once the answer came', async () => {
  let isRunning = true;
  const codes = new UnstoredCodes(folder, () => isRunning);
  await codes.await('a-1');
  expect([await codes.areLost('a-1'), await codes.areAwaited('a-1')]).toEqual([false, true]);
  isRunning = false;
  expect([await codes.areLost('a-1'), await codes.takeTelling('a-1')]).toEqual([true, true]);
  await codes.awaitNoMore('a-1');
  expect(await codes.areLost('a-1')).toBe(false);
  await codes.await('a-1');
  await codes.mark('a-1');
  await codes.awaitNoMore('a-1');
  expect([await codes.areLost('a-1'), await codes.areAwaited('a-1')]).toEqual([true, false]);
});

it('keeps what is known of earlier codes while new ones are asked for', async () => {
  const codes = new UnstoredCodes(folder, () => false);
  await codes.mark('a-1');
  await codes.await('a-1');
  await codes.awaitNoMore('a-1');
  expect([await codes.areLost('a-1'), await codes.areAwaited('a-1')]).toEqual([true, false]);
});

it('keeps the mark of newer codes that another window shows, and that it asks for', async () => {
  const { writeJson } = await import('../../../../src/stores/windows/jsonFile');
  let runs = true;
  const codes = new UnstoredCodes(folder, () => runs);
  await codes.mark('a-1');
  await writeJson(join(folder, 'a-1.json'), { pid: process.pid + 1, started: '' });
  await codes.clear('a-1');
  await writeJson(join(folder, 'b-2.json'), { pid: process.pid + 1, started: '', awaited: true });
  await codes.awaitNoMore('b-2');
  runs = false;
  expect([await codes.areLost('a-1'), await codes.areLost('b-2')]).toEqual([true, true]);
});

it('leaves no mark of codes that are stored while the mark is still being written', async () => {
  const codes = new UnstoredCodes(folder, () => false);
  await codes.await('a-1');
  await Promise.all([codes.mark('a-1'), codes.clear('a-1')]);
  expect(await codes.areLost('a-1')).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

it('has no codes as lost while their mark is being removed', async () => {
  const codes = new UnstoredCodes(folder, () => false);
  await codes.mark('a-1');
  expect(await Promise.all([codes.clear('a-1'), codes.areLost('a-1')])).toEqual([undefined, false]);
});

it('goes on after a mark that couldn’t be written', async () => {
  const blocked = join(folder, 'blocked');
  await writeFile(blocked, '');
  const codes = new UnstoredCodes(blocked, () => false);
  await expect(codes.mark('a-1')).rejects.toThrow();
  await rm(blocked);
  await codes.mark('a-1');
  expect(await codes.areLost('a-1')).toBe(true);
});

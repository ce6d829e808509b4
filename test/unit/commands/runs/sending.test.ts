import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { systemClock } from '../../../../src/clock';
import { lookAtFiles, placeOn, sendAll } from '../../../../src/commands/runs/sending';
import type { Run } from '../../../../src/domain/runs/run';
import type { PickedTask } from '../../../../src/prompts/runs/pickTask';
import type { AccountInUse } from '../../../../src/stores/account/accountInUse';
import { machineWith } from '../../ssh/support/shellMachine';
import { temporaryFolder } from '../../ssh/support/temporary';
import { commandServices } from '../../support/commandServices';
import { clearScreen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

it('sends a folder beside another of the same name whose run is known there', async () => {
  const folder = path.join(await temporaryFolder(), 'app');
  await mkdir(folder);
  await writeFile(path.join(folder, 'settings.json'), '{}');
  const mounts = [{ from: 'settings.json', to: '~/elsewhere/settings.json' }];
  const looked = await lookAtFiles({ folder, task: { mounts } } as unknown as PickedTask);
  const { services, runs } = commandServices();
  runs.push({ name: 'other', instanceId: 7, folder: '/other/app', workdir: '~/gpu-rental/app' } as Run);
  const who = { account: { id: 'a' } } as AccountInUse;
  const on = async (...ids: number[]) => {
    const { workdir, sendings } = await placeOn(services, who, looked!, ids);
    expect(sendings.map(({ from, to }) => [from, to])).toEqual([
      [folder, workdir],
      [path.join(folder, 'settings.json'), '~/elsewhere'],
    ]);
    return workdir;
  };
  expect(await on(8)).toBe('~/gpu-rental/app');
  expect(await on()).toBe('~/gpu-rental/app');
  expect(await on(8, 7)).toMatch(/^~\/gpu-rental\/app-[0-9a-f]{4}$/);
});

it('asks before it replaces files that were changed on the machine later than here, or may have been', async () => {
  const [folder, remote] = [path.join(await temporaryFolder(), 'app'), await machineWith('dash')];
  const there = path.join(remote.home, 'gpu-rental/app');
  const put = async (at: string, name: string, text: string, modified: number): Promise<void> => {
    await mkdir(at, { recursive: true });
    await writeFile(path.join(at, name), text);
    await utimes(path.join(at, name), modified, modified);
  };
  for (const name of ['edited', 'sent', 'same']) await put(folder, name, 'here', 2000);
  await put(there, 'edited', 'there', 3000);
  await put(there, 'sent', 'before', 1000);
  await put(folder, 'undated', 'here', 2000);
  await put(there, 'undated', 'there', 0);
  await put(there, 'same', 'here', 3000);
  const sendings = await lookAtFiles({ folder, task: { mounts: [] } } as unknown as PickedTask);
  const asked: string[][] = [];
  const send = (isAgreed: boolean): Promise<void> => {
    const mayReplace = (_: string, paths: readonly string[]): Promise<boolean> => {
      asked.push([...paths]);
      return Promise.resolve(isAgreed);
    };
    const to = { instanceId: 7, remote, isWatched: Promise.resolve(), begin: '', mayReplace };
    const progress = { signal: new AbortController().signal, report: () => undefined };
    return sendAll({ clock: systemClock }, to, sendings!, progress);
  };
  const texts = () =>
    Promise.all(['edited', 'sent', 'same'].map((name) => readFile(path.join(there, name), 'utf8')));
  await expect(send(false)).rejects.toBeInstanceOf(CancelledError);
  expect(await texts()).toEqual(['there', 'before', 'here']);
  await send(true);
  expect(await texts()).toEqual(['here', 'here', 'here']);
  expect(asked).toEqual([
    ['edited', 'undated'],
    ['edited', 'undated'],
  ]);
  await put(folder, 'edited', 'newer', 4000);
  await send(false);
  expect(asked).toHaveLength(2);
});

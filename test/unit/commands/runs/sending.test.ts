import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { lookAtFiles, placeOn } from '../../../../src/commands/runs/sending';
import type { Run } from '../../../../src/domain/runs/run';
import type { PickedTask } from '../../../../src/prompts/runs/pickTask';
import type { AccountInUse } from '../../../../src/stores/account/accountInUse';
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

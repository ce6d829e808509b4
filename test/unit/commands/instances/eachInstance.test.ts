import { beforeEach, expect, it, vi } from 'vitest';
import { eachInstance } from '../../../../src/commands/instances/eachInstance';
import { accountInUse } from '../../../../src/stores/account/accountInUse';
import { commandServices } from '../../support/commandServices';
import { clearScreen, fakeVscode } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

it.each([
  [false, ['$(sync~spin) train (5): stopping']],
  [true, []],
])('says in the status bar what is done while no row shows it (%s)', async (isVisible, said) => {
  const { services } = commandServices({ id: 5, label: 'train' });
  Object.assign(services.instances, { isVisible });
  const shown: string[] = [];
  const bar = vi.spyOn(fakeVscode.window, 'setStatusBarMessage').mockImplementation(((text: string) => {
    shown.push(text);
    return { dispose: () => shown.splice(shown.indexOf(text), 1) };
  }) as never);
  let during: string[] = [];
  await eachInstance(services, accountInUse(services.accounts), [5], 'stopping', () => {
    during = [...shown];
    return Promise.resolve();
  });
  expect(during).toEqual(said);
  expect(shown).toEqual([]);
  bar.mockRestore();
});

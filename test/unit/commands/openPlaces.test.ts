import { beforeEach, expect, it, vi } from 'vitest';
import { openConsole } from '../../../src/commands/account/account';
import { openWalkthrough } from '../../../src/commands/support/support';
import type { Services } from '../../../src/prompts/services';
import { clearScreen, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

beforeEach(clearScreen);

const withAccount = (baseUrl?: string) =>
  ({ accounts: { active: baseUrl === undefined ? undefined : { baseUrl } } }) as unknown as Services;

it('opens the console of new sign-ins for somebody who still needs a key', async () => {
  screen.settings.baseUrl = 'https://gpus.example/';
  await openConsole(withAccount());
  await openConsole(withAccount('https://other.example'));
  expect(screen.opened.map((address) => new URL(address).host)).toEqual(['gpus.example', 'other.example']);
});

it('opens no console at an address that keys are not sent to', async () => {
  screen.settings.baseUrl = 'http://gpus.example';
  await expect(openConsole(withAccount())).rejects.toThrow('https');
  expect(screen.opened).toEqual([]);
});

it('opens the walkthrough by the name that VS Code gives it', async () => {
  expect(await openWalkthrough()).toEqual({ opened: true });
  expect(screen.commands).toEqual([
    ['workbench.action.openWalkthrough', 'gpu-rental.gpu-rental#start', false],
  ]);
});

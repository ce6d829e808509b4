import { beforeEach, expect, it, vi } from 'vitest';
import { CancelledError } from '../../../src/api/cancelled';
import { LocalError } from '../../../src/api/localError';
import type { Services } from '../../../src/prompts/services';
import { shellProfile } from '../../../src/editor/shellProfile';
import { silent } from '../../../src/log/log';
import { clearScreen, screen, terminalOpened } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
const shellTerminal = vi.hoisted(() => vi.fn());
vi.mock('../../../src/commands/connect/shellTerminal', () => ({ shellTerminal }));

const services = { ready: Promise.resolve(), accounts: { client: {} }, log: silent } as unknown as Services;
const signedOut = { ...services, accounts: {} } as unknown as Services;
const options = { name: 'gpu-7', shellPath: 'ssh' };

beforeEach(() => {
  clearScreen();
  shellTerminal.mockReset();
  shellTerminal.mockResolvedValue(options);
});

it('shows its own terminal when it opens, also where the panel was hidden', async () => {
  expect(await shellProfile(services)).toEqual({ options });
  const [other, own] = [vi.fn(), vi.fn()];
  terminalOpened.fire({ creationOptions: { name: 'bash' }, show: other });
  for (let time = 0; time < 2; time += 1) terminalOpened.fire({ creationOptions: options, show: own });
  expect([other, own].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

it.each([
  ['nothing when the person picks none', () => Promise.resolve(undefined), []],
  ['nothing when they cancel', () => Promise.reject(new CancelledError()), []],
  ['what went wrong', () => Promise.reject(new LocalError('may_pass', 'It is offline.')), ['It is offline.']],
])('says %s, and VS Code adds nothing', async (_, outcome, said) => {
  shellTerminal.mockImplementation(outcome);
  // VS Code shows the message of the error, and nothing for an empty one.
  await expect(shellProfile(services)).rejects.toEqual(new Error(''));
  expect(screen.shown.map(({ message }) => message)).toEqual(said);
});

it('asks to sign in first', async () => {
  await expect(shellProfile(signedOut)).rejects.toEqual(new Error(''));
  expect(screen.shown).toMatchObject([
    { message: 'You’re not signed in.', buttons: ['Sign In', 'Show Log'] },
  ]);
});

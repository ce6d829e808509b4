import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorCode } from '../../../src/api/errors';
import { LocalError } from '../../../src/api/localError';
import { showError } from '../../../src/views/showError';
import { clearScreen, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

let again = 0;
const retry = () => {
  again++;
  return Promise.resolve();
};
beforeEach(() => {
  clearScreen();
  again = 0;
});

const fail = (code: ApiErrorCode, options?: { repeatable: boolean }) =>
  showError(new ApiError(code, `It is ${code}.`), retry, options);
const said = () => screen.shown.map(({ message }) => message);
const called = () => screen.commands.map(([id]) => id);

describe('a failure', () => {
  const helps: [ApiErrorCode, button: string, command: string][] = [
    ['unauthorized', 'Sign In', 'gpuRental.signIn'],
    ['no_such_ask', 'Search Again', 'gpuRental.searchOffers'],
    ['not_found', 'Refresh', 'gpuRental.refreshInstances'],
    ['outcome_unknown', 'Refresh', 'gpuRental.refreshInstances'],
    ['missing_billing', 'Open Web Console', 'gpuRental.openConsole'],
    ['team_ssh_keys_not_supported', 'Switch Account', 'gpuRental.switchAccount'],
    ['redirected', 'Open Settings', 'workbench.action.openSettings'],
  ];
  it.each(helps)('by %s has the button %s first, which does that', async (code, button, command) => {
    screen.press = button;
    await fail(code);
    expect(said()).toEqual([`It is ${code}.`]);
    expect(screen.shown[0]?.buttons[0]).toBe(button);
    expect(called()).toEqual([command]);
    expect(again).toBe(0);
  });

  it('of the network can be tried again, which is done once', async () => {
    screen.press = 'Try Again';
    await fail('offline');
    expect(again).toBe(1);
    expect(called()).toEqual([]);
  });

  it('that left open what was done is never offered to be tried again', async () => {
    await fail('outcome_unknown');
    expect(screen.shown[0]?.buttons).not.toContain('Try Again');
  });

  it('does nothing when it is closed', async () => {
    await fail('unauthorized');
    expect([called(), again]).toEqual([[], 0]);
  });

  it('is none where there is nothing to do it with', async () => {
    screen.press = 'Search Offers';
    await showError(new LocalError('nothing_suits', 'Open a folder first.'), retry);
    expect(screen.shown).toEqual([{ message: 'Open a folder first.', kind: 'info', buttons: [] }]);
    expect(called()).toEqual([]);
  });

  it('leads to a search where nothing is rented, saved or watched yet', async () => {
    screen.press = 'Search Offers';
    await showError(new LocalError('nothing_yet', 'You have no instances yet.'), retry);
    expect(screen.shown).toEqual([
      { message: 'You have no instances yet.', kind: 'info', buttons: ['Search Offers'] },
    ]);
    expect(called()).toEqual(['gpuRental.searchOffers']);
  });

  it('has at most three buttons', async () => {
    for (const code of ['unauthorized', 'forbidden', 'invalid_response', 'spend_rate_limit'] as const)
      await fail(code);
    for (const { buttons } of screen.shown) expect(buttons.length).toBeLessThanOrEqual(3);
  });
});

describe('a demand for a second factor', () => {
  const login = 'gpuRental.logInWithTwoFactor';
  beforeEach(() => void (screen.press = 'Enter Second Factor'));

  it('leads to the login, after which what only looks goes on by itself', async () => {
    screen.results[login] = { accountId: 'a' };
    await fail('two_factor_required', { repeatable: true });
    expect([called(), again]).toEqual([[login], 1]);
  });

  it('never repeats what spends money or changes something', async () => {
    screen.results[login] = { accountId: 'a' };
    await fail('two_factor_required');
    expect([called(), again]).toEqual([[login], 0]);
    expect(said()).toHaveLength(2);
  });

  it('goes nowhere when the login is broken off', async () => {
    await fail('two_factor_required', { repeatable: true });
    expect(again).toBe(0);
    expect(said()).toHaveLength(1);
  });
});

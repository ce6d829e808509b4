import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../../src/stores/account/accountFiles';
import { loadAccounts } from '../../../../src/views/account/accountNotices';
import { clearScreen, screen } from '../../support/fakeVscode';
import { ManualClock } from '../../support/manualClock';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const account: Account = { id: 'a-1', baseUrl: '', userId: 1, email: 'me@example.com' };

/** A window opens, and its keyring doesn't have the account's key. */
async function open() {
  const clock = new ManualClock();
  const accounts = { accounts: [] as Account[], load: () => Promise.resolve([account]) };
  await loadAccounts(accounts, clock);
  return { accounts, clock };
}

describe('an account whose key the keyring did not keep', () => {
  it('is told of when it is still not signed in a moment later', async () => {
    const { clock } = await open();
    await clock.next();
    await vi.dynamicImportSettled();
    expect(screen.shown).toMatchObject([
      {
        message: 'The API key of me@example.com couldn’t be saved in this system’s keyring.',
        buttons: ['Sign In Again'],
      },
    ]);
  });

  it('is not told of when it was signed in meanwhile, by another window or extension', async () => {
    const { accounts, clock } = await open();
    accounts.accounts = [account];
    await clock.next();
    await vi.dynamicImportSettled();
    expect(screen.shown).toEqual([]);
  });
});

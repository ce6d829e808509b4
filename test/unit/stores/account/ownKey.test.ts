import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { silent } from '../../../../src/log/log';
import { OwnKey } from '../../../../src/stores/account/ownKey';
import { fakeVscode } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const mine = { id: 2, permissions: { api: { misc: {}, user_read: {} } } };
const full = { id: 1, permissions: undefined };

/** Accounts whose key is the one with this id, as far as the list tells. */
function accountsWith(list: () => Promise<unknown[]>, inUse: number | undefined) {
  const switched = new fakeVscode.EventEmitter<void>();
  const asked = { times: 0 };
  const client = () => ({
    apiKeys: {
      list: () => {
        asked.times += 1;
        return list();
      },
    },
  });
  const accounts = {
    active: { id: 'one' },
    client: client(),
    keyInUse: () => inUse,
    onDidChange: switched.event,
  };
  return {
    asked,
    accounts,
    switchKey: () => {
      accounts.client = client();
      switched.fire();
    },
    own: new OwnKey(accounts as never, silent),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the API key in use', () => {
  it('is asked about once, while someone looks, and again after it was replaced', async () => {
    const { asked, own, switchKey } = accountsWith(() => Promise.resolve([full, mine]), 2);
    let changes = 0;
    own.onDidChange(() => (changes += 1));
    await settled();
    expect(asked.times).toBe(0);
    own.setVisible(true);
    own.setVisible(false);
    own.setVisible(true);
    await settled();
    expect([asked.times, changes]).toEqual([1, 1]);
    expect(own.permissions).toEqual(['misc', 'user_read']);
    switchKey();
    expect(own.permissions).toBeUndefined();
    await settled();
    expect(asked.times).toBe(2);
    expect(own.permissions).toEqual(['misc', 'user_read']);
  });

  it('has unknown permissions where the service does not tell which one it is, or what it may do', async () => {
    const refused = new ApiError('not_found', 'Not found.', { status: 404 });
    for (const { own } of [
      accountsWith(() => Promise.resolve([full, mine]), undefined),
      accountsWith(() => Promise.resolve([full, mine]), 1),
      accountsWith(() => Promise.reject(refused), 2),
    ]) {
      own.setVisible(true);
      await settled();
      expect(own.permissions).toBeUndefined();
    }
  });
});

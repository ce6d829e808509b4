import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { offerKey } from '../../../../src/connect/keys/offerKey';
import type { PrepareServices } from '../../../../src/connect/prepareServices';
import { AccountChanged } from '../../../../src/stores/account/accountInUse';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const instanceId = 7;
let folder: string;
let identityFile: string;
/** Accounts whose service was given a key, and how. */
let registered: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offer-key-'));
  identityFile = join(folder, 'id');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', identityFile]);
});
beforeEach(() => {
  registered = [];
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }));

/** A window with two accounts, the first in use; `onAsk` is what happens while the person reads the question. */
function window(
  onAsk: (use: (id: string | undefined) => void) => boolean,
  setup: { identityFile?: string; program?: string } = { identityFile },
) {
  const accounts = ['a', 'b'].map((id, index) => ({ id, baseUrl: 'https://example.net', userId: index + 1 }));
  const clients = new Map(accounts.map(({ id }) => [id, clientOf(id)]));
  let active = accounts.find(({ id }) => id === 'a');
  const use = (id: string | undefined): void => {
    active = accounts.find((one) => one.id === id);
  };
  const questions: string[] = [];
  const services = {
    accounts: {
      accounts,
      get active() {
        return active;
      },
      get client() {
        return active && clients.get(active.id);
      },
    },
    sshSetup: () => setup,
    dialogs: {
      confirm: ({ message, detail = '' }: { message: string; detail?: string }) => {
        questions.push(`${message} ${detail}`);
        return Promise.resolve(onAsk(use));
      },
    },
  } as unknown as PrepareServices;
  const offer = () => offerKey(services, instanceId, [], new AbortController().signal);
  return { questions, offer };
}

function clientOf(id: string) {
  const note = (what: string) => () => {
    registered.push(`${id}: ${what}`);
    return Promise.resolve();
  };
  return {
    sshKeys: {
      list: () => Promise.resolve([]),
      register: note('account'),
      registerWithInstance: note('instance'),
    },
    users: { current: () => Promise.resolve({ id: 1 }) },
  };
}

describe('a key that is offered to the service while connecting', () => {
  it('is registered with the account that the question named', async () => {
    const { offer, questions } = window(() => true);
    expect(await offer()).toBe('registered');
    expect(questions).toEqual([expect.stringContaining('Account: ')]);
    expect(registered).toEqual(['a: account', 'a: instance']);
  });

  it.each([
    ['another account is in use', 'b'],
    ['the account was signed out', undefined],
  ])('is registered with none when %s by the time the person agrees', async (_, next) => {
    const { offer } = window((use) => {
      use(next);
      return true;
    });
    await expect(offer()).rejects.toThrow(AccountChanged);
    expect(registered).toEqual([]);
  });

  it('is registered with none when the person does not agree', async () => {
    expect(await window(() => false).offer()).toBeUndefined();
    expect(registered).toEqual([]);
  });

  it('is not a new one where ssh does not tell which it has', async () => {
    const { offer, questions } = window(() => true, { program: join(folder, 'no-ssh') });
    expect(await offer()).toBe('known');
    expect(questions).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
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
  known: Known = {},
) {
  const accounts = ['a', 'b'].map((id, index) => ({
    id,
    baseUrl: 'https://example.net',
    userId: index + 1,
    email: `${id}@example.net`,
  }));
  const clients = new Map(accounts.map(({ id }) => [id, clientOf(id, known)]));
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
    instances: { get: () => ({ id: instanceId, label: 'training' }) },
    sshSetup: () => setup,
    dialogs: {
      confirm: ({ message, detail = '' }: { message: string; detail?: string }) => {
        questions.push(`${message} ${detail}`);
        return Promise.resolve(onAsk(use));
      },
    },
  } as unknown as PrepareServices;
  const offer = (hasWaited?: boolean) =>
    offerKey(services, instanceId, [], new AbortController().signal, hasWaited);
  return { questions, offer };
}

/** What the service knows. */
interface Known {
  ofAccount?: readonly string[];
  ofInstance?: readonly string[] | ApiError;
  isVm?: boolean | ApiError;
}

const listOf = (keys: readonly string[] | ApiError): Promise<unknown[]> =>
  keys instanceof ApiError
    ? Promise.reject(keys)
    : Promise.resolve(keys.map((key, index) => ({ id: index + 1, key })));

function clientOf(id: string, { ofAccount = [], ofInstance = [], isVm = false }: Known) {
  const note = (what: string) => () => {
    registered.push(`${id}: ${what}`);
    return Promise.resolve();
  };
  return {
    instances: {
      get: () =>
        isVm instanceof ApiError ? Promise.reject(isVm) : Promise.resolve({ id: instanceId, is_vm: isVm }),
    },
    sshKeys: {
      list: () => listOf(ofAccount),
      listOfInstance: () => listOf(ofInstance),
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
    expect(questions).toEqual([
      expect.stringMatching(/^Register [^]*a@example\.net has none [^]*training \(7\)[^]*Account: /),
    ]);
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

describe('a key that the account has and the instance does not', () => {
  const foreign = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K';
  let own: string;
  beforeAll(async () => {
    own = (await readFile(`${identityFile}.pub`, 'utf8')).trim();
  });

  it('is added to it, and to nothing else, if the person agrees', async () => {
    const { offer, questions } = window(() => true, undefined, { ofAccount: [own], ofInstance: [foreign] });
    expect(await offer()).toBe('registered');
    expect(questions).toEqual([expect.stringMatching(/^Add your public key to training \(7\)\?/)]);
    expect(questions[0]).toContain('a@example.net has this one.');
    expect(registered).toEqual(['a: instance']);
  });

  it('is added to none when the person does not agree', async () => {
    const { offer } = window(() => false, undefined, { ofAccount: [own] });
    expect(await offer(true)).toBeUndefined();
    expect(registered).toEqual([]);
  });

  it('is asked about only after a while where the instance lists none: it may be on its way', async () => {
    const { offer, questions } = window(() => true, undefined, { ofAccount: [own] });
    expect(await offer()).toBe('known');
    expect(questions).toEqual([]);
    expect(await offer(true)).toBe('registered');
    expect(questions).toHaveLength(1);
  });

  it('is not asked about where it is on its way, nobody can tell, or a virtual machine takes none', async () => {
    const refused = new ApiError('not_found', 'Not found.', { status: 404 });
    const failed = new ApiError('server_error', 'The service failed.', { status: 502 });
    const others: Known[] = [
      ...[{ ofInstance: [foreign, own] }, { ofInstance: refused }, { ofInstance: failed }],
      ...[{ isVm: true }, { isVm: failed }],
    ];
    for (const known of others) {
      const { offer, questions } = window(() => true, undefined, { ofAccount: [own], ...known });
      expect(await offer(true)).toBe('known');
      expect(questions).toEqual([]);
    }
    expect(registered).toEqual([]);
  });
});

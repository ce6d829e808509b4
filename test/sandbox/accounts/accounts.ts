import { randomBytes } from 'node:crypto';
import { noTwoFactor } from '../twoFactor/state';
import type { Clock } from '../clock';
import { SEEDED_CREDIT } from '../choices';
import type { Account, ApiKey, SshKey } from './account';
import type { Permissions } from './permissions';

export interface NewKey {
  name?: string | undefined;
  kind?: ApiKey['kind'];
  permissions?: Permissions;
  expiresAt?: number | undefined;
  openedBy?: number | undefined;
  team?: boolean;
}

/** All accounts with their API keys and public SSH keys. */
export class Accounts {
  readonly #clock: Clock;
  readonly #accounts = new Map<number, Account>();
  readonly #keys = new Map<string, ApiKey>();
  #lastId = 100_000;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  create(given: Partial<Omit<Account, 'id' | 'sshKeys' | 'tfa' | 'secrets' | 'clouds'>> = {}): Account {
    const id = this.nextId();
    const account: Account = {
      id,
      email: `user${id}@example.com`,
      emailVerifiedAt: this.#clock.now(),
      username: `user${id}`,
      fullName: `User ${id}`,
      credit: SEEDED_CREDIT,
      isAdmin: false,
      hostOnly: false,
      parentId: undefined,
      hasBilling: true,
      spendLimited: false,
      needsSession: false,
      tfa: noTwoFactor(),
      ...given,
      sshKeys: [],
      secrets: new Map(),
      clouds: [],
    };
    this.#accounts.set(id, account);
    return account;
  }

  all(): Account[] {
    return [...this.#accounts.values()];
  }

  find(accountId: number): Account | undefined {
    return this.#accounts.get(accountId);
  }

  get(accountId: number): Account {
    const account = this.#accounts.get(accountId);
    if (account === undefined) throw new RangeError(`No account ${accountId}`);
    return account;
  }

  createKey(account: Account, given: NewKey = {}): ApiKey {
    const key: ApiKey = {
      id: this.nextId(),
      accountId: account.id,
      value: newValue(),
      name: given.name,
      kind: given.kind ?? 'api',
      permissions: given.permissions ?? { kind: 'full' },
      createdAt: this.#clock.now(),
      expiresAt: given.expiresAt,
      openedBy: given.openedBy,
      team: given.team ?? false,
    };
    this.#keys.set(key.value, key);
    return key;
  }

  /** The key with this value, unless it is unknown, deleted, reset or expired. */
  findKey(value: string): ApiKey | undefined {
    const key = this.#keys.get(value);
    return key?.expiresAt !== undefined && key.expiresAt <= this.#clock.now() ? undefined : key;
  }

  keysOf(account: Account): ApiKey[] {
    return [...this.#keys.values()].filter((key) => key.accountId === account.id && key.kind === 'api');
  }

  /** Ends the key at once, and every session that it opened. */
  deleteKey(key: ApiKey): void {
    this.#keys.delete(key.value);
    for (const session of this.#keys.values()) if (session.openedBy === key.id) this.deleteKey(session);
  }

  /** Gives the key a new value; the old one stops working at once. */
  resetKey(key: ApiKey): string {
    this.#keys.delete(key.value);
    key.value = newValue();
    this.#keys.set(key.value, key);
    return key.value;
  }

  deleteKeysOfInstance(instanceId: number): void {
    for (const key of this.#keys.values()) {
      if (key.permissions.kind === 'instance' && key.permissions.instanceId === instanceId)
        this.deleteKey(key);
    }
  }

  createSshKey(publicKey: string): SshKey {
    return { id: this.nextId(), key: publicKey.trim(), createdAt: this.#clock.now() };
  }

  /** An id for anything that belongs to an account. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

function newValue(): string {
  return randomBytes(32).toString('hex');
}

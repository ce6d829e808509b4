import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { LocalError } from '../../api/localError';
import type { User } from '../../api/schemas/account/user';
import type { KnownKey } from '../../domain/account/keyInUse';
import { type Access, AccountClients, type CreateClient, type KeyScope } from './accountClients';
import type { Account, AccountFiles } from './accountFiles';
import { AccountSecrets, type Secret } from './accountSecrets';
import { type Clock, systemClock } from '../../clock';
import type { KeyChanges } from './keyChanges';
import { Keyring } from './keyring';
import { lazyObject } from '../../lazyObject';
import { ignore } from '../../log/log';

export interface AccountStoreOptions {
  secrets: vscode.SecretStorage;
  files: AccountFiles;
  createClient: CreateClient;
  clock?: Clock;
}

/** How soon a keyring that didn't answer is asked again, in milliseconds: at the start it may still be locked. */
const askAgainAfter = 15_000;

/** Contains the id of the account in use. Not a secret, but its change event reaches the other windows. */
const activeKey = 'gpuRental.activeAccount';

/** The signed-in accounts and their clients. Other windows follow through `secrets.onDidChange`. */
export class AccountStore implements vscode.Disposable {
  readonly #options: AccountStoreOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly #keyring: Keyring;
  readonly #secrets: AccountSecrets;
  readonly #changes: KeyChanges;
  readonly #clients: AccountClients;
  readonly #accessChanged = new vscode.EventEmitter<void>();
  #accounts: Account[] = [];
  #activeId: string | undefined;
  #loading: Promise<void> | undefined;
  #stopAskingAgain: () => void = () => undefined;
  #isDisposed = false;

  readonly onDidChange = this.#changed.event;
  /** A session with a second factor began or ended, or more is known about a key's permissions. */
  readonly onDidChangeAccess = this.#accessChanged.event;

  constructor(options: AccountStoreOptions) {
    this.#options = options;
    this.#keyring = new Keyring(options.secrets, options.files.log);
    this.#secrets = new AccountSecrets(this.#keyring, options.files.log);
    this.#changes = lazyObject(async () => {
      const { KeyChanges } = await import('./keyChanges');
      return new KeyChanges(options.files, this.#secrets, options.clock ?? systemClock);
    });
    this.#clients = new AccountClients({
      createClient: options.createClient,
      log: options.files.log,
      changed: () => this.#accessChanged.fire(),
      sessionEnded: (id, ended) => this.endSession(id, ended),
    });
    this.#subscription = options.secrets.onDidChange(({ key }) => {
      const why = 'without it, nothing changes';
      if (key.startsWith('gpuRental.')) void this.load().catch(ignore(options.files.log, why));
    });
  }

  /** Accounts with a key, sorted by name. */
  get accounts(): readonly Account[] {
    return this.#accounts;
  }

  get active(): Account | undefined {
    return this.#accounts.find(({ id }) => id === this.#activeId);
  }

  /** The client of the account in use; undefined if no account is signed in. */
  get client(): Client | undefined {
    return this.#activeAccess?.client;
  }

  /** Whether calls of the account in use send a session key. */
  get hasSession(): boolean {
    return this.#activeAccess?.sessionKey !== undefined;
  }

  /** The permissions that the key of the account in use lacks. */
  get scope(): KeyScope | undefined {
    return this.#activeAccess?.scope;
  }

  /** @throws LocalError 'not_signed_in' when the account is not signed in any more */
  clientOf(id: string): Client {
    return this.#accessOf(id).client;
  }

  /** Reads accounts and keys again; while the keyring doesn't answer, known ones stay. Resolves to those it didn't keep. */
  async load(): Promise<Account[]> {
    let lost: Account[] = [];
    const why = 'the caller gets the error; the next load starts again';
    const previous = this.#loading?.catch(ignore(this.#options.files.log, why)) ?? Promise.resolve();
    this.#loading = previous.then(async () => {
      lost = await this.#reload();
    });
    await this.#loading;
    return lost;
  }

  /**
   * Stores an account whose key was just verified, and switches to it. `kept` is false if the keyring refused the key,
   * which then lasts only until this window closes.
   */
  async add(
    baseUrl: string,
    apiKey: string,
    user: User,
    sessionKey?: string,
  ): Promise<{ account: Account; kept: boolean }> {
    const added = await this.#changes.add(baseUrl, user, { apiKey, sessionKey });
    await this.switchTo(added.account.id);
    return added;
  }

  /**
   * From now on sends the session key of a login with a second factor, in all windows. False if the keyring refused it;
   * the session then lasts only until this window closes.
   */
  async startSession(id: string, sessionKey: string): Promise<boolean> {
    return this.#renew(id, (secret) => ({ ...secret, sessionKey }));
  }

  /** Goes back to the API key. @param ended only if this is still the session */
  async endSession(id: string, ended?: string): Promise<void> {
    await this.#renew(id, ({ sessionKey, ...secret }) =>
      ended === undefined || ended === sessionKey ? secret : { ...secret, sessionKey },
    );
  }

  /**
   * Replaces the API key of an account and ends its session. Stores it before reading anything, because the old key may
   * no longer work. False if the keyring refused it.
   * @param keyId the service's id of the key, if known
   */
  async replaceKey(id: string, apiKey: string, keyId?: number): Promise<boolean> {
    const kept = await this.#changes.replace(this.#accessOf(id).account, { apiKey, keyId });
    await this.load();
    return kept;
  }

  /** The service's id of the key in use, if it was noted. */
  notedKeyId(id: string): number | undefined {
    return this.#clients.get(id)?.keyId;
  }

  usesKey(id: string, apiKey: string): boolean {
    return this.#clients.get(id)?.apiKey === apiKey;
  }

  /** Which of an account's keys is in use here, by id; undefined if unknown. */
  async keyInUse(id: string, keys: readonly KnownKey[]): Promise<number | undefined> {
    const access = this.#clients.get(id);
    const { keyInUse } = await import('../../domain/account/keyInUse');
    return access && keyInUse(keys, { value: access.apiKey, id: access.keyId });
  }

  /**
   * A client that sends the API key even while there is a session.
   * @throws LocalError 'not_signed_in' when the account is not signed in any more
   */
  clientWithoutSession(id: string): Client {
    const { account, apiKey } = this.#accessOf(id);
    return this.#options.createClient(account.baseUrl, apiKey);
  }

  async switchTo(id: string): Promise<void> {
    await this.#keyring.store(activeKey, id);
    await this.load();
  }

  /** Forgets an account and its key and switches to another signed-in account. */
  async remove(id: string): Promise<void> {
    await this.#changes.remove(id);
    await this.load();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopAskingAgain();
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#accessChanged.dispose();
  }

  get #activeAccess(): Access | undefined {
    return this.#activeId === undefined ? undefined : this.#clients.get(this.#activeId);
  }

  #accessOf(id: string): Access {
    const access = this.#accounts.some((one) => one.id === id) && this.#clients.get(id);
    if (!access) throw new LocalError('not_signed_in', l10n.t('This account isn’t signed in.'));
    return access;
  }

  async #renew(id: string, renew: (secret: Secret) => Secret): Promise<boolean> {
    const kept = await this.#changes.renew(this.#accessOf(id).account, renew);
    await this.load();
    return kept;
  }

  async #reload(): Promise<Account[]> {
    const known = await this.#options.files.list();
    const looks = await Promise.all(known.map((account) => this.#secrets.look(account)));
    const hasFailed = (_: unknown, index: number): boolean => looks[index]?.failed === true;
    const renewed = known.filter(
      (account, index) => !hasFailed(account, index) && this.#clients.keep(account, looks[index]?.secret),
    );
    const usable = known.filter(({ id }) => this.#clients.get(id) !== undefined);
    const active = await this.#keyring.look(activeKey);
    const wanted = active.failed ? this.#activeId : active.value;
    // Where it isn't known which one is in use, or whether it has a key, no other one is: it would be rented with.
    const isOpen =
      wanted === undefined
        ? active.failed && known.length > 1
        : known.some((account, index) => account.id === wanted && hasFailed(account, index));
    const activeId = isOpen || usable.some(({ id }) => id === wanted) ? wanted : usable[0]?.id;
    this.#stopAskingAgain();
    if (!this.#isDisposed && (active.failed || known.some(hasFailed))) this.#askAgain();
    const changed =
      renewed.length > 0 ||
      activeId !== this.#activeId ||
      JSON.stringify(usable) !== JSON.stringify(this.#accounts);
    this.#accounts = usable;
    this.#activeId = activeId;
    if (changed) {
      this.#options.files.log.info(`Signed-in accounts: ${usable.length}; in use: ${activeId ?? 'none'}.`);
      this.#changed.fire();
    }
    return known.filter((account, index) => !usable.includes(account) && !hasFailed(account, index));
  }

  #askAgain(): void {
    const { clock = systemClock, files } = this.#options;
    const why = 'it is asked again after the next pause';
    this.#stopAskingAgain = clock.after(askAgainAfter, () => void this.load().catch(ignore(files.log, why)));
  }
}

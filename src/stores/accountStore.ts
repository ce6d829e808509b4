import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { parseBaseUrl } from '../api/baseUrl';
import type { Client } from '../api/client';
import { ApiError } from '../api/errors';
import type { User } from '../api/schemas/user';
import type { CallObserver } from '../api/transport';
import type { Account, AccountFiles } from './accountFiles';
import { Keyring } from './keyring';
import { KeyScope } from './keyScope';

export interface AccountStoreOptions {
  secrets: vscode.SecretStorage;
  files: AccountFiles;
  createClient: (baseUrl: string, apiKey: string, observer?: CallObserver) => Client;
}

const secretSchema = z.object({
  origin: z.string(),
  apiKey: z.string(),
  /** Sent instead of the API key after a login with a second factor, until the service no longer knows it. */
  sessionKey: z.optional(z.string()),
});
type Secret = z.infer<typeof secretSchema>;

/** A key in use. */
interface Access {
  apiKey: string;
  sessionKey: string | undefined;
  client: Client;
  scope: KeyScope;
}

const secretPrefix = 'gpuRental.account.';
/** Holds the id of the account in use: not secret, but its change event reaches the other windows. */
const activeKey = 'gpuRental.activeAccount';

/** Who is signed in, and the client that speaks for them. Other windows follow through `secrets.onDidChange`. */
export class AccountStore implements vscode.Disposable {
  readonly #options: AccountStoreOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly #keyring: Keyring;
  readonly #access = new Map<string, Access>();
  readonly #accessChanged = new vscode.EventEmitter<void>();
  #accounts: Account[] = [];
  #activeId: string | undefined;
  #loading: Promise<void> | undefined;

  readonly onDidChange = this.#changed.event;
  /** A session with a second factor began or ended, or more is known of what a key may do. */
  readonly onDidChangeAccess = this.#accessChanged.event;

  constructor(options: AccountStoreOptions) {
    this.#options = options;
    this.#keyring = new Keyring(options.secrets);
    this.#subscription = options.secrets.onDidChange(({ key }) => {
      // What cannot be read just now leaves things as they are.
      if (key.startsWith('gpuRental.')) void this.load().catch(() => undefined);
    });
  }

  /** Accounts whose key is at hand, in the order of their names. */
  get accounts(): readonly Account[] {
    return this.#accounts;
  }

  get active(): Account | undefined {
    return this.#accounts.find(({ id }) => id === this.#activeId);
  }

  /** The client of the account in use; undefined when nobody is signed in. */
  get client(): Client | undefined {
    return this.#activeAccess?.client;
  }

  /** Calls of the account in use go with a session key. */
  get hasSession(): boolean {
    return this.#activeAccess?.sessionKey !== undefined;
  }

  /** What the key of the account in use was refused. */
  get scope(): KeyScope | undefined {
    return this.#activeAccess?.scope;
  }

  /** @throws ApiError 'unauthorized' when the account is not signed in any more */
  clientOf(id: string): Client {
    const access = this.#access.get(id);
    if (!access) throw new ApiError('unauthorized', l10n.t('This account is not signed in.'));
    return access.client;
  }

  /** Reads accounts and keys anew. Resolves to the accounts whose key the keyring did not keep. */
  async load(): Promise<Account[]> {
    let lost: Account[] = [];
    // One that failed, such as on a file that was just being written, spoils none of the next.
    const previous = this.#loading?.catch(() => undefined) ?? Promise.resolve();
    this.#loading = previous.then(async () => {
      lost = await this.#reload();
    });
    await this.#loading;
    return lost;
  }

  /**
   * Keeps an account whose key was just verified, and makes it the one in use. `kept` is false when the
   * keyring refused, so that the key lasts only as long as this window.
   */
  async add(
    baseUrl: string,
    apiKey: string,
    user: User,
    sessionKey?: string,
  ): Promise<{ account: Account; kept: boolean }> {
    const { url, origin } = parseBaseUrl(baseUrl);
    const account: Account = {
      id: accountId(url, user.id),
      baseUrl: url,
      userId: user.id,
      email: user.email,
    };
    await this.#options.files.write(account);
    const secret: Secret = { origin, apiKey, sessionKey };
    const kept = await this.#keyring.store(secretPrefix + account.id, JSON.stringify(secret));
    await this.switchTo(account.id);
    return { account, kept };
  }

  /**
   * Sends the session key of a login with a second factor from now on, in all windows. False when the keyring refused
   * it, so that the session lasts only as long as this window.
   */
  async startSession(id: string, sessionKey: string): Promise<boolean> {
    return this.#renewSecret(id, (secret) => ({ ...secret, sessionKey }));
  }

  /** Sends the API key again. @param ended only if this is still the session */
  async endSession(id: string, ended?: string): Promise<void> {
    await this.#renewSecret(id, ({ origin, apiKey, sessionKey }) =>
      ended === undefined || ended === sessionKey ? { origin, apiKey } : { origin, apiKey, sessionKey },
    );
  }

  /** Takes another API key for an account, without its session. False when the keyring refused it. */
  async replaceKey(id: string, apiKey: string): Promise<boolean> {
    return this.#renewSecret(id, ({ origin }) => ({ origin, apiKey }));
  }

  /**
   * A client that sends the API key even while there is a session.
   * @throws ApiError 'unauthorized' when the account is not signed in any more
   */
  clientWithoutSession(id: string): Client {
    const account = this.#accounts.find((one) => one.id === id);
    const access = this.#access.get(id);
    if (!account || !access) throw new ApiError('unauthorized', l10n.t('This account is not signed in.'));
    return this.#options.createClient(account.baseUrl, access.apiKey);
  }

  async switchTo(id: string): Promise<void> {
    await this.#keyring.store(activeKey, id);
    await this.load();
  }

  /** Forgets an account and its key; another one that is signed in takes over. */
  async remove(id: string): Promise<void> {
    await this.#keyring.delete(secretPrefix + id);
    await this.#options.files.remove(id);
    await this.load();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#accessChanged.dispose();
  }

  get #activeAccess(): Access | undefined {
    return this.#activeId === undefined ? undefined : this.#access.get(this.#activeId);
  }

  async #renewSecret(id: string, renew: (secret: Secret) => Secret): Promise<boolean> {
    const account = this.#accounts.find((one) => one.id === id);
    const secret = account && (await this.#secretOf(account));
    if (!secret) throw new ApiError('unauthorized', l10n.t('This account is not signed in.'));
    const kept = await this.#keyring.store(secretPrefix + id, JSON.stringify(renew(secret)));
    await this.load();
    return kept;
  }

  async #reload(): Promise<Account[]> {
    const known = await this.#options.files.list();
    const secrets = await Promise.all(known.map((account) => this.#secretOf(account)));
    const renewed = known.filter((account, index) => this.#keepClient(account, secrets[index]));
    const usable = known.filter((_, index) => secrets[index] !== undefined);
    const wanted = await this.#keyring.read(activeKey);
    const activeId = usable.find(({ id }) => id === wanted)?.id ?? usable[0]?.id;
    const changed =
      renewed.length > 0 ||
      activeId !== this.#activeId ||
      JSON.stringify(usable) !== JSON.stringify(this.#accounts);
    this.#accounts = usable;
    this.#activeId = activeId;
    if (changed) this.#changed.fire();
    return known.filter((account) => !usable.includes(account));
  }

  /** One client an account, for as long as its API key stays the same; true when it was made anew. */
  #keepClient(account: Account, secret: Secret | undefined): boolean {
    if (!secret) return this.#access.delete(account.id);
    const { apiKey, sessionKey } = secret;
    const access = this.#access.get(account.id);
    if (access?.apiKey === apiKey) {
      // The client stays, and with it what others have begun: only what it sends is another.
      if (access.sessionKey !== sessionKey) this.#useSession(access, sessionKey);
      return false;
    }
    const scope = new KeyScope(() => this.#accessChanged.fire());
    const client = this.#options.createClient(account.baseUrl, apiKey, {
      sessionEnded: (ended) => void this.endSession(account.id, ended).catch(() => undefined),
      permission: (endpoint, write, allowed) => scope.learn(endpoint, write, allowed),
    });
    const renewed: Access = { apiKey, sessionKey: undefined, client, scope };
    this.#access.set(account.id, renewed);
    if (sessionKey !== undefined) this.#useSession(renewed, sessionKey);
    return true;
  }

  #useSession(access: Access, sessionKey: string | undefined): void {
    access.sessionKey = sessionKey;
    access.client.useSession(sessionKey);
    this.#accessChanged.fire();
  }

  async #secretOf(account: Account): Promise<Secret | undefined> {
    const stored = await this.#keyring.read(secretPrefix + account.id);
    try {
      const secret = secretSchema.parse(JSON.parse(stored ?? ''));
      // A key goes only to the origin that verified it, whatever the account's file says by now.
      return secret.origin === parseBaseUrl(account.baseUrl).origin ? secret : undefined;
    } catch {
      return undefined;
    }
  }
}

function accountId(baseUrl: string, userId: number): string {
  const origin = createHash('sha256').update(baseUrl).digest('hex').slice(0, 8);
  return `${origin}-${userId}`;
}

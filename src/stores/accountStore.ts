import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { parseBaseUrl } from '../api/baseUrl';
import type { Client } from '../api/client';
import type { User } from '../api/schemas/user';
import type { Account, AccountFiles } from './accountFiles';

export interface AccountStoreOptions {
  secrets: vscode.SecretStorage;
  files: AccountFiles;
  createClient: (baseUrl: string, apiKey: string) => Client;
}

const secretSchema = z.object({ origin: z.string(), apiKey: z.string() });
type Secret = z.infer<typeof secretSchema>;

const secretPrefix = 'gpuRental.account.';
/** Holds the id of the account in use: not secret, but its change event reaches the other windows. */
const activeKey = 'gpuRental.activeAccount';

/** Who is signed in, and the client that speaks for them. Other windows follow through `secrets.onDidChange`. */
export class AccountStore implements vscode.Disposable {
  readonly #options: AccountStoreOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  /** What the keyring did not take; lasts as long as this window. */
  readonly #inMemory = new Map<string, string>();
  readonly #clients = new Map<string, { apiKey: string; client: Client }>();
  #accounts: Account[] = [];
  #activeId: string | undefined;
  #loading: Promise<void> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(options: AccountStoreOptions) {
    this.#options = options;
    this.#subscription = options.secrets.onDidChange(({ key }) => {
      if (key.startsWith('gpuRental.')) void this.load();
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
    return this.#activeId === undefined ? undefined : this.#clients.get(this.#activeId)?.client;
  }

  /** Reads accounts and keys anew. Resolves to the accounts whose key the keyring did not keep. */
  async load(): Promise<Account[]> {
    let lost: Account[] = [];
    const previous = this.#loading ?? Promise.resolve();
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
  async add(baseUrl: string, apiKey: string, user: User): Promise<{ account: Account; kept: boolean }> {
    const { url, origin } = parseBaseUrl(baseUrl);
    const account: Account = {
      id: accountId(url, user.id),
      baseUrl: url,
      userId: user.id,
      email: user.email,
    };
    await this.#options.files.write(account);
    const kept = await this.#storeSecret(secretPrefix + account.id, JSON.stringify({ origin, apiKey }));
    await this.switchTo(account.id);
    return { account, kept };
  }

  async switchTo(id: string): Promise<void> {
    await this.#storeSecret(activeKey, id);
    await this.load();
  }

  /** Forgets an account and its key; another one that is signed in takes over. */
  async remove(id: string): Promise<void> {
    this.#inMemory.delete(secretPrefix + id);
    await this.#options.secrets.delete(secretPrefix + id);
    await this.#options.files.remove(id);
    await this.load();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #reload(): Promise<Account[]> {
    const known = await this.#options.files.list();
    const secrets = await Promise.all(known.map((account) => this.#secretOf(account)));
    const renewed = known.filter((account, index) => this.#keepClient(account, secrets[index]));
    const usable = known.filter((_, index) => secrets[index] !== undefined);
    const wanted = await this.#readSecret(activeKey);
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

  /** One client an account, for as long as its key stays the same; true when it was made anew. */
  #keepClient(account: Account, secret: Secret | undefined): boolean {
    if (!secret) return this.#clients.delete(account.id);
    if (this.#clients.get(account.id)?.apiKey === secret.apiKey) return false;
    const client = this.#options.createClient(account.baseUrl, secret.apiKey);
    this.#clients.set(account.id, { apiKey: secret.apiKey, client });
    return true;
  }

  async #secretOf(account: Account): Promise<Secret | undefined> {
    const stored = await this.#readSecret(secretPrefix + account.id);
    try {
      const secret = secretSchema.parse(JSON.parse(stored ?? ''));
      // A key goes only to the origin that verified it, whatever the account's file says by now.
      return secret.origin === parseBaseUrl(account.baseUrl).origin ? secret : undefined;
    } catch {
      return undefined;
    }
  }

  async #readSecret(key: string): Promise<string | undefined> {
    const held = this.#inMemory.get(key);
    if (held !== undefined) return held;
    try {
      return await this.#options.secrets.get(key);
    } catch {
      return undefined;
    }
  }

  async #storeSecret(key: string, value: string): Promise<boolean> {
    this.#inMemory.delete(key);
    try {
      await this.#options.secrets.store(key, value);
      if ((await this.#options.secrets.get(key)) === value) return true;
    } catch {
      // The reason is the keyring's; what matters here is that the value was not kept.
    }
    this.#inMemory.set(key, value);
    return false;
  }
}

function accountId(baseUrl: string, userId: number): string {
  const origin = createHash('sha256').update(baseUrl).digest('hex').slice(0, 8);
  return `${origin}-${userId}`;
}

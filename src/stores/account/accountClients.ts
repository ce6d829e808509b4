import type { Client } from '../../api/client';
import type { CallObserver } from '../../api/http/transport';
import { ignore, type Log } from '../../log/log';
import type { Account } from './accountFiles';
import type { Secret } from './accountSecrets';
import type { Ability } from '../../domain/account/keyAbilities';

export type CreateClient = (baseUrl: string, apiKey: string, observer?: CallObserver) => Client;

/** A key in use. */
export interface Access {
  account: Account;
  apiKey: string;
  keyId: number | undefined;
  sessionKey: string | undefined;
  client: Client;
  scope: KeyScope;
}

interface ClientsOptions {
  createClient: CreateClient;
  log: Log;
  /** A session began or ended, or more is known about a key's permissions. */
  changed: () => void;
  /** The service no longer knows the session key of an account. */
  sessionEnded: (accountId: string, sessionKey: string) => Promise<void>;
}

/** One client per account, as long as its API key stays the same. */
export class AccountClients {
  readonly #options: ClientsOptions;
  readonly #access = new Map<string, Access>();

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  get(accountId: string): Access | undefined {
    return this.#access.get(accountId);
  }

  /** Brings an account's client up to date; true if it is a new one or there is none any more. */
  keep(account: Account, secret: Secret | undefined): boolean {
    if (!secret) return this.#access.delete(account.id);
    const { apiKey, keyId, sessionKey } = secret;
    const access = this.#access.get(account.id);
    if (access?.apiKey === apiKey) {
      access.keyId = keyId;
      // Keeps the client, so that calls in progress continue. Only the key that it sends changes.
      if (access.sessionKey !== sessionKey) this.#useSession(access, sessionKey);
      return false;
    }
    const renewed = this.#create(account, apiKey, keyId);
    this.#access.set(account.id, renewed);
    if (sessionKey !== undefined) this.#useSession(renewed, sessionKey);
    return true;
  }

  #create(account: Account, apiKey: string, keyId: number | undefined): Access {
    const { createClient, log, changed, sessionEnded } = this.#options;
    const scope = new KeyScope(changed);
    const client = createClient(account.baseUrl, apiKey, {
      sessionEnded: (ended) => {
        void sessionEnded(account.id, ended).catch(ignore(log, 'the client continues with the API key'));
      },
      permission: (endpoint, write, allowed) => scope.learn(endpoint, write, allowed),
    });
    return { account, apiKey, keyId, sessionKey: undefined, client, scope };
  }

  #useSession(access: Access, sessionKey: string | undefined): void {
    const { log, changed } = this.#options;
    log.info(sessionKey === undefined ? 'Session ended.' : 'Session with a second factor.');
    access.sessionKey = sessionKey;
    access.client.useSession(sessionKey);
    changed();
  }
}

/**
 * The permissions that a key lacks, as far as its calls have shown. The service doesn't list a key's permissions: a
 * refusal shows a missing one, and a call that works shows that it now exists.
 */
export class KeyScope {
  readonly #refused = new Map<string, Ability>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  learn(endpoint: string, write: boolean, allowed: boolean): void {
    const key = `${endpoint}/${String(write)}`;
    if (allowed === !this.#refused.has(key)) return;
    if (allowed) this.#refused.delete(key);
    else this.#refused.set(key, { endpoint, write });
    this.#changed();
  }

  /** Each call that was refused. */
  get refused(): readonly Ability[] {
    return [...this.#refused.values()];
  }
}

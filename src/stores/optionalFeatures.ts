import * as vscode from 'vscode';
import type { Client } from '../api/client';
import { ApiError, isUnsupported } from '../api/errors';
import type { AccountStore } from './accountStore';

/** Endpoints that a service need not have; the menus' conditions look for `gpuRental.missing.<feature>`. */
export type OptionalFeature = 'apiKeys' | 'logs';

const features: readonly OptionalFeature[] = ['apiKeys', 'logs'];

type Accounts = Pick<AccountStore, 'client' | 'hasSession' | 'onDidChange' | 'onDidChangeAccess'>;
type TellMenus = (feature: OptionalFeature, isMissing: boolean) => void;

/**
 * Which optional endpoints an account turned out not to have. It is remembered of the client, which lasts as long as
 * the account’s key, with or without its session: another key may be let do what this one was refused.
 */
export class OptionalFeatures implements vscode.Disposable {
  readonly #accounts: Accounts;
  readonly #tell: TellMenus;
  readonly #missing = new WeakMap<Client, Set<string>>();
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(accounts: Accounts, tell: TellMenus = setContext) {
    this.#accounts = accounts;
    this.#tell = tell;
    const tellAll = () => features.forEach((feature) => this.#tellMenus(feature));
    this.#subscriptions = [accounts.onDidChange(tellAll), accounts.onDidChangeAccess(tellAll)];
  }

  /**
   * Makes a call that may not be there. When it is not, its commands are hidden for this account.
   * @throws ApiError that says why
   */
  async use<T>(feature: OptionalFeature, call: () => Promise<T>): Promise<T> {
    const { client } = this.#accounts;
    const missing = client && this.#missingOf(client);
    const key = this.#keyOf(feature);
    try {
      const answer = await call();
      if (missing?.delete(key)) this.#tellMenus(feature);
      return answer;
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      missing?.add(key);
      this.#tellMenus(feature);
      throw explained(feature, error);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #missingOf(client: Client): Set<string> {
    const missing = this.#missing.get(client) ?? new Set();
    this.#missing.set(client, missing);
    return missing;
  }

  #keyOf(feature: OptionalFeature): string {
    return this.#accounts.hasSession ? `${feature} in a session` : feature;
  }

  #tellMenus(feature: OptionalFeature): void {
    const { client } = this.#accounts;
    const isMissing = client !== undefined && this.#missingOf(client).has(this.#keyOf(feature));
    this.#tell(feature, isMissing);
  }
}

function setContext(feature: OptionalFeature, isMissing: boolean): void {
  void vscode.commands.executeCommand('setContext', `gpuRental.missing.${feature}`, isMissing);
}

function explained(feature: OptionalFeature, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const text = {
    apiKeys: vscode.l10n.t('API keys cannot be managed here with this account; the web console can do it.'),
    logs: vscode.l10n.t('Logs cannot be read here with this account; the web console may show them.'),
  }[feature];
  return new ApiError(error.code, `${error.message} ${text}`, error);
}

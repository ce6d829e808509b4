import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { isUnsupported } from '../../api/errors';
import type { AccountStore } from './accountStore';

/** Endpoints that a service may lack. The conditions of menus use `gpuRental.missing.<feature>`. */
const features = [
  'apiKeys',
  'bids',
  'changes',
  'charges',
  'cloudCopies',
  'commands',
  'copies',
  'logs',
  'overlays',
  'prepaying',
  'recycle',
  'reboot',
  'snapshots',
  'sshKeys',
  'variables',
] as const;
export type OptionalFeature = (typeof features)[number];

type Accounts = Pick<AccountStore, 'client' | 'hasSession' | 'onDidChange' | 'onDidChangeAccess'>;
type SetContext = (feature: OptionalFeature, isMissing: boolean) => void;

/**
 * The optional endpoints that an account turned out to lack. Remembered per client, which lasts as long as the
 * account’s key, and separately with a session: another key may have more permissions.
 */
export class OptionalFeatures implements vscode.Disposable {
  readonly #accounts: Accounts;
  readonly #setContext: SetContext;
  readonly #missing = new WeakMap<Client, Set<string>>();
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(accounts: Accounts, setContext: SetContext = setMenuContext) {
    this.#accounts = accounts;
    this.#setContext = setContext;
    const updateAll = () => features.forEach((feature) => this.#updateMenus(feature));
    this.#subscriptions = [accounts.onDidChange(updateAll), accounts.onDidChangeAccess(updateAll)];
  }

  /**
   * Makes a call to an optional endpoint. If it is missing, its commands are hidden for this account.
   * @throws ApiError with the reason
   */
  async use<T>(feature: OptionalFeature, call: () => Promise<T>): Promise<T> {
    const { client } = this.#accounts;
    const missing = client && this.#missingOf(client);
    const key = this.#keyOf(feature);
    try {
      const answer = await call();
      if (missing?.delete(key)) this.#updateMenus(feature);
      return answer;
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      missing?.add(key);
      this.#updateMenus(feature);
      const { explained } = await import('./missingFeature');
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

  #updateMenus(feature: OptionalFeature): void {
    const { client } = this.#accounts;
    const isMissing = client !== undefined && this.#missingOf(client).has(this.#keyOf(feature));
    this.#setContext(feature, isMissing);
  }
}

function setMenuContext(feature: OptionalFeature, isMissing: boolean): void {
  void vscode.commands.executeCommand('setContext', `gpuRental.missing.${feature}`, isMissing);
}

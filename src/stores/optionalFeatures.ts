import * as vscode from 'vscode';
import { ApiError, isUnsupported } from '../api/errors';
import type { AccountStore } from './accountStore';

/** Endpoints that a service need not have; the menus' conditions look for `gpuRental.missing.<feature>`. */
export type OptionalFeature = 'apiKeys' | 'logs';

const features: readonly OptionalFeature[] = ['apiKeys', 'logs'];

/** Which optional endpoints an account turned out not to have, until its window closes. */
export class OptionalFeatures implements vscode.Disposable {
  readonly #accounts: AccountStore;
  readonly #missing = new Set<string>();
  readonly #subscription: vscode.Disposable;

  constructor(accounts: AccountStore) {
    this.#accounts = accounts;
    this.#subscription = accounts.onDidChange(() => features.forEach((feature) => this.#tellMenus(feature)));
  }

  /**
   * Makes a call that may not be there. When it is not, its commands are hidden for this account.
   * @throws ApiError that says why
   */
  async use<T>(feature: OptionalFeature, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      this.#missing.add(`${this.#accounts.active?.id ?? ''}/${feature}`);
      this.#tellMenus(feature);
      throw explained(feature, error);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #tellMenus(feature: OptionalFeature): void {
    const isMissing = this.#missing.has(`${this.#accounts.active?.id ?? ''}/${feature}`);
    void vscode.commands.executeCommand('setContext', `gpuRental.missing.${feature}`, isMissing);
  }
}

function explained(feature: OptionalFeature, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const text = {
    apiKeys: vscode.l10n.t('API keys cannot be managed here with this account; the web console can do it.'),
    logs: vscode.l10n.t('Logs cannot be read here with this account; the web console may show them.'),
  }[feature];
  return new ApiError(error.code, `${error.message} ${text}`, error);
}

import type * as vscode from 'vscode';
import type { PanelServices as OffersServices } from './offers/panel';
import type { PanelServices as SpendingServices } from './spending/panel';
import type { PanelServices as TwoFactorServices } from './twoFactor/panel';

interface Panels<Change extends unknown[]> {
  show(...change: Change): void;
  dispose(): void;
}

/** The panel of a kind. Its code is loaded on first use. */
class LazyPanels<Change extends unknown[], Loaded extends Panels<Change>> implements vscode.Disposable {
  readonly #load: () => Promise<Loaded>;
  #panels: Promise<Loaded> | undefined;

  constructor(load: () => Promise<Loaded>) {
    this.#load = load;
  }

  /**
   * @param change what to see instead of what was seen last
   * @throws LocalError 'not_signed_in' if no account is signed in
   */
  async show(...change: Change): Promise<void> {
    (await this.loaded()).show(...change);
  }

  protected loaded(): Promise<Loaded> {
    this.#panels ??= this.#load();
    return this.#panels;
  }

  dispose(): void {
    void this.#panels?.then((panels) => panels.dispose());
  }
}

interface Restored<Change extends unknown[]> extends Panels<Change> {
  restore(panel: vscode.WebviewPanel, state: unknown): void;
}

class LazyRestoredPanels<Change extends unknown[]> extends LazyPanels<Change, Restored<Change>> {
  /**
   * Fills a panel that VS Code shows again after a reload.
   *
   * @param state what VS Code has kept of it
   * @throws LocalError 'not_signed_in' if no account is signed in
   */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    (await this.loaded()).restore(panel, state);
  }
}

export const lazyOffersPanels = (services: OffersServices) =>
  new LazyRestoredPanels(async () => new (await import('./offers/panel')).OffersPanels(services));
export type LazyOffersPanels = ReturnType<typeof lazyOffersPanels>;

export const lazySpendingPanels = (services: SpendingServices) =>
  new LazyRestoredPanels(async () => new (await import('./spending/panel')).SpendingPanels(services));
export type LazySpendingPanels = ReturnType<typeof lazySpendingPanels>;

export const lazyTwoFactorPanels = (services: TwoFactorServices) =>
  new LazyPanels(async () => new (await import('./twoFactor/panel')).TwoFactorPanels(services));
export type LazyTwoFactorPanels = ReturnType<typeof lazyTwoFactorPanels>;

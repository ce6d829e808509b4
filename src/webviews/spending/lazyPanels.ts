import type * as vscode from 'vscode';
import type { PanelServices, SpendingPanels } from './panel';

/** The panel. Its code is loaded on first use. */
export class LazySpendingPanels implements vscode.Disposable {
  readonly #services: PanelServices;
  #panels: Promise<SpendingPanels> | undefined;

  constructor(services: PanelServices) {
    this.#services = services;
  }

  /** @throws LocalError 'not_signed_in' if no account is signed in */
  async show(): Promise<void> {
    this.#panels ??= import('./panel').then(({ SpendingPanels }) => new SpendingPanels(this.#services));
    (await this.#panels).show();
  }

  dispose(): void {
    void this.#panels?.then((panels) => panels.dispose());
  }
}

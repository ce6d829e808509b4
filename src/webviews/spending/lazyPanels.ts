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
    (await this.#load()).show();
  }

  /**
   * Fills a panel that VS Code shows again after a reload.
   *
   * @param state what VS Code has kept of it
   * @throws LocalError 'not_signed_in' if no account is signed in
   */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    (await this.#load()).restore(panel, state);
  }

  #load(): Promise<SpendingPanels> {
    return (this.#panels ??= import('./panel').then(
      ({ SpendingPanels }) => new SpendingPanels(this.#services),
    ));
  }

  dispose(): void {
    void this.#panels?.then((panels) => panels.dispose());
  }
}

import type * as vscode from 'vscode';
import type { PanelQuery } from '../../domain/offers/filters/panelQuery';
import type { OffersPanels, PanelServices } from './panel';

/** The panel. Its code is loaded on first use. */
export class LazyOffersPanels implements vscode.Disposable {
  readonly #services: PanelServices;
  #panels: Promise<OffersPanels> | undefined;

  constructor(services: PanelServices) {
    this.#services = services;
  }

  /**
   * @param change what to look for instead of what was looked for last
   * @throws LocalError 'not_signed_in' if no account is signed in
   */
  async show(change: Partial<PanelQuery> = {}): Promise<void> {
    (await this.#load()).show(change);
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

  #load(): Promise<OffersPanels> {
    return (this.#panels ??= import('./panel').then(({ OffersPanels }) => new OffersPanels(this.#services)));
  }

  dispose(): void {
    void this.#panels?.then((panels) => panels.dispose());
  }
}

import type * as vscode from 'vscode';
import type { PanelQuery } from '../../domain/offers/panelQuery';
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
    this.#panels ??= import('./panel').then(({ OffersPanels }) => new OffersPanels(this.#services));
    (await this.#panels).show(change);
  }

  dispose(): void {
    void this.#panels?.then((panels) => panels.dispose());
  }
}

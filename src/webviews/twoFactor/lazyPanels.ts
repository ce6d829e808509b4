import type * as vscode from 'vscode';
import type { PanelServices, ShowOptions, TwoFactorPanels } from './panel';

/** The panel. Its code is loaded on first use. */
export class LazyTwoFactorPanels implements vscode.Disposable {
  readonly #services: PanelServices;
  #panels: Promise<TwoFactorPanels> | undefined;

  constructor(services: PanelServices) {
    this.#services = services;
  }

  /** @throws LocalError 'not_signed_in' if no account is signed in */
  async show(options: ShowOptions = {}): Promise<void> {
    this.#panels ??= import('./panel').then(({ TwoFactorPanels }) => new TwoFactorPanels(this.#services));
    (await this.#panels).show(options);
  }

  dispose(): void {
    void this.#panels?.then((panels) => panels.dispose());
  }
}

import type * as vscode from 'vscode';
import type { PanelServices, TwoFactorPanels } from './panel';

/** The panel, whose code is loaded with its first use. */
export class LazyTwoFactorPanels implements vscode.Disposable {
  readonly #services: PanelServices;
  #panels: Promise<TwoFactorPanels> | undefined;

  constructor(services: PanelServices) {
    this.#services = services;
  }

  /** @throws ApiError 'unauthorized' when nobody is signed in */
  async show(): Promise<void> {
    this.#panels ??= import('./panel').then(({ TwoFactorPanels }) => new TwoFactorPanels(this.#services));
    (await this.#panels).show();
  }

  dispose(): void {
    void this.#panels?.then((panels) => panels.dispose());
  }
}

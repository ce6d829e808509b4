import * as vscode from 'vscode';
import { isBilled } from './money/accountCosts';
import type { AllCosts } from './money/allCosts';
import { counted } from '../domain/format';

/** The number on the icon in the activity bar: how many instances and volumes are billed, in all signed-in accounts. */
export class BilledBadge implements vscode.Disposable {
  readonly #view: Pick<vscode.TreeView<unknown>, 'badge'>;
  readonly #costs: AllCosts;
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(view: Pick<vscode.TreeView<unknown>, 'badge'>, costs: AllCosts) {
    this.#view = view;
    this.#costs = costs;
    this.#subscriptions = costs.onDidChange(() => this.#draw());
    this.#draw();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #draw(): void {
    const billed = [...this.#costs.all.values()].filter(isBilled);
    const count = billed.reduce((sum, { instances, volumes }) => sum + instances + (volumes?.count ?? 0), 0);
    if ((this.#view.badge?.value ?? 0) === count) return;
    const tooltip = counted(
      count,
      vscode.l10n.t('{0} instance or volume is billed|{0} instances and volumes are billed'),
    );
    this.#view.badge = count > 0 ? { value: count, tooltip } : undefined;
  }
}

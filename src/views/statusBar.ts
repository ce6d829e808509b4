import * as vscode from 'vscode';
import { burnRate, formatPerHour, formatPerMonth } from '../domain/cost';
import { lifecycleOf } from '../domain/lifecycle';
import type { InstanceStore } from '../stores/instanceStore';

/** What all instances cost right now, always in sight while there are any. */
export class StatusBar implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #subscription: vscode.Disposable;
  readonly #store: InstanceStore;

  constructor(store: InstanceStore) {
    this.#store = store;
    this.#item = vscode.window.createStatusBarItem('gpuRental.cost', vscode.StatusBarAlignment.Left, 0);
    this.#item.name = vscode.l10n.t('GPU Rental: cost');
    this.#item.command = 'gpuRental.instances.focus';
    this.#subscription = store.onDidChange(() => this.#draw());
    this.#draw();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #draw(): void {
    const { error, instances: known } = this.#store.state;
    const instances = [...known.values()];
    if (instances.length === 0) {
      this.#item.hide();
      return;
    }
    const rate = burnRate(instances);
    const running = instances.filter((instance) => lifecycleOf(instance).billing === 'compute').length;
    const stale = error === undefined ? '' : ' $(warning)';
    this.#item.text = `$(circuit-board) ${formatPerHour(rate)}${stale}`;
    this.#item.tooltip = [
      vscode.l10n.t('{0} running, {1} not running', running, instances.length - running),
      vscode.l10n.t('{0} now; {1} if it stays so', formatPerHour(rate), formatPerMonth(rate)),
      ...(error === undefined ? [] : [vscode.l10n.t('The last refresh failed, so this may be out of date.')]),
    ].join('\n');
    this.#item.accessibilityInformation = {
      label: vscode.l10n.t('GPU Rental: {0} dollars per hour, {1} running', Number(rate.toFixed(3)), running),
    };
    this.#item.show();
  }
}

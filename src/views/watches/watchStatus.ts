import * as vscode from 'vscode';
import { commandId } from '../../commandNames';
import type { WatchStore } from '../../stores/watches/watchStore';
import { counted } from '../../domain/format';

/** Says in the status bar that searches are watched, as long as some are. */
export class WatchStatus implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #watches: Pick<WatchStore, 'listed'>;
  readonly #subscription: { dispose(): unknown };

  constructor(watches: Pick<WatchStore, 'listed' | 'onDidChange'>) {
    this.#watches = watches;
    this.#item = vscode.window.createStatusBarItem('gpuRental.watches', vscode.StatusBarAlignment.Left, -1);
    this.#item.name = vscode.l10n.t('GPU Rental: watched offers');
    this.#item.command = commandId('listWatches');
    this.#subscription = watches.onDidChange(() => this.#draw());
    this.#draw();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #draw(): void {
    const running = this.#watches.listed.filter(({ watch }) => !watch.ended);
    if (running.length === 0) {
      this.#item.hide();
      return;
    }
    const isFailing = running.some(({ watch }) => watch.failures !== undefined);
    const words = counted(
      running.length,
      vscode.l10n.t('{0} search is watched for cheap offers.|{0} searches are watched for cheap offers.'),
    );
    const spoken = isFailing ? `${words} ${vscode.l10n.t('The last search failed.')}` : words;
    this.#item.text = `$(${isFailing ? 'warning' : 'eye'}) ${running.length}`;
    this.#item.tooltip = spoken;
    this.#item.accessibilityInformation = { label: spoken };
    this.#item.show();
  }
}

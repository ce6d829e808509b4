import * as vscode from 'vscode';
import { ignore, type Log } from '../log/log';
import type { LazyOffersPanels, LazySpendingPanels } from '../webviews/lazyPanels';

interface Services {
  /** Resolves when the signed-in accounts are known. */
  ready: Promise<void>;
  offersPanel: Pick<LazyOffersPanels, 'restore'>;
  spendingPanel: Pick<LazySpendingPanels, 'restore'>;
}

/** The panels that come back when the window is reloaded. Never the one for two-factor login, which shows secrets. */
const restoredPanels = { 'gpuRental.offers': 'offersPanel', 'gpuRental.spending': 'spendingPanel' } as const;

/** Fills these panels again after a reload. @param services built when there is one to fill */
export function restorePanels(services: () => Promise<Services>, log: Log): vscode.Disposable {
  const restore = async (
    name: 'offersPanel' | 'spendingPanel',
    panel: vscode.WebviewPanel,
    state: unknown,
  ) => {
    const built = await services();
    await built.ready;
    await built[name].restore(panel, state);
  };
  return vscode.Disposable.from(
    ...Object.entries(restoredPanels).map(([type, name]) =>
      vscode.window.registerWebviewPanelSerializer(type, {
        deserializeWebviewPanel: (panel, state: unknown) =>
          restore(name, panel, state).catch((error: unknown) => {
            panel.dispose();
            ignore(log, 'a panel without an account in use is closed')(error);
          }),
      }),
    ),
  );
}

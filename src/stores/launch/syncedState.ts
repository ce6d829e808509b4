import type * as vscode from 'vscode';

export const savedLaunchesKey = 'gpuRental.savedLaunches';
export const closedLaunchKey = 'gpuRental.closedLaunch';
export const offersPanelKey = 'gpuRental.offersPanel';

/**
 * Has Settings Sync bring what a person arranged to their other computers: saved launches, whose types can't contain a
 * secret, and the columns, axes and plan of the offers panel. Everything else belongs to this computer or account.
 */
export const syncState = (globalState: vscode.ExtensionContext['globalState']): void =>
  globalState.setKeysForSync([savedLaunchesKey, offersPanelKey]);

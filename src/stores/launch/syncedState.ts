import type * as vscode from 'vscode';
import { savedLaunchesKey } from './launchStore';
import { offersPanelKey } from '../offers/panelMemory';

/**
 * Has Settings Sync bring what a person arranged to their other computers: saved launches, whose types can't contain a
 * secret, and the columns, axes and plan of the offers panel. Everything else belongs to this computer or account.
 */
export const syncState = (globalState: vscode.ExtensionContext['globalState']): void =>
  globalState.setKeysForSync([savedLaunchesKey, offersPanelKey]);

import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import type { OptionalFeature } from './optionalFeatures';

/** Why a part of the service can't be used here. */
export function explained(feature: OptionalFeature, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const text = {
    apiKeys: vscode.l10n.t('API keys can’t be managed here with this account. Use the web console.'),
    bids: vscode.l10n.t('Bids can’t be changed here with this account. Use the web console.'),
    reboot: vscode.l10n.t('This account can’t reboot instances here. Stop and start it instead.'),
    recycle: vscode.l10n.t('This account can’t recreate instances here. Destroy it and rent again instead.'),
    changes: vscode.l10n.t('This account can’t change instances in place here. Rent another one instead.'),
    charges: vscode.l10n.t('Charges can’t be read here with this account. Use the web console.'),
    cloudCopies: vscode.l10n.t('This account can’t copy with cloud storage here. Use the web console.'),
    copies: vscode.l10n.t(
      'This account can’t copy between instances here. Copy through this computer instead.',
    ),
    commands: vscode.l10n.t('This account can’t run commands on stopped instances here. Start it first.'),
    logs: vscode.l10n.t('Logs can’t be read here with this account. The web console may show them.'),
    overlays: vscode.l10n.t(
      'This account can’t connect instances by a network here. Select instances that reach each other instead.',
    ),
    prepaying: vscode.l10n.t('This account can’t prepay for instances here. Use the web console.'),
    snapshots: vscode.l10n.t('This account can’t push snapshots here. Copy the files instead.'),
    variables: vscode.l10n.t('Variables can’t be managed here with this account. Use the web console.'),
    sshKeys: vscode.l10n.t('SSH keys can’t be managed here with this account. Use the web console.'),
  }[feature];
  return error.reworded(`${error.message} ${text}`);
}

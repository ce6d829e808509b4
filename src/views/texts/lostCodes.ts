import * as vscode from 'vscode';
import { showWarning } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import type { AccountStore } from '../../stores/account/accountStore';

/** Tells that new backup codes were lost. Resolves to what the person wants then; undefined for nothing. */
export async function showLostCodes(
  account: NonNullable<AccountStore['active']>,
  areAwaited: boolean,
): Promise<'renew' | 'stored' | undefined> {
  const renew = vscode.l10n.t('Create New Codes…');
  const stored = vscode.l10n.t('I’ve Stored Them');
  const name = accountName(account);
  const text = areAwaited
    ? vscode.l10n.t(
        'The window closed before the service answered with new backup codes of {0}. The old ones may no longer work.',
        name,
      )
    : vscode.l10n.t(
        'The window closed before you confirmed that the new backup codes of {0} are stored. They can’t be shown again; the old ones no longer work.',
        name,
      );
  const pressed = await showWarning(text, renew, ...(areAwaited ? [] : [stored]));
  if (pressed === renew) return 'renew';
  return pressed === stored ? 'stored' : undefined;
}

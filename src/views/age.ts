import * as vscode from 'vscode';

/** How long ago something was, in words. */
export function ageWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return vscode.l10n.t('less than a minute ago');
  if (minutes === 1) return vscode.l10n.t('a minute ago');
  return minutes < 120
    ? vscode.l10n.t('{0} minutes ago', minutes)
    : vscode.l10n.t('{0} hours ago', Math.floor(minutes / 60));
}

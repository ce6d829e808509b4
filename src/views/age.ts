import * as vscode from 'vscode';
import { formatAgo } from '../domain/format';

/** How long ago something was, in words. */
export function ageWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return vscode.l10n.t('less than a minute ago');
  return minutes < 120 ? formatAgo(minutes, 'minute') : formatAgo(Math.floor(minutes / 60), 'hour');
}

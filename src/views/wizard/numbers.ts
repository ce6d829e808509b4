import * as vscode from 'vscode';

/** A positive number as a person types it, or what is wrong with it. A decimal comma counts as a point. */
export function positiveNumber(text: string): { value?: number; problem?: string } {
  const value = Number(text.trim().replace(',', '.').replace(/^\$/, ''));
  if (text.trim() === '' || !Number.isFinite(value)) return { problem: vscode.l10n.t('A number is needed.') };
  return value > 0 ? { value } : { problem: vscode.l10n.t('A number above zero is needed.') };
}

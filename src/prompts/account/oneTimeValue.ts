import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { showModal } from '../../ask/modal';
import { showStatus } from '../../ask/notify';

/** A value that nobody can be shown again. */
export interface OneTimeValue {
  message: string;
  detail: string;
  value: string;
  /** The label of the button that copies it. */
  copy: string;
  /** Labels of further buttons. */
  options?: readonly string[];
}

/**
 * Shows a dialog that stays until the value was copied or the person has closed it twice. Resolves to the other button
 * that was pressed.
 */
export async function handOverOnce(once: OneTimeValue): Promise<string | undefined> {
  const { message, detail, copy, options = [] } = once;
  const pressed = await showModal(message, detail, [copy, ...options], { warns: false });
  if (pressed === copy) await copyValue(once);
  if (pressed !== undefined) return pressed === copy ? undefined : pressed;
  const question = vscode.l10n.t('Close without copying it?');
  const again = await showModal(question, vscode.l10n.t('It can’t be shown again.'), [copy], { warns: true });
  if (again === copy) await copyValue(once);
  return undefined;
}

async function copyValue(once: OneTimeValue): Promise<void> {
  try {
    await vscode.env.clipboard.writeText(once.value);
    showStatus('check', vscode.l10n.t('Copied'), 4000);
  } catch (error) {
    const detail = vscode.l10n.t('Couldn’t copy it: {0}', describeError(error).message);
    await handOverOnce({ ...once, detail });
  }
}

import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { ApiError, incompleteAnswer } from '../../api/errors';
import type { LoginRequest } from '../../api/endpoints/account/twoFactorRequests';
import { callCommand } from '../../commandNames';
import { showInfo, showWarning } from '../../ask/notify';
import type { LoggedIn } from './twoFactorLogin';
import { formatSentences } from '../../domain/format';

/** True if the key is correct, but the service requires a second factor. */
export function isSecondFactorDemand(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'two_factor_required';
}

/** A login with a session. */
export interface Proved extends LoggedIn {
  /** Secret. */
  sessionKey: string;
}

/**
 * Takes a second factor from a program, or asks the person for one; undefined if they stopped.
 * @throws ApiError also if the service returned no session, because calls with only the key would still be refused
 */
export async function proveSecondFactor(
  client: Client,
  given: LoginRequest | undefined,
  ask: () => Promise<LoggedIn | undefined>,
): Promise<Proved | undefined> {
  const loggedIn = given
    ? { login: await client.twoFactor.logIn(given), byBackupCode: given.backup_code !== undefined }
    : await ask();
  if (!loggedIn) return undefined;
  const { session_key: sessionKey } = loggedIn.login;
  if (sessionKey === undefined)
    throw incompleteAnswer(vscode.l10n.t('The code was accepted, but the service returned no session.'));
  return { ...loggedIn, sessionKey };
}

/** The answer to a backup code contains the number left only if there are any (specification, POST tfa). */
export function codesLeft({ login, byBackupCode }: LoggedIn): { backupCodesRemaining?: number } {
  return byBackupCode ? { backupCodesRemaining: login.backup_codes_remaining ?? 0 } : {};
}

/** Notifies the person about a login. @param kept false if the keyring refused the session key */
export async function notifyLogin(loggedIn: LoggedIn, kept: boolean): Promise<void> {
  const { backupCodesRemaining: left } = codesLeft(loggedIn);
  const isLegacy = loggedIn.login.legacy_tfa_user === true;
  const sentences = [vscode.l10n.t('Signed in with a second factor.')];
  if (left === 0) sentences.push(vscode.l10n.t('That was your last backup code. Create new ones now.'));
  else if (left !== undefined) sentences.push(vscode.l10n.t('Backup codes left: {0}.', left));
  if (isLegacy)
    sentences.push(
      vscode.l10n.t(
        'This account uses an older version of two-factor authentication. Create new backup codes once to upgrade it.',
      ),
    );
  if (!kept)
    sentences.push(
      vscode.l10n.t(
        'The session’s key couldn’t be saved in this system’s keyring. The session lasts until this window closes.',
      ),
    );
  const message = formatSentences(sentences);
  const manage = vscode.l10n.t('Manage Two-Factor Authentication');
  const buttons = left === 0 || isLegacy ? [manage] : [];
  const pressed =
    left === 0 || !kept ? await showWarning(message, ...buttons) : await showInfo(message, ...buttons);
  if (pressed === manage) await callCommand('manageTwoFactor');
}

import * as l10n from '@vscode/l10n';
import { ApiError, type ApiErrorCode } from '../api/errors';
import { isSent, type MethodKind } from './methods';

/** What the service's refusals mean for a code that is never sent: one of an app, or a backup code. */
const sentences: Partial<Record<ApiErrorCode, () => string>> = {
  missing_params: () => l10n.t('The code or its verification is missing. Enter the code again.'),
  '2fa_expired': () => l10n.t('This code has expired. Enter the current one.'),
  challenge_not_found: () => l10n.t('This verification has ended. Enter a code again.'),
  no_challenge_found: () => l10n.t('The verification hasn’t been started. Enter a code again.'),
  '2fa_login_failed': () => l10n.t('The sign-in couldn’t be verified. Check the code.'),
  '2fa_verification_failed': () => l10n.t('This code is incorrect. Check it, and enter the current one.'),
};

/** The error without the advice to send a new code, if codes of this method aren't sent. */
export function withoutSending(error: unknown, kind: MethodKind | undefined): unknown {
  if (kind === undefined || isSent(kind) || !(error instanceof ApiError)) return error;
  // A lock says so itself.
  const sentence = error.lockedUntil === undefined ? sentences[error.code] : undefined;
  return sentence ? error.reworded(sentence()) : error;
}

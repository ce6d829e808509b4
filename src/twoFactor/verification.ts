import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client';
import type { SendSmsRequest, Verification } from '../api/endpoints/account/twoFactorRequests';
import { LocalError } from '../api/localError';
import { isSent, methodTable } from './methods';
import type { MethodKind, Sent, VerificationOption } from './state';
import { ApiError, type ApiErrorCode } from '../api/errors';

/** An option that is being used. */
export interface Verifying {
  option: VerificationOption;
  sent?: Sent | undefined;
}

/** Sends or resends the code of an option. @throws ApiError */
export async function sendCode(
  { client, now }: { client: Client; now: () => number },
  { option, sent }: Verifying,
  again: boolean,
): Promise<Sent> {
  const request = { tfa_method_id: option.methodId, secret: again ? sent?.secret : undefined };
  const secret = await send(client, option.kind, request, again);
  return { secret, to: option.label, at: now() };
}

/** Sends a code with a method. The returned secret is sent together with the code. @throws ApiError */
export async function send(
  client: Client,
  kind: MethodKind,
  request: SendSmsRequest,
  again: boolean,
): Promise<string> {
  const method = methodTable[kind];
  if (!method.send) throw nothingToSend();
  return (await method.send(client.twoFactor, request, again)).secret;
}

/** The typed text in the service's format. @throws LocalError if the text contains no code */
export function readProof({ option, sent }: Verifying, text: string): Verification {
  const code = readCodeOf(option.kind, text);
  if (option.kind === 'backup') return { backup_code: code };
  const proof = { tfa_method: option.kind, code, tfa_method_id: option.methodId };
  if (!isSent(option.kind)) return proof;
  if (!sent) throw nothingSent();
  return { ...proof, secret: sent.secret };
}

/** The code of a method in the typed text. @throws LocalError if there is none */
export function readCodeOf(kind: MethodKind, text: string): string {
  const shape = methodTable[kind].code;
  const code = shape.read(text);
  if (code === undefined) throw new LocalError('missing_code', shape.missing());
  return code;
}

export function nothingSent(): LocalError {
  return new LocalError('nothing_sent', l10n.t('Send a code first.'));
}

export function nothingToSend(): LocalError {
  return new LocalError('no_method', l10n.t('This method doesn’t need a code to be sent.'));
}

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

import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/client';
import type { Verification } from '../../api/endpoints/twoFactorRequests';
import { ApiError } from '../../api/errors';
import { readBackupCode, readCode } from '../../domain/twoFactorInput';
import type { Sent, Way } from './state';

/** A way that is being used. */
export interface Verifying {
  way: Way;
  sent?: Sent | undefined;
}

/** Sends the code of a way, or sends it again. @throws ApiError */
export async function sendCode(
  { client, now }: { client: Client; now: () => number },
  { way, sent }: Verifying,
  again: boolean,
): Promise<Sent> {
  const known = again && sent ? { secret: sent.secret } : {};
  const { secret } = await ask(client, way, known, again);
  return { secret, to: way.label, at: now() };
}

function ask(
  client: Client,
  way: Way,
  known: { secret?: string },
  again: boolean,
): Promise<{ secret: string }> {
  if (way.kind === 'email') return client.twoFactor.sendEmailCode(known);
  if (way.kind !== 'sms') throw nothingToSend();
  const number = idOf(way.methodId);
  return again
    ? client.twoFactor.resendSmsCode({ ...number, ...known })
    : client.twoFactor.sendSmsCode(number);
}

/** What was typed, as the service wants it. @throws ApiError when nothing in the text can be the code */
export function readProof({ way, sent }: Verifying, text: string): Verification {
  if (way.kind === 'backup') {
    const backup_code = readBackupCode(text);
    if (backup_code === undefined)
      throw new ApiError('missing_auth_value', l10n.t('A backup code has three groups of four characters.'));
    return { backup_code };
  }
  const code = readCode(text);
  if (code === undefined) throw new ApiError('missing_auth_value', l10n.t('Enter the 6 digits of the code.'));
  if (way.kind === 'totp') return { tfa_method: 'totp', code, ...idOf(way.methodId) };
  if (!sent) throw new ApiError('no_challenge_found', l10n.t('Have a code sent first.'));
  return { tfa_method: way.kind, code, secret: sent.secret, ...idOf(way.methodId) };
}

export function idOf(methodId: number | undefined): { tfa_method_id?: number } {
  return methodId === undefined ? {} : { tfa_method_id: methodId };
}

export function nothingToSend(): ApiError {
  return new ApiError('invalid_tfa_method', l10n.t('This way needs no code to be sent.'));
}

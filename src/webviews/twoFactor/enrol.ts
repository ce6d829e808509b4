import * as l10n from '@vscode/l10n';
import type { StoredMethod } from '../../api/endpoints/twoFactorRequests';
import { ApiError } from '../../api/errors';
import { authenticatorSkew } from '../../domain/totpSkew';
import { maskNumber, maxMethodLabel, readCode, readPhoneNumber } from '../../domain/twoFactorInput';
import { isDeadChallenge } from './proof';
import type { Context, Next, PageState, Sent, SmsPage, TotpPage } from './state';

/** Begins to set a method up. */
export async function setUp({ client }: Context, method: StoredMethod): Promise<PageState> {
  if (method === 'sms') return { kind: 'sms', phone: '' };
  const { secret, provisioning_uri } = await client.twoFactor.setUpTotp();
  if (!provisioning_uri.startsWith('otpauth://'))
    throw new ApiError('invalid_response', l10n.t('The service sent a secret that no app can read.'));
  return { kind: 'totp', secret, uri: provisioning_uri };
}

/** Sends a code to a number that shall become a method. */
export async function sendToNumber(context: Context, page: SmsPage, text: string): Promise<Sent> {
  const phone = readPhoneNumber(text);
  if (phone === undefined)
    throw new ApiError(
      'missing_phone_number',
      l10n.t('Enter the number with its country code, such as +44 7700 900123.'),
    );
  page.phone = phone;
  const { secret } = await context.client.twoFactor.sendSmsCode({ phone_number: phone });
  return { secret, to: maskNumber(phone), at: context.now() };
}

export async function resendToNumber(context: Context, { phone, sent }: SmsPage): Promise<Sent> {
  const known = sent ? { secret: sent.secret } : {};
  const { secret } = await context.client.twoFactor.resendSmsCode({ phone_number: phone, ...known });
  return { secret, to: maskNumber(phone), at: context.now() };
}

/** Activates the method with its first code. */
export async function confirm(
  { client, now }: Context,
  page: TotpPage | SmsPage,
  given: { code: string; label: string },
): Promise<Next> {
  const code = readCode(given.code);
  if (code === undefined) throw new ApiError('missing_auth_value', l10n.t('Enter the 6 digits of the code.'));
  const label = checkedLabel(given.label);
  const request = { tfa_method: page.kind, code, ...(label ? { label } : {}) };
  if (page.kind === 'sms' && !page.sent)
    throw new ApiError('no_challenge_found', l10n.t('Have a code sent first.'));
  const secrets =
    page.kind === 'totp'
      ? { secret: page.secret }
      : { secret: page.sent?.secret ?? '', phone_number: page.phone };
  const { backup_codes } = await client.twoFactor
    .confirmMethod({ ...request, ...secrets })
    .catch((error: unknown) => {
      if (page.kind === 'totp') throw withSkew(error, page.secret, code, now());
      if (isDeadChallenge(error)) page.sent = undefined;
      throw error;
    });
  if (backup_codes)
    return {
      page: { kind: 'codes', codes: backup_codes, again: false, saved: false },
      changed: true,
      codes: backup_codes,
    };
  const text =
    page.kind === 'totp' ? l10n.t('The authenticator app was added.') : l10n.t('The phone was added.');
  return { page: { kind: 'overview' }, changed: true, notice: { tone: 'info', text } };
}

export function isLongLabel(text: string): boolean {
  return Array.from(text.trim()).length > maxMethodLabel;
}

export function checkedLabel(text: string): string {
  const label = text.trim();
  if (isLongLabel(label))
    throw new ApiError('bad_request', l10n.t('A label has at most {0} characters.', maxMethodLabel));
  return label;
}

/** A right code at the wrong time is the phone's clock, which nobody would guess from "wrong code". */
function withSkew(error: unknown, secret: string, code: string, now: number): unknown {
  if (!(error instanceof ApiError) || error.code !== '2fa_verification_failed') return error;
  const skew = authenticatorSkew(secret, code, now);
  const message =
    skew === undefined
      ? l10n.t(
          'This code is not right. Take the one the app shows now for this account, and check that the phone sets its clock automatically.',
        )
      : Math.abs(skew) <= 30
        ? undefined
        : skew < 0
          ? l10n.t(
              'This code is {0} minutes old. Either it was typed late, or the phone’s clock is behind: let the phone set it automatically.',
              minutes(skew),
            )
          : l10n.t(
              'This code belongs to a time {0} minutes ahead. The phone’s clock is fast, or this computer’s is slow: let both set it automatically.',
              minutes(skew),
            );
  return message === undefined ? error : new ApiError(error.code, message, error);
}

function minutes(seconds: number): string {
  return String(Math.round((Math.abs(seconds) / 60) * 2) / 2);
}

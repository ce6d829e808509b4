import * as l10n from '@vscode/l10n';
import type { StoredMethod } from '../api/endpoints/account/twoFactorRequests';
import { ApiError, incompleteAnswer } from '../api/errors';
import { LocalError } from '../api/localError';
import { formatSpan } from '../domain/format';
import { authenticatorSkew } from '../domain/twoFactor/totpSkew';
import { maxMethodLabel } from '../domain/twoFactor/twoFactorInput';
import { warn, withoutCodes } from './lostResponse';
import { isDeadChallenge } from './proof';
import { methodTable } from './methods';
import {
  type Context,
  type Next,
  type PageState,
  type PhonePage,
  type SecretPage,
  type Sent,
  told,
  withCodes,
} from './state';
import { withoutSending, nothingSent, readCodeOf, send } from './verification';
import type { PhoneMistake, PhoneNumber } from '../domain/account/phoneNumber';

/** Starts setting up a method. */
export async function setUp({ client }: Context, method: StoredMethod): Promise<PageState> {
  const { enrol } = methodTable[method];
  if (enrol.needs === 'phone') return { kind: 'phone', method, phone: '' };
  const { secret, provisioning_uri } = await enrol.begin(client.twoFactor);
  if (!provisioning_uri.startsWith('otpauth://'))
    throw incompleteAnswer(l10n.t('The service sent an invalid secret.'));
  return { kind: 'secret', method, secret, uri: provisioning_uri };
}

/** Sends a code to a number to set it up as a method. */
export async function sendToNumber(context: Context, page: PhonePage, text: string): Promise<Sent> {
  const { number, written } = await checkedNumber(text);
  page.phone = number;
  const secret = await send(context.client, page.method, { phone_number: number }, false);
  return { secret, to: written, at: context.now() };
}

export async function resendToNumber(context: Context, { method, phone, sent }: PhonePage): Promise<Sent> {
  const request = { phone_number: phone, secret: sent?.secret };
  const secret = await send(context.client, method, request, true);
  return { secret, to: sent?.to ?? phone, at: context.now() };
}

/** Activates the method with its first code. */
export async function confirm(
  { client, now, known }: Context,
  page: SecretPage | PhonePage,
  given: { code: string; label: string },
): Promise<Next> {
  const code = readCodeOf(page.method, given.code);
  const label = checkedLabel(given.label);
  const request = { tfa_method: page.method, code, label: label || undefined };
  if (page.kind === 'phone' && !page.sent) throw nothingSent();
  const secrets =
    page.kind === 'secret'
      ? { secret: page.secret }
      : { secret: page.sent?.secret ?? '', phone_number: page.phone };
  const { backup_codes } = await client.twoFactor
    .confirmMethod({ ...request, ...secrets })
    .catch((error: unknown) => {
      if (page.kind === 'secret')
        throw withSkew(withoutSending(error, page.method), page.secret, code, now());
      if (isDeadChallenge(error)) page.sent = undefined;
      throw error;
    });
  if (backup_codes?.length) return withCodes(backup_codes);
  if (known.status.methods.length === 0) return { ...warn(withoutCodes()), changed: true };
  return { page: { kind: 'overview' }, changed: true, ...told(methodTable[page.method].enrol.added()) };
}

export function isLongLabel(text: string): boolean {
  return Array.from(text.trim()).length > maxMethodLabel;
}

export function checkedLabel(text: string): string {
  const label = text.trim();
  if (isLongLabel(label))
    throw new LocalError('invalid_input', l10n.t('A label can have at most {0} characters.', maxMethodLabel));
  return label;
}

/** A code for another time means that a clock is wrong. "Wrong code" wouldn't help with that. */
function withSkew(error: unknown, secret: string, code: string, now: number): unknown {
  if (!(error instanceof ApiError) || error.code !== '2fa_verification_failed') return error;
  const skew = authenticatorSkew(secret, code, now);
  if (skew === undefined)
    return error.reworded(
      l10n.t(
        'This code is incorrect. Use the one the app shows now for this account, and check that the phone sets its clock automatically.',
      ),
    );
  if (Math.abs(skew) <= 30) return error;
  const old = l10n.t(
    'This code is {0} old. It was entered too late, or the phone’s clock is slow. Let the phone set its clock automatically.',
    minutes(skew),
  );
  const ahead = l10n.t(
    'This code is {0} ahead. The phone’s clock is fast, or this computer’s is slow. Let both set their clock automatically.',
    minutes(skew),
  );
  return error.reworded(skew < 0 ? old : ahead);
}

/** "2.5 minutes" */
const minutes = (seconds: number): string =>
  formatSpan(Math.round((Math.abs(seconds) / 60) * 2) / 2, 'minute');

/** The typed number. Loads the numbering plans on first use. @throws LocalError that says what is wrong with it */
async function checkedNumber(text: string): Promise<PhoneNumber> {
  const { readPhoneNumber } = await import('../domain/account/phoneNumber');
  const read = readPhoneNumber(text);
  if ('mistake' in read) throw new LocalError('invalid_input', sentenceFor(read.mistake));
  return read;
}

function sentenceFor(mistake: PhoneMistake): string {
  switch (mistake.kind) {
    case 'empty':
      return l10n.t('Enter a phone number.');
    case 'otherCharacters':
      return l10n.t('A phone number can have only digits, and a + at the start.');
    case 'noCallingCode':
      return l10n.t('Choose the country, or start with its code, such as +44.');
    case 'unknownCallingCode':
      return l10n.t('No country has the code {0}. Check the digits after the +.', mistake.code);
    case 'trunkPrefix':
      return l10n.t('Leave out the {0} after {1}.', mistake.prefix, mistake.code);
    case 'tooShort':
      return l10n.t('This number is too short. Digits are missing after {0}.', mistake.code);
    case 'tooLong':
      return l10n.t('This number is too long for {0}. Remove the extra digits.', mistake.code);
    case 'wrongLength':
      return l10n.t('This number has the wrong length for {0}.', mistake.code);
  }
}

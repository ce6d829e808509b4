import type { Account } from '../accounts/account';
import type { World } from '../world';
import type { Challenge } from './challenges';
import { twoFactorError } from './errors';
import { noSuchMethod } from './methods';

/** Sends a new code of the challenge by e-mail. @throws ServiceError when the account has no verified e-mail */
export function sendEmailCode(world: World, account: Account, challenge: Challenge): void {
  challenge.channel = 'email';
  world.messenger.sendEmail(account, world.challenges.newCode(challenge));
}

/** @throws ServiceError `missing_email`, `email_not_verified` */
export function requireVerifiedEmail(account: Account): void {
  if (account.email === undefined)
    throw twoFactorError('missing_email', 'The account has no e-mail address.');
  if (account.emailVerifiedAt === undefined) {
    throw twoFactorError('email_not_verified', 'Verify your e-mail address first.');
  }
}

/** As `requireVerifiedEmail`; administrators are exempt on the SMS endpoints only (Two-factor endpoints, rule 1). */
export function requireVerifiedEmailForSms(account: Account): void {
  if (!account.isAdmin) requireVerifiedEmail(account);
}

/** Sends a new code of the challenge by SMS to its number. */
export function sendSmsCode(world: World, account: Account, challenge: Challenge, number: string): void {
  challenge.channel = 'sms';
  challenge.phoneNumber = number;
  world.messenger.sendSms(account, number, world.challenges.newCode(challenge));
}

/**
 * The number that an SMS call means: the method's, the given one, or the one on the account.
 * @throws ServiceError `not_found`, `phone_number_mismatch`, `missing_phone_number`
 */
export function numberFor(
  account: Account,
  given: { phone_number: string | undefined; tfa_method_id: number | undefined },
): string {
  const { tfa } = account;
  if (given.tfa_method_id !== undefined) {
    const method = tfa.methods.find((one) => one.id === given.tfa_method_id && one.method === 'sms');
    if (method?.phoneNumber === undefined) throw noSuchMethod();
    if (given.phone_number !== undefined && given.phone_number !== method.phoneNumber) throw numberMismatch();
    return method.phoneNumber;
  }
  const onAccount = knownNumbers(account);
  const number = given.phone_number ?? onAccount[0];
  if (number === undefined) throw twoFactorError('missing_phone_number', 'A phone number is required.');
  return number;
}

/** The numbers of an account, the primary method's first. */
export function knownNumbers({ tfa }: Account): string[] {
  const methods = tfa.methods.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  return [...methods.map((one) => one.phoneNumber), tfa.phoneNumber].filter((number) => number !== undefined);
}

export function numberMismatch() {
  return twoFactorError('phone_number_mismatch', 'The number differs from the one the code was sent to.');
}

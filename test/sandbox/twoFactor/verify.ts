import type { Account } from '../accounts/account';
import type { World } from '../world';
import { useBackupCode } from './backupCodes';
import type { Challenge } from './challenges';
import { twoFactorError } from './errors';
import type { Proof } from './fields';
import { countFailure, countSuccess, lockMembers, pickMethod, refuseLocked } from './methods';
import type { Method } from './state';
import { stepOfCode } from './totp';

/** What the caller has proved to have. */
export type Verified =
  | { by: 'backup_code' }
  | { by: 'email' }
  | { by: 'method'; method: Method }
  | { by: 'legacy_phone' };

/** The error for a wrong code, which differs at login. */
export type FailureCode = '2fa_login_failed' | '2fa_verification_failed';

/**
 * Checks a proof of a second factor. Each code works only once.
 * @throws ServiceError one of the two-factor errors
 */
export function verifyProof(world: World, account: Account, proof: Proof, failure: FailureCode): Verified {
  if (proof.backup_code !== undefined) {
    useBackupCode(account.tfa, proof.backup_code);
    return { by: 'backup_code' };
  }
  if (proof.code === undefined)
    throw twoFactorError('missing_auth_value', 'A code or a backup code is required.');
  switch (proof.tfa_method ?? 'sms') {
    case 'totp':
      return verifyTotp(world, account, proof.code, proof.tfa_method_id, failure);
    case 'sms':
      return verifySms(world, account, proof, proof.code, failure);
    case 'email':
      return verifyEmail(world, account, proof, proof.code, failure);
  }
}

export function verifyTotp(
  world: World,
  account: Account,
  code: string,
  methodId: number | undefined,
  failure: FailureCode,
): Verified {
  const now = world.clock.now();
  const method = pickMethod(account.tfa, 'totp', methodId);
  if (method?.totpSecret === undefined) {
    throw twoFactorError(
      'tfa_method_not_configured',
      'The authenticator is not configured. Set it up again.',
    );
  }
  refuseLocked(method, now);
  const step = stepOfCode(method.totpSecret, code, now);
  if (step === undefined || step <= method.lastStep) throw wrongCode(method, now, failure);
  method.lastStep = step;
  countSuccess(method, now);
  return { by: 'method', method };
}

function verifySms(
  world: World,
  account: Account,
  proof: Proof,
  code: string,
  failure: FailureCode,
): Verified {
  const now = world.clock.now();
  const method = pickMethod(account.tfa, 'sms', proof.tfa_method_id);
  const number = method?.phoneNumber ?? (account.tfa.legacy ? account.tfa.phoneNumber : undefined);
  if (number === undefined) throw twoFactorError(failure, 'No phone number is set up for this account.');
  if (method !== undefined) refuseLocked(method, now);
  const challenge = sentChallenge(world, account, proof.secret, 'sms');
  if (challenge.phoneNumber !== number) {
    throw twoFactorError('phone_number_mismatch', 'The code was sent to another number.');
  }
  if (!world.challenges.matches(challenge, code)) {
    if (method === undefined) throw twoFactorError(failure, 'The code is wrong.');
    throw wrongCode(method, now, failure);
  }
  world.challenges.consume(challenge);
  if (method === undefined) return { by: 'legacy_phone' };
  countSuccess(method, now);
  return { by: 'method', method };
}

function verifyEmail(
  world: World,
  account: Account,
  proof: Proof,
  code: string,
  failure: FailureCode,
): Verified {
  const challenge = sentChallenge(world, account, proof.secret, 'email');
  if (!world.challenges.matches(challenge, code)) throw twoFactorError(failure, 'The code is wrong.');
  world.challenges.consume(challenge);
  return { by: 'email' };
}

/** The challenge of a secret, through which a code was sent. */
export function sentChallenge(
  world: World,
  account: Account,
  secret: string | undefined,
  channel: 'sms' | 'email',
): Challenge {
  if (secret === undefined)
    throw twoFactorError('no_challenge_found', 'Request a code first and send its secret.');
  const challenge = world.challenges.find(secret, account.id);
  if (challenge.channel !== channel || challenge.code === undefined) {
    throw twoFactorError('no_challenge_found', 'No code was sent in this way for this secret.');
  }
  return challenge;
}

function wrongCode(method: Method, now: number, failure: FailureCode) {
  countFailure(method, now);
  return twoFactorError(failure, 'The code is wrong.', lockMembers(method));
}

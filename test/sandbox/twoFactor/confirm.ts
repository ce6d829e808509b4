import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../accounts/account';
import { FAILURES_BEFORE_LOCK } from '../choices';
import { optional } from '../http/body';
import type { World } from '../world';
import { renewBackupCodes } from './backupCodes';
import { callerByKey } from './caller';
import { twoFactorError } from './errors';
import { anyMethod, code, label, parseTwoFactorBody, phoneNumber } from './fields';
import { numberMismatch } from './send';
import type { Method } from './state';
import { stepOfCode } from './totp';
import { sentChallenge } from './verify';

const confirmBody = z.object({
  tfa_method: anyMethod,
  code: optional(code),
  secret: optional(z.string()),
  phone_number: optional(phoneNumber),
  label: optional(label),
});

/**
 * POST confirm-new: activates a method whose first code is right; the account's first one brings ten backup
 * codes (specification, Two-factor endpoints).
 */
export function confirmNewMethod(world: World, request: FastifyRequest) {
  const { account } = callerByKey(world, request, 'user_write');
  const body = parseTwoFactorBody(confirmBody, request.body);
  if (body.tfa_method === 'email') {
    throw twoFactorError('invalid_tfa_method', 'E-mail cannot be added as a method.');
  }
  if (body.code === undefined || body.secret === undefined) {
    throw twoFactorError('missing_params', 'code and secret are required.');
  }
  requireAuthorization(world, account);
  const isSecond = account.tfa.methods.some((one) => one.method === body.tfa_method);
  if (isSecond && world.settings.tfaMethodsOfAKind === 'one') {
    throw twoFactorError('duplicate_tfa_method', 'This kind of method is configured already.');
  }
  const proven =
    body.tfa_method === 'totp'
      ? confirmTotp(world, account, body.secret, body.code)
      : confirmSms(world, account, body.secret, body.code, body.phone_number);
  const first = account.tfa.methods.length === 0;
  addMethod(world, account, { method: body.tfa_method, label: body.label, ...proven });
  const msg =
    body.tfa_method === 'totp'
      ? 'The authenticator app was added.'
      : 'The phone number was added for SMS codes.';
  return {
    success: true,
    msg,
    ...(first ? { backup_codes: renewBackupCodes(account.tfa, world.random) } : {}),
  };
}

/** @throws ServiceError 503 `service_unavailable`, 403 `authorization_required` */
function requireAuthorization(world: World, account: Account): void {
  world.messenger.failIfAsked('service_unavailable');
  if (world.clock.now() < account.tfa.authorizedUntil) return;
  throw twoFactorError('authorization_required', 'Authorize the new method first.');
}

interface Proven {
  phoneNumber?: string;
  totpSecret?: string;
  lastStep?: number;
}

function confirmTotp(world: World, account: Account, secret: string, given: string): Proven {
  const { tfa } = account;
  const setup = tfa.setupSecrets.find((one) => one.secret === secret);
  if (setup === undefined)
    throw twoFactorError('challenge_not_found', 'This secret was not given out by totp-setup.');
  const step = stepOfCode(secret, given, world.clock.now());
  if (step === undefined) {
    setup.failCount += 1;
    if (setup.failCount >= FAILURES_BEFORE_LOCK)
      tfa.setupSecrets = tfa.setupSecrets.filter((one) => one !== setup);
    throw twoFactorError('2fa_verification_failed', 'The code is wrong.');
  }
  tfa.setupSecrets = [];
  return { totpSecret: secret, lastStep: step };
}

function confirmSms(
  world: World,
  account: Account,
  secret: string,
  given: string,
  number: string | undefined,
): Proven {
  if (number === undefined) throw twoFactorError('missing_phone_number', 'phone_number is required.');
  const challenge = sentChallenge(world, account, secret, 'sms');
  if (challenge.phoneNumber !== number) throw numberMismatch();
  if (!world.challenges.matches(challenge, given)) {
    throw twoFactorError('2fa_verification_failed', 'The code is wrong.');
  }
  world.challenges.consume(challenge);
  return { phoneNumber: number };
}

/** Adds a proven method; the first one is primary and ends what was legacy. */
export function addMethod(
  world: World,
  account: Account,
  given: { method: Method['method']; label?: string | undefined } & Proven,
): Method {
  const { tfa } = account;
  const method: Method = {
    id: world.accounts.nextId(),
    method: given.method,
    label: given.label ?? (given.method === 'totp' ? 'Authenticator app' : 'Phone'),
    phoneNumber: given.phoneNumber,
    totpSecret: given.totpSecret,
    lastStep: given.lastStep ?? -1,
    isPrimary: tfa.methods.length === 0,
    failCount: 0,
    lockedUntil: undefined,
    createdAt: world.clock.now(),
    lastUsed: undefined,
  };
  tfa.methods = [...tfa.methods, method];
  tfa.legacy = false;
  return method;
}

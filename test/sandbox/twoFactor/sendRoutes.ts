import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { optional } from '../http/body';
import type { World } from '../world';
import { callerBySecretOrKey, type TwoFactorCaller } from './caller';
import type { Challenge } from './challenges';
import { twoFactorError } from './errors';
import { methodId, parseTwoFactorBody, phoneNumber } from './fields';
import { maskNumber } from './methods';
import {
  knownNumbers,
  numberFor,
  numberMismatch,
  requireVerifiedEmail,
  requireVerifiedEmailForSms,
  sendEmailCode,
  sendSmsCode,
} from './send';

const emailBody = z.object({ secret: optional(z.string()) });
const smsBody = z.object({
  phone_number: optional(phoneNumber),
  tfa_method_id: optional(methodId),
  secret: optional(z.string()),
});

/** Sending codes, also under the deprecated paths (specification, Two-factor endpoints). */
export function registerSendRoutes(app: FastifyInstance, world: World): void {
  app.post('/api/v0/tfa/email/', (request) => sendEmail(world, request));
  for (const path of ['/api/v0/tfa/sms/', '/api/v0/tfa/test/']) {
    app.post(path, async (request) => sendSms(world, request));
  }
  for (const path of ['/api/v0/tfa/sms/resend/', '/api/v0/tfa/resend/']) {
    app.post(path, async (request) => resendSms(world, request));
  }
}

async function sendEmail(world: World, request: FastifyRequest) {
  const caller = callerBySecretOrKey(world, request);
  const body = parseTwoFactorBody(emailBody, request.body);
  requireVerifiedEmail(caller.account);
  const challenge = challengeFor(world, caller, body.secret);
  sendEmailCode(world, caller.account, challenge);
  return { success: true, msg: 'A code was sent to your e-mail address.', secret: challenge.secret };
}

function sendSms(world: World, request: FastifyRequest) {
  const caller = callerBySecretOrKey(world, request);
  const body = parseTwoFactorBody(smsBody, request.body);
  const { account } = caller;
  requireVerifiedEmailForSms(account);
  const number = numberFor(account, body);
  // Without a key, codes go only where the account's owner gets them.
  if (caller.key === undefined && !knownNumbers(account).includes(number)) throw numberMismatch();
  if (world.challenges.liveSms(account.id, number) !== undefined) {
    throw twoFactorError('tfa_challenge_exists', 'A code was sent already. Use resend.');
  }
  const known = body.secret === undefined ? undefined : challengeFor(world, caller, body.secret);
  world.messenger.checkSms(account, number);
  const challenge = known ?? world.challenges.create(account.id);
  sendSmsCode(world, account, challenge, number);
  return { msg: `A code was sent to ${maskNumber(number)}.`, secret: challenge.secret };
}

function resendSms(world: World, request: FastifyRequest) {
  const caller = callerBySecretOrKey(world, request);
  const body = parseTwoFactorBody(smsBody, request.body);
  const { account } = caller;
  requireVerifiedEmailForSms(account);
  const given = body.tfa_method_id === undefined ? body.phone_number : numberFor(account, body);
  const challenge = challengeToResend(world, account.id, body.secret, given);
  const number = challenge.phoneNumber ?? '';
  if (given !== undefined && given !== number) throw numberMismatch();
  world.messenger.checkSms(account, number);
  if (body.secret === undefined) world.challenges.renewSecret(challenge);
  sendSmsCode(world, account, challenge, number);
  return { msg: `A new code was sent to ${maskNumber(number)}.`, secret: challenge.secret };
}

/** The challenge of the secret, or with a Bearer token and no secret a fresh one. */
function challengeFor(world: World, caller: TwoFactorCaller, secret: string | undefined): Challenge {
  if (caller.challenge !== undefined) return caller.challenge;
  return secret === undefined
    ? world.challenges.create(caller.account.id)
    : world.challenges.find(secret, caller.account.id);
}

/** The challenge of the secret, else the newest one: to the number given, if a code went there. */
function challengeToResend(
  { challenges }: World,
  accountId: number,
  secret: string | undefined,
  number: string | undefined,
): Challenge {
  const challenge =
    secret === undefined
      ? (challenges.liveSms(accountId, number) ?? challenges.liveSms(accountId))
      : challenges.find(secret, accountId);
  if (challenge?.channel !== 'sms') {
    throw twoFactorError('no_challenge_found', 'No code was sent that could be sent again.');
  }
  return challenge;
}

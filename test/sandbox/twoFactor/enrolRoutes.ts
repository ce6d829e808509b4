import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../accounts/account';
import { AUTHORIZATION_SECONDS, MAX_SETUP_SECRETS } from '../choices';
import { optional } from '../http/body';
import type { World } from '../world';
import { useBackupCode } from './backupCodes';
import { callerByKey } from './caller';
import type { Challenge } from './challenges';
import { confirmNewMethod } from './confirm';
import { twoFactorError } from './errors';
import { anyMethod, code, methodId, parseTwoFactorBody } from './fields';
import { noSuchMethod, pickMethod } from './methods';
import { requireVerifiedEmail, sendEmailCode, sendSmsCode } from './send';
import { newTotp } from './totp';
import { sentChallenge, verifyProof, verifyTotp } from './verify';

const beginBody = z.object({
  tfa_method: optional(anyMethod),
  tfa_method_id: optional(methodId),
  backup_code: optional(z.string()),
});
const completeBody = z.object({ code: optional(code), secret: optional(z.string()) });

/** The vendor's own words. */
const AUTHORIZED = 'Authorization successful.';

/** Adding a method: authorize in two steps, set up, confirm (specification, Two-factor endpoints). */
export function registerEnrolRoutes(app: FastifyInstance, world: World): void {
  app.post('/api/v0/tfa/authorize-new-method/', async (request) => beginAuthorization(world, request));
  app.put('/api/v0/tfa/authorize-new-method/', async (request) => completeAuthorization(world, request));
  app.post('/api/v0/tfa/totp-setup/', async (request) => setUpTotp(world, request));
  app.post('/api/v0/tfa/confirm-new/', async (request) => confirmNewMethod(world, request));
  app.post('/api/v0/tfa/test-submit/', async (request) => {
    const { account } = callerByKey(world, request, 'user_write');
    if (account.tfa.legacy) {
      throw twoFactorError('untracked_2fa_found', 'Regenerate your backup codes before you add a method.');
    }
    return confirmNewMethod(world, request);
  });
}

function beginAuthorization(world: World, request: FastifyRequest) {
  const { account } = callerByKey(world, request, 'user_write');
  const body = parseTwoFactorBody(beginBody, request.body);
  if (body.backup_code !== undefined) {
    useBackupCode(account.tfa, body.backup_code);
    authorize(world, account);
    return { success: true, msg: AUTHORIZED };
  }
  world.messenger.failIfAsked('challenge_creation_failed');
  const challenge = sendAuthorizationCode(world, account, body.tfa_method, body.tfa_method_id);
  account.tfa.pendingAuthorization = challenge;
  return { success: true, secret: challenge.secret };
}

/** Without a method the e-mail address authorizes; else the named method, or the primary one. */
function sendAuthorizationCode(
  world: World,
  account: Account,
  named: z.output<typeof anyMethod> | undefined,
  id: number | undefined,
): Challenge {
  const { methods } = account.tfa;
  const byId = methods.find((one) => one.id === id);
  if (id !== undefined && byId === undefined && methods.length > 0) throw noSuchMethod();
  const primary = methods.find((one) => one.isPrimary)?.method;
  const type = methods.length === 0 ? 'email' : (named ?? byId?.method ?? primary ?? 'email');
  if (type === 'email') {
    requireVerifiedEmail(account);
    const challenge = world.challenges.create(account.id);
    sendEmailCode(world, account, challenge);
    return challenge;
  }
  const method = pickMethod(account.tfa, type, id);
  if (type === 'totp') {
    if (method === undefined)
      throw twoFactorError('tfa_method_not_configured', 'No authenticator is configured.');
    return world.challenges.create(account.id, { methodId: method.id });
  }
  if (method?.phoneNumber === undefined) throw noSuchMethod();
  requireVerifiedEmail(account);
  world.messenger.checkSms(account, method.phoneNumber);
  const challenge = world.challenges.create(account.id, { methodId: method.id });
  sendSmsCode(world, account, challenge, method.phoneNumber);
  return challenge;
}

function completeAuthorization(world: World, request: FastifyRequest) {
  const { account } = callerByKey(world, request, 'user_write');
  const body = parseTwoFactorBody(completeBody, request.body);
  if (body.code === undefined || body.secret === undefined) {
    throw twoFactorError('missing_params', 'code and secret are required.');
  }
  const pending = account.tfa.pendingAuthorization;
  if (pending === undefined)
    throw twoFactorError('no_pending_authorization', 'Begin the authorization first.');
  const challenge = world.challenges.find(body.secret, account.id);
  if (pending !== challenge)
    throw twoFactorError('challenge_not_found', 'This secret belongs to something else.');
  verifyAuthorization(world, account, challenge, body.code);
  world.challenges.consume(challenge);
  account.tfa.pendingAuthorization = undefined;
  authorize(world, account);
  return { success: true, msg: AUTHORIZED };
}

function verifyAuthorization(world: World, account: Account, challenge: Challenge, given: string): void {
  if (challenge.channel === 'none') {
    verifyTotp(world, account, given, challenge.methodId, '2fa_verification_failed');
    return;
  }
  sentChallenge(world, account, challenge.secret, challenge.channel);
  const proof = { code: given, secret: challenge.secret, backup_code: undefined };
  verifyProof(
    world,
    account,
    { ...proof, tfa_method: challenge.channel, tfa_method_id: challenge.methodId },
    '2fa_verification_failed',
  );
}

function authorize(world: World, account: Account): void {
  account.tfa.authorizedUntil = world.clock.now() + AUTHORIZATION_SECONDS;
}

function setUpTotp(world: World, request: FastifyRequest) {
  const { account } = callerByKey(world, request, 'user_write');
  const { secret, uri } = newTotp(account.email ?? account.username);
  account.tfa.setupSecrets = [...account.tfa.setupSecrets, { secret, failCount: 0 }].slice(
    -MAX_SETUP_SECRETS,
  );
  return { secret, provisioning_uri: uri };
}

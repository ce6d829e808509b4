import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../accounts/account';
import { optional } from '../http/body';
import type { World } from '../world';
import { renewBackupCodes } from './backupCodes';
import { callerByKey } from './caller';
import { addMethod } from './confirm';
import { badRequest, twoFactorError } from './errors';
import { anyMethod, label, methodId, parseTwoFactorBody, proof, proofBody, type Proof } from './fields';
import { disable, methodForUpdate, noSuchMethod, removeMethod, viewMethod } from './methods';
import { isEnabled, type Method } from './state';
import { verifyProof, type Verified } from './verify';

const removeBody = z.object({ ...proof, target_id: optional(methodId) });
const updateBody = z.object({
  tfa_method_id: optional(methodId),
  tfa_method: optional(anyMethod),
  label: optional(label),
  is_primary: optional(z.boolean()),
});

/** Reading and changing the methods (specification, Two-factor endpoints). */
export function registerManageRoutes(app: FastifyInstance, world: World): void {
  app.get('/api/v0/tfa/status/', async (request) => {
    const { account } = callerByKey(world, request, 'user_read');
    return {
      success: true,
      tfa_enabled: isEnabled(account.tfa),
      methods: account.tfa.methods.map((method) => viewMethod(method, account.id, world.clock.now())),
      backup_codes_remaining: account.tfa.backupCodes.size,
      new_method_authorized: world.clock.now() < account.tfa.authorizedUntil,
    };
  });
  app.delete('/api/v0/tfa/', async (request) => remove(world, request));
  app.put('/api/v0/tfa/update/', async (request) => update(world, request));
  app.put('/api/v0/tfa/regen-backup-codes/', async (request) => regenerate(world, request));
}

function remove(world: World, request: FastifyRequest) {
  const { account } = callerByKey(world, request, 'user_write');
  const body = parseTwoFactorBody(removeBody, request.body);
  const { tfa } = account;
  if (!isEnabled(tfa)) throw noSuchMethod();
  const target = tfa.methods.find((one) => one.id === body.target_id);
  if (body.target_id !== undefined && target === undefined) throw noSuchMethod();
  const needsTarget = body.backup_code !== undefined || body.tfa_method === 'email';
  if (needsTarget && target === undefined && !tfa.legacy) throw badRequest('target_id is required.');
  const verified = verifyProof(world, account, body, '2fa_verification_failed');
  if (tfa.legacy) disable(tfa);
  else removeMethod(tfa, target ?? methodOf(verified));
  return isEnabled(tfa)
    ? { msg: 'The method was removed.', remaining_methods: tfa.methods.length }
    : { msg: 'Two-factor authentication is disabled.' };
}

function methodOf(verified: Verified): Method {
  if (verified.by !== 'method') throw badRequest('target_id is required.');
  return verified.method;
}

function update(world: World, request: FastifyRequest) {
  const { account } = callerByKey(world, request, 'user_write');
  const body = parseTwoFactorBody(updateBody, request.body);
  if (body.tfa_method === 'email')
    throw twoFactorError('invalid_tfa_method', 'E-mail is no method of its own.');
  const method = methodForUpdate(account.tfa, body.tfa_method_id, body.tfa_method);
  if (body.label === undefined && body.is_primary === undefined)
    throw badRequest('label or is_primary is required.');
  if (body.is_primary === false && method.isPrimary) {
    throw badRequest('is_primary: make another method primary instead.');
  }
  if (body.label !== undefined) method.label = body.label;
  if (body.is_primary === true) for (const one of account.tfa.methods) one.isPrimary = one === method;
  return {
    success: true,
    msg: 'The method was changed.',
    method: viewMethod(method, account.id, world.clock.now()),
  };
}

function regenerate(world: World, request: FastifyRequest) {
  const { account } = callerByKey(world, request, 'user_write');
  const body = parseTwoFactorBody(proofBody, request.body);
  if (!isEnabled(account.tfa)) throw noSuchMethod();
  verifyForRegeneration(world, account, body);
  return {
    msg: 'Your old backup codes are no longer valid.',
    backup_codes: renewBackupCodes(account.tfa, world.random),
  };
}

/** A legacy account gets a method with the number on file after it was verified. */
function verifyForRegeneration(world: World, account: Account, given: Proof): void {
  const { tfa } = account;
  const fromFile = tfa.methods.length === 0;
  if (fromFile && tfa.phoneNumber === undefined) {
    throw twoFactorError('missing_phone_number', 'The account has no phone number.');
  }
  verifyProof(world, account, given, '2fa_verification_failed');
  if (fromFile && tfa.phoneNumber !== undefined)
    addMethod(world, account, { method: 'sms', phoneNumber: tfa.phoneNumber });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { viewAccount } from '../accounts/routes';
import { optional } from '../http/body';
import type { World } from '../world';
import { callerBySecretOrKey } from './caller';
import { twoFactorError } from './errors';
import { parseTwoFactorBody, proof } from './fields';
import { isEnabled } from './state';
import { verifyProof } from './verify';

const loginBody = z.object({ ...proof, admin: optional(z.boolean()) });

/** POST tfa/: completes a login (specification, Two-factor endpoints). */
export function registerLoginRoute(app: FastifyInstance, world: World): void {
  app.post('/api/v0/tfa/', async (request, reply) => login(world, request, reply));
}

function login(world: World, request: FastifyRequest, reply: FastifyReply) {
  const { account, key, challenge } = callerBySecretOrKey(world, request);
  const body = parseTwoFactorBody(loginBody, request.body);
  if (body.admin === true && !account.isAdmin)
    throw twoFactorError('auth_error', 'This account is no administrator.');
  if (!isEnabled(account.tfa))
    throw twoFactorError('2fa_login_failed', 'Two-factor authentication is not enabled.');
  const verified = verifyProof(world, account, body, '2fa_login_failed');
  if (challenge !== undefined) world.challenges.consume(challenge);
  const session = world.accounts.createKey(account, {
    kind: 'session',
    ...(key === undefined ? {} : { permissions: key.permissions, openedBy: key.id }),
  });
  if (key === undefined)
    reply.header('set-cookie', `session=${session.value}; HttpOnly; Secure; SameSite=Strict`);
  const left = account.tfa.backupCodes.size;
  return {
    ...viewAccount(account),
    ...(key === undefined ? {} : { session_key: session.value }),
    ...(verified.by === 'backup_code' && left > 0 ? { backup_codes_remaining: left } : {}),
    ...(account.tfa.legacy ? { legacy_tfa_user: true } : {}),
  };
}

import type { FastifyRequest } from 'fastify';
import type { Account, ApiKey } from '../accounts/account';
import { bearerOf } from '../accounts/authorize';
import type { PermissionCategory } from '../accounts/permissions';
import type { World } from '../world';
import type { Challenge } from './challenges';
import { missingAuthentication, twoFactorError } from './errors';

/** The caller of a two-factor endpoint, and how it is identified. */
export interface TwoFactorCaller {
  account: Account;
  /** The key of a Bearer token. */
  key: ApiKey | undefined;
  /** The challenge of a secret that alone identifies the caller. */
  challenge: Challenge | undefined;
}

/**
 * The caller of an endpoint that takes a Bearer token or a secret alone (specification, Per-endpoint
 * acceptance of authentication). The secret is that of a login, or of a code that was sent.
 * @throws ServiceError 401 `missing_auth_value` with neither
 */
export function callerBySecretOrKey(world: World, request: FastifyRequest): TwoFactorCaller {
  if (bearerOf(request) !== undefined) return callerByKey(world, request, 'user_write');
  const secret = secretOf(request.body);
  if (secret === undefined) throw missingAuthentication();
  const challenge = world.challenges.find(secret);
  if (!challenge.login && challenge.channel === 'none') {
    throw twoFactorError('auth_error', 'This secret does not authenticate a call by itself.');
  }
  return { account: world.accounts.get(challenge.accountId), key: undefined, challenge };
}

/**
 * The caller of an endpoint that needs a Bearer token.
 * @throws ServiceError 401 `missing_auth_value`, 403 `auth_error`, 403 `team_user_forbidden`
 */
export function callerByKey(
  world: World,
  request: FastifyRequest,
  permission: PermissionCategory,
): TwoFactorCaller & { key: ApiKey } {
  const value = bearerOf(request);
  if (value === undefined) {
    if (request.headers.authorization === undefined && secretOf(request.body) === undefined) {
      throw missingAuthentication();
    }
    throw twoFactorError('auth_error', 'This call needs an API key.');
  }
  const key = world.accounts.findKey(value);
  if (key === undefined) throw twoFactorError('auth_error', 'Invalid user key');
  const { permissions } = key;
  const allowed =
    permissions.kind === 'full' || (permissions.kind === 'scoped' && permissions.categories.has(permission));
  if (!allowed) throw twoFactorError('auth_error', `The API key lacks the permission ${permission}.`);
  if (key.team)
    throw twoFactorError('team_user_forbidden', 'Two-factor settings are not available in a team.');
  return { account: world.accounts.get(key.accountId), key, challenge: undefined };
}

function secretOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('secret' in body)) return undefined;
  return typeof body.secret === 'string' && body.secret !== '' ? body.secret : undefined;
}

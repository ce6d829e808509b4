import type { FastifyRequest } from 'fastify';
import { refusal } from '../serviceError';
import type { Account, ApiKey } from './account';
import type { Accounts } from './accounts';
import type { PermissionCategory } from './permissions';

export interface Caller {
  account: Account;
  key: ApiKey;
}

/** The value of `Authorization: Bearer …`, or undefined. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Who calls, if they may (specification, Authentication).
 * @param instanceId the instance that the call starts, stops or destroys: its own restricted key may do that
 * @throws ServiceError 401 for a missing, mistyped, revoked or expired key, 403 for a missing permission
 */
export function authorize(
  accounts: Accounts,
  request: FastifyRequest,
  permission: PermissionCategory,
  instanceId?: number,
): Caller {
  const value = bearerOf(request);
  if (value === undefined) throw refusal(401, 'auth_error', 'This request needs a valid API key.');
  const key = accounts.findKey(value);
  if (key === undefined) throw refusal(401, 'auth_error', 'Invalid user key');
  if (!permits(key, permission, instanceId)) {
    throw refusal(403, 'auth_error', `The API key lacks the permission ${permission}.`);
  }
  const account = accounts.get(key.accountId);
  if (account.needsSession && key.kind === 'api') {
    throw refusal(401, 'auth_error', 'Two Factor Authentication is required for this request.');
  }
  return { key, account };
}

function permits({ permissions }: ApiKey, permission: PermissionCategory, instanceId?: number): boolean {
  switch (permissions.kind) {
    case 'full':
      return true;
    case 'scoped':
      return permissions.categories.has(permission);
    case 'instance':
      return permissions.instanceId === instanceId;
  }
}

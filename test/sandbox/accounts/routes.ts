import type { FastifyInstance } from 'fastify';
import type { World } from '../world';
import type { Account } from './account';
import { SUBACCOUNT_SPACING } from '../http/spacing';
import { isEnabled, statusOf } from '../twoFactor/state';
import { authorize } from './authorize';
import { createSubaccount } from './subaccounts';

export function registerAccountRoutes(app: FastifyInstance, world: World): void {
  app.get('/api/v0/users/current/', async (request) => {
    const { account } = authorize(world.accounts, request, 'user_read');
    world.instances.billing.settle(account);
    return viewAccount(account);
  });

  app.post('/api/v0/users/', async (request) => {
    const { account, key } = authorize(world.accounts, request, 'user_write');
    world.spacing.admit(String(key.id), 'POST /api/v0/users/', SUBACCOUNT_SPACING);
    return createSubaccount(world, account, request.body);
  });
}

/** The user object (specification, User object). */
export function viewAccount(account: Account) {
  return {
    id: account.id,
    email: account.email ?? null,
    email_verified_at: account.emailVerifiedAt ?? null,
    username: account.username,
    full_name: account.fullName,
    credit: account.credit,
    balance: 0,
    ssh_key: account.sshKeys.map(({ key }) => key).join('\n'),
    is_admin: account.isAdmin,
    tfa_enabled: isEnabled(account.tfa),
    tfa_status: statusOf(account.tfa),
    parent_id: account.parentId ?? null,
    host_only: account.hostOnly,
  };
}

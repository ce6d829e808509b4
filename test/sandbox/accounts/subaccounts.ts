import * as z from 'zod/mini';
import { optional, parseBody } from '../http/body';
import { refusal, ServiceError } from '../serviceError';
import { isPublicKey } from '../ssh/publicKey';
import type { World } from '../world';
import type { Account } from './account';

const creation = z.object({
  email: z.string().check(z.maxLength(64)),
  username: z.string().check(z.minLength(1), z.maxLength(64)),
  password: z.string().check(z.minLength(1), z.maxLength(256)),
  host_only: optional(z.boolean()),
  parent_id: optional(z.string()),
  ssh_key: optional(
    z.string().check(z.maxLength(4_096), z.refine(isPublicKey, 'is not an OpenSSH public key')),
  ),
  captcha: optional(z.string().check(z.minLength(1), z.maxLength(8_192))),
});

/** `local@domain.tld`, and no address that contains `@vast`. */
const emailPattern = /^(?!.*@vast)[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/i;

/**
 * POST users (specification, Subaccount creation request).
 * @throws ServiceError 400 `invalid_email`, `user_exists` or `invalid_args`
 */
export function createSubaccount(world: World, caller: Account, body: unknown) {
  const request = parseBody(creation, body);
  if (!emailPattern.test(request.email)) {
    throw new ServiceError(400, { error: 'invalid_email', msg: 'This e-mail address is not allowed.' });
  }
  const parentId = parentOf(request.parent_id, caller);
  if (parentId === undefined && request.captcha === undefined) {
    throw refusal(400, 'invalid_args', 'captcha: is required unless parent_id is given');
  }
  refuseKnown(world, request.email, request.username);
  const account = world.accounts.create({
    email: request.email,
    emailVerifiedAt: undefined,
    username: request.username,
    fullName: request.username,
    credit: 0,
    hostOnly: request.host_only ?? false,
    parentId,
  });
  if (request.ssh_key !== undefined) account.sshKeys.push(world.accounts.createSshKey(request.ssh_key));
  const key = world.accounts.createKey(account);
  return { id: account.id, username: account.username, email: account.email, key_id: key.id };
}

function parentOf(parentId: string | undefined, caller: Account): number | undefined {
  if (parentId === undefined) return undefined;
  if (parentId === 'me' || parentId === String(caller.id)) return caller.id;
  throw refusal(400, 'invalid_args', 'parent_id: is neither "me" nor your own account');
}

function refuseKnown(world: World, email: string, username: string): void {
  const same = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();
  if (world.accounts.all().some((one) => same(one.email, email) || same(one.username, username))) {
    throw new ServiceError(400, {
      error: 'user_exists',
      msg: 'An account with this e-mail or user name exists.',
    });
  }
}

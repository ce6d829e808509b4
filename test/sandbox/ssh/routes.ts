import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { SshKey } from '../accounts/account';
import { authorize } from '../accounts/authorize';
import { idOf, parseBody } from '../http/body';
import type { Instance } from '../instances/instance';
import { ownInstance } from '../instances/ownInstance';
import { requireExtensions } from '../http/extensions';
import { isPublicKey } from './publicKey';
import { invalidArgs, notFound, refusal } from '../serviceError';
import type { World } from '../world';

const registration = z.object({ ssh_key: z.string() });

/** The optional endpoints for public keys of the account and of one instance. */
export function registerSshKeyRoutes(app: FastifyInstance, world: World): void {
  app.get('/api/v0/ssh/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(world.accounts, request, 'user_read');
    if (account.sshKeys.length === 0 && world.settings.noSshKeys === 'not_found') {
      throw notFound('No SSH keys found');
    }
    return account.sshKeys.map(viewKey);
  });

  app.post('/api/v0/ssh/', async (request) => {
    requireExtensions(world);
    const { account, key } = authorize(world.accounts, request, 'user_write');
    if (key.team) throw teamRefusal();
    const added = world.accounts.createSshKey(publicKeyOf(request.body));
    if (account.sshKeys.some((known) => known.key === added.key))
      throw invalidArgs('ssh_key: is registered already');
    account.sshKeys.push(added);
    world.keys.deliverToAll(account);
    return { success: true, key: viewKey(added) };
  });

  app.put<{ Params: { id: string } }>('/api/v0/ssh/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(world.accounts, request, 'user_write');
    const id = idOf(request.params.id, notFound);
    const known = account.sshKeys.find((key) => key.id === id);
    if (known === undefined) throw notFound('There is no such key.');
    known.key = publicKeyOf(request.body);
    world.keys.deliverToAll(account);
    return { success: true, key: viewKey(known) };
  });

  app.delete<{ Params: { id: string } }>('/api/v0/ssh/:id/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(world.accounts, request, 'user_write');
    const id = idOf(request.params.id, notFound);
    if (!account.sshKeys.some((key) => key.id === id)) throw notFound('There is no such key.');
    account.sshKeys = account.sshKeys.filter((key) => key.id !== id);
    world.keys.deliverToAll(account);
    return { success: true };
  });

  app.get<{ Params: { id: string } }>('/api/v0/instances/:id/ssh/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(world.accounts, request, 'instance_read');
    const instance = ownInstance(world, account, request.params.id);
    // The real service also sends this list as JSON in a string.
    return { success: true, ssh_keys: JSON.stringify(world.keys.keysOf(instance).map(viewKey)) };
  });

  app.post<{ Params: { id: string } }>('/api/v0/instances/:id/ssh/', async (request) => {
    requireExtensions(world);
    const { account, key } = authorize(world.accounts, request, 'instance_write');
    if (key.team) throw teamRefusal();
    const instance = ownInstance(world, account, request.params.id);
    refuseVm(instance);
    const added = world.accounts.createSshKey(publicKeyOf(request.body));
    if (!world.keys.keysOf(instance).some((known) => known.key === added.key)) instance.sshKeys.push(added);
    world.keys.deliver(instance);
    return { success: true, msg: 'SSH key added to instance.' };
  });

  app.delete<{ Params: { id: string; keyId: string } }>(
    '/api/v0/instances/:id/ssh/:keyId/',
    async (request) => {
      requireExtensions(world);
      const { account } = authorize(world.accounts, request, 'instance_write');
      const instance = ownInstance(world, account, request.params.id);
      refuseVm(instance);
      const id = idOf(request.params.keyId, notFound);
      if (!instance.sshKeys.some((key) => key.id === id)) throw notFound('There is no such key.');
      instance.sshKeys = instance.sshKeys.filter((key) => key.id !== id);
      world.keys.deliver(instance);
      return { success: true };
    },
  );
}

/** @throws ServiceError 400 when the body carries no public key */
function publicKeyOf(body: unknown): string {
  const text = parseBody(registration, body).ssh_key.trim();
  if (text.length > 4_096 || !isPublicKey(text)) throw invalidArgs('ssh_key: is not an OpenSSH public key');
  return text;
}

function refuseVm(instance: Instance): void {
  if (instance.launch.vm) throw invalidArgs('The keys of a VM cannot change after its creation.');
}

function teamRefusal() {
  return refusal(400, 'team_ssh_keys_not_supported', 'SSH keys of a team are not supported.');
}

function viewKey(key: SshKey) {
  return { id: key.id, key: key.key, ssh_key: key.key, created_at: key.createdAt };
}

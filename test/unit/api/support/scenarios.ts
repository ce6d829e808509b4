import { expect } from 'vitest';
import type { Client } from '../../../../src/api/client';
import type { TestAccount } from './account';

/** Arranges what a method needs, and gives the call, to be made by any client, with what it must answer. */
export type Scenario = (account: TestAccount) => Promise<{
  call: (client: Client) => Promise<unknown>;
  answers: unknown;
}>;

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K someone';
const number = expect.any(Number) as number;
const text = expect.any(String) as string;
const login = { docker_login_repo: '', docker_login_user: '', docker_login_pass: '' };

/** One of the clusters of the market. */
async function clusterOf({ client }: TestAccount): Promise<number> {
  const offers = await client.offers.search({ filters: { cluster_id: { gte: 1 } }, limit: 1 });
  return offers[0]!.cluster_id!;
}

/** One for each method of the client, by its name. */
export const scenarios: Record<string, Scenario> = {
  'users.current': async (account) => ({
    call: (client) => client.users.current(),
    answers: { id: account.id, email: text, credit: number, tfa_status: 'disabled' },
  }),
  'offers.search': async () => ({
    call: (client) => client.offers.search({ filters: { num_gpus: { eq: 1 } }, limit: 2 }),
    answers: [{ id: number, num_gpus: 1 }, { num_gpus: 1 }],
  }),
  'instances.create': async (account) => {
    const offer = await account.freeOffer();
    return {
      call: (client) => client.instances.create(offer, { image: 'ubuntu' }),
      answers: { instanceId: number },
    };
  },
  'instances.list': async (account) => {
    const id = await account.rent();
    return { call: (client) => client.instances.list(), answers: [{ id, actual_status: null }] };
  },
  'instances.get': async (account) => {
    const id = await account.rentRunning();
    return {
      call: (client) => client.instances.get(id),
      answers: { id, actual_status: 'running', ssh_host: text },
    };
  },
  'instances.setState': async (account) => {
    const id = await account.rentRunning();
    return { call: (client) => client.instances.setState(id, 'stopped'), answers: 'done' };
  },
  'instances.setLabel': async (account) => {
    const id = await account.rent();
    return { call: (client) => client.instances.setLabel(id, 'a name'), answers: undefined };
  },
  'instances.destroy': async (account) => {
    const id = await account.rent();
    return { call: (client) => client.instances.destroy(id), answers: undefined };
  },
  'overlays.list': async (account) => {
    const clusterId = await clusterOf(account);
    await account.client.overlays.create(clusterId, 'net');
    const answer = { name: 'net', cluster_id: clusterId, internal_subnet: text, instances: [] };
    return { call: (client) => client.overlays.list(), answers: [answer] };
  },
  'overlays.create': async (account) => {
    const clusterId = await clusterOf(account);
    return { call: (client) => client.overlays.create(clusterId, 'net'), answers: undefined };
  },
  'overlays.delete': async (account) => {
    await account.client.overlays.create(await clusterOf(account), 'net');
    return { call: (client) => client.overlays.delete('net'), answers: undefined };
  },
  'secrets.list': async (account) => {
    await account.client.secrets.set('A', 'secret', true);
    return { call: (client) => client.secrets.list(), answers: ['A'] };
  },
  'secrets.set': async () => ({
    call: (client) => client.secrets.set('B', 'secret', true),
    answers: undefined,
  }),
  'secrets.remove': async (account) => {
    await account.client.secrets.set('C', 'secret', true);
    return { call: (client) => client.secrets.remove('C'), answers: undefined };
  },
  'copies.diskOf': async (account) => {
    const id = await account.rentRunning();
    return {
      call: (client) => client.copies.diskOf(id, '/root'),
      answers: { host: '127.0.0.1', port: number },
    };
  },
  'copies.copy': async (account) => {
    const [first, second] = [await account.rentRunning(), await account.rentRunning()];
    const from = { instanceId: first, path: '/workspace/' };
    return {
      call: (client) => client.copies.copy(from, { instanceId: second, path: '/workspace/' }),
      answers: undefined,
    };
  },
  'copies.cancel': async (account) => {
    const id = await account.rentRunning();
    return { call: (client) => client.copies.cancel(id), answers: undefined };
  },
  'copies.clouds': async (account) => {
    const { id } = account.sandbox.control.addCloud('models', 's3', account.id);
    return {
      call: (client) => client.copies.clouds(),
      answers: [{ id, name: 'models', cloud_type: 's3' }],
    };
  },
  'copies.copyWithCloud': async (account) => {
    const instanceId = await account.rentRunning();
    const cloud = account.sandbox.control.addCloud('models', 's3', account.id);
    return {
      call: (client) =>
        client.copies.copyWithCloud('toCloud', { instanceId, path: '/workspace/' }, { ...cloud, path: '/' }),
      answers: undefined,
    };
  },
  'copies.cancelWithCloud': async (account) => {
    const id = await account.rentRunning();
    return { call: (client) => client.copies.cancelWithCloud(id), answers: undefined };
  },
  'instanceActions.runCommand': async (account) => {
    const id = await account.rentRunning();
    return { call: (client) => client.instanceActions.runCommand(id, 'ls'), answers: text };
  },
  'instanceActions.priceIncreases': async (account) => {
    const id = await account.rentRunning();
    account.sandbox.control.announcePrice(id, 1.5);
    return {
      call: (client) => client.instanceActions.priceIncreases(),
      answers: [{ instanceId: id, id: number, new_gpu_costpersec: number, contract_end_date: number }],
    };
  },
  'instanceActions.answerPriceIncrease': async (account) => {
    const id = account.sandbox.control.announcePrice(await account.rentRunning(), 1.5);
    return { call: (client) => client.instanceActions.answerPriceIncrease(id, 'reject'), answers: undefined };
  },
  'instanceActions.reboot': async (account) => {
    const id = await account.rentRunning();
    return { call: (client) => client.instanceActions.reboot(id), answers: undefined };
  },
  'instanceActions.recycle': async (account) => {
    const id = await account.rentRunning();
    return { call: (client) => client.instanceActions.recycle(id), answers: undefined };
  },
  'instanceActions.change': async (account) => {
    const id = await account.rentRunning();
    const change = { image: 'alpine:3', env: { A: '1' } };
    return { call: (client) => client.instanceActions.change(id, change), answers: undefined };
  },
  'instanceActions.prepay': async (account) => {
    const id = await account.rentRunning();
    return {
      call: (client) => client.instanceActions.prepay(id, 5),
      answers: { timescale: number, discount_rate: number },
    };
  },
  'instanceActions.takeSnapshot': async (account) => {
    const id = await account.rentRunning();
    const request = {
      container_registry: 'ghcr.io',
      personal_repo: 'me/training',
      docker_login_user: 'me',
      docker_login_pass: 'secret-word',
      pause: true,
    };
    return { call: (client) => client.instanceActions.takeSnapshot(id, request), answers: undefined };
  },
  'instanceActions.changeBid': async (account) => {
    const [offer] = await account.client.offers.search({
      filters: { rented: { eq: false } },
      type: 'bid',
      limit: 1,
    });
    const price = (offer!.min_bid ?? 1) * 2;
    const { instanceId } = await account.client.instances.create(offer!.id, { image: 'ubuntu', price });
    return {
      call: (client) => client.instanceActions.changeBid(instanceId, price * 1.5),
      answers: undefined,
    };
  },
  'instanceActions.readLog': async (account) => {
    const id = await account.rentRunning();
    return { call: (client) => client.instanceActions.readLog(id, 10, 'container'), answers: text };
  },
  'users.createSubaccount': async (account) => {
    const name = `sub${account.id}`;
    const request = {
      email: `${name}@example.com`,
      username: name,
      password: 'secret-word',
      parent_id: 'me',
    };
    return {
      call: (client) => client.users.createSubaccount(request),
      answers: { id: number, username: name, key_id: number },
    };
  },
  'charges.list': async (account) => {
    await account.rentRunning();
    return {
      call: (client) => client.charges.list({ day: { gte: 0 } }, { limit: 10 }),
      answers: { charges: expect.any(Array) as unknown[] },
    };
  },
  'machines.cancelMaintenance': async (account) => {
    const machine = account.sandbox.control.addHostedMachine(account.id, 2);
    return {
      call: (client) => client.machines.cancelMaintenance(machine),
      answers: { machine_id: machine, msg: text, ctime: number },
    };
  },

  'sshKeys.list': async (account) => {
    await account.client.sshKeys.register(publicKey);
    return { call: (client) => client.sshKeys.list(), answers: [{ id: number, key: publicKey }] };
  },
  'sshKeys.register': async () => ({
    call: (client) => client.sshKeys.register(publicKey),
    answers: undefined,
  }),
  'sshKeys.remove': async (account) => {
    await account.client.sshKeys.register(publicKey);
    const [key] = await account.client.sshKeys.list();
    return { call: (client) => client.sshKeys.remove(key!.id!), answers: undefined };
  },
  'sshKeys.listOfInstance': async (account) => {
    const id = await account.rentRunning();
    await account.client.sshKeys.registerWithInstance(id, publicKey);
    return { call: (client) => client.sshKeys.listOfInstance(id), answers: [{ id: number, key: publicKey }] };
  },
  'sshKeys.registerWithInstance': async (account) => {
    const id = await account.rentRunning();
    return { call: (client) => client.sshKeys.registerWithInstance(id, publicKey), answers: undefined };
  },
  'sshKeys.removeFromInstance': async (account) => {
    const id = await account.rentRunning();
    await account.client.sshKeys.registerWithInstance(id, publicKey);
    const [key] = await account.client.sshKeys.listOfInstance(id);
    return { call: (client) => client.sshKeys.removeFromInstance(id, key!.id!), answers: undefined };
  },

  'templates.search': async (account) => {
    const { id } = await account.template();
    return {
      call: (client) => client.templates.search({ id: { eq: id } }),
      answers: [{ id, name: 'Mine', tag: 'latest' }],
    };
  },
  'templates.create': async () => ({
    call: (client) => client.templates.create({ name: 'New', image: 'ubuntu', ...login }),
    answers: { id: number, hash_id: text, name: 'New' },
  }),
  'templates.edit': async (account) => {
    const { id, hash_id } = await account.template();
    const answers = { id, hash_id: expect.not.stringMatching(hash_id) as string, desc: 'other' };
    return { call: (client) => client.templates.edit({ hash_id, desc: 'other' }), answers };
  },
  'templates.delete': async (account) => {
    const { id } = await account.template();
    return { call: (client) => client.templates.delete(id), answers: undefined };
  },

  'volumes.list': async () => ({ call: (client) => client.volumes.list(), answers: [] }),
  'volumeOffers.search': async () => ({
    call: (client) => client.volumeOffers.search({}),
    answers: expect.arrayContaining([expect.objectContaining({ id: number, machine_id: number })]),
  }),
  'volumeOffers.create': async (account) => {
    const [offer] = await account.client.volumeOffers.search({});
    return {
      call: (client) => client.volumeOffers.create({ id: offer!.id, size: 5, name: 'data' }),
      answers: number,
    };
  },
  'volumeOffers.clone': async (account) => {
    const [offer, other] = await account.client.volumeOffers.search({});
    const id = await account.client.volumeOffers.create({ id: offer!.id, size: 5 });
    const request = { src_id: id!, dst_id: other!.id, size: 6 };
    return { call: (client) => client.volumeOffers.clone(request), answers: number };
  },
  'volumes.delete': async (account) => {
    const [offer] = await account.client.volumeOffers.search({});
    await account.client.volumeOffers.create({ id: offer!.id, size: 5 });
    const [volume] = await account.client.volumes.list();
    return { call: (client) => client.volumes.delete(volume!.id), answers: undefined };
  },

  'apiKeys.list': async () => ({ call: (client) => client.apiKeys.list(), answers: [{ id: number }] }),
  'apiKeys.get': async (account) => {
    const [key] = await account.client.apiKeys.list();
    return { call: (client) => client.apiKeys.get(key!.id!), answers: { id: key!.id } };
  },
  'apiKeys.create': async () => ({
    call: (client) => client.apiKeys.create({ name: 'less', permissions: { api: { user_read: {} } } }),
    answers: { key: text },
  }),
  'apiKeys.delete': async (account) => {
    const { id } = account.sandbox.control.createKey({ accountId: account.id });
    return { call: (client) => client.apiKeys.delete(id), answers: undefined };
  },
  'apiKeys.reset': async () => ({ call: (client) => client.apiKeys.reset(), answers: { key: text } }),

  'twoFactor.status': async (account) => {
    const { methodId } = await account.addTotp();
    const methods = [{ id: methodId, method: 'totp', is_primary: true }];
    return {
      call: (client) => client.twoFactor.status(),
      answers: { tfa_enabled: true, methods, backup_codes_remaining: 10 },
    };
  },
  'twoFactor.logIn': async (account) => {
    const { code } = await account.addTotp();
    const answers = { id: account.id, session_key: text };
    return { call: (client) => client.twoFactor.logIn({ tfa_method: 'totp', code: code() }), answers };
  },
  'twoFactor.removeMethod': async (account) => {
    const { code } = await account.addTotp();
    const answers = { msg: text };
    return { call: (client) => client.twoFactor.removeMethod({ tfa_method: 'totp', code: code() }), answers };
  },
  'twoFactor.sendEmailCode': async () => ({
    call: (client) => client.twoFactor.sendEmailCode(),
    answers: { msg: text, secret: text },
  }),
  'twoFactor.sendSmsCode': async (account) => ({
    call: (client) => client.twoFactor.sendSmsCode({ phone_number: account.phone }),
    answers: { msg: text, secret: text },
  }),
  'twoFactor.resendSmsCode': async (account) => {
    await account.smsCode();
    const request = { phone_number: account.phone };
    return {
      call: (client) => client.twoFactor.resendSmsCode(request),
      answers: { msg: text, secret: text },
    };
  },
  'twoFactor.setUpTotp': async () => ({
    call: (client) => client.twoFactor.setUpTotp(),
    answers: { secret: text, provisioning_uri: expect.stringMatching(/^otpauth:/) as string },
  }),
  'twoFactor.beginAuthorization': async () => ({
    call: (client) => client.twoFactor.beginAuthorization({}),
    answers: { secret: text },
  }),
  'twoFactor.completeAuthorization': async (account) => {
    const { secret } = await account.client.twoFactor.beginAuthorization({});
    const request = { code: account.lastCode(), secret: secret! };
    return { call: (client) => client.twoFactor.completeAuthorization(request), answers: { msg: text } };
  },
  'twoFactor.confirmMethod': async (account) => {
    await account.authorize();
    const { secret } = await account.client.twoFactor.setUpTotp();
    const request = { tfa_method: 'totp', secret, code: account.totpCodeOf(secret), label: 'App' } as const;
    const backup_codes = Array.from({ length: 10 }, () => text);
    return {
      call: (client) => client.twoFactor.confirmMethod(request),
      answers: { msg: text, backup_codes },
    };
  },
  'twoFactor.updateMethod': async (account) => {
    const { methodId } = await account.addTotp();
    const request = { tfa_method_id: methodId, label: 'Renamed' };
    return {
      call: (client) => client.twoFactor.updateMethod(request),
      answers: { method: { id: methodId, label: 'Renamed' } },
    };
  },
  'twoFactor.regenerateBackupCodes': async (account) => {
    const { code } = await account.addTotp();
    const backup_codes = Array.from({ length: 10 }, () => text);
    return {
      call: (client) => client.twoFactor.regenerateBackupCodes({ tfa_method: 'totp', code: code() }),
      answers: { backup_codes },
    };
  },
};

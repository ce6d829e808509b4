import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Client } from '../../../src/api/client';
import * as lateGroups from '../../../src/api/endpoints/lateGroups';
import { Instances } from '../../../src/api/endpoints/instances';
import { Users } from '../../../src/api/endpoints/account/users';
import { Volumes } from '../../../src/api/endpoints/volumes';
import { isUnsupported, type ApiErrorCode } from '../../../src/api/errors';
import { createSandbox, type Sandbox } from '../../sandbox';
import { TestAccount } from './support/account';
import { failureOf } from './support/failures';
import { scenarios } from './support/scenarios';

let sandbox: Sandbox;
let account: TestAccount;
beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  account = new TestAccount(sandbox);
});

const names = Object.keys(scenarios);
const callsNothing = ['constructor', 'useSession'];
const optional = /^(sshKeys|volumes|apiKeys|charges)\.|^instances\.(reboot|recycle|changeBid|readLog)$/;

it('takes nothing that JavaScript asks of any object for an endpoint', async () => {
  const { offers } = account.client;
  expect(JSON.stringify(offers)).toBe('{}');
  expect(await Promise.resolve(offers)).toBe(offers);
});

it('has a scenario for every method of the client', () => {
  const client = account.client;
  const ownMethods = (prototype: object): string[] =>
    Object.getOwnPropertyNames(prototype).filter((name) => !callsNothing.includes(name));
  const groups = [...Object.values(lateGroups), Instances, Users, Volumes].flatMap(({ name, prototype }) =>
    ownMethods(prototype).map((method) => `${name.charAt(0).toLowerCase()}${name.slice(1)}.${method}`),
  );
  expect(client).toBeInstanceOf(Client);
  expect([...ownMethods(Client.prototype), ...groups].sort()).toEqual([...names].sort());
});

describe.each(names)('%s', (name) => {
  const scenario = scenarios[name]!;

  it('succeeds', async () => {
    const { call, answers } = await scenario(account);
    const answer = await call(account.client);
    if (typeof answers === 'object' && answers !== null && !('asymmetricMatch' in answers)) {
      expect(answer).toMatchObject(answers);
    } else expect(answer).toEqual(answers);
  });

  it('fails with a key that is not valid', async () => {
    const { call } = await scenario(account);
    const { code } = await failureOf(call(account.stranger()));
    expect(code).toBe(name.startsWith('twoFactor.') ? 'auth_error' : 'unauthorized');
  });

  it('fails when the service does', async () => {
    const { call } = await scenario(account);
    sandbox.control.failNext({ count: 3, status: 500, body: { success: false } });
    const error = await failureOf(call(account.client));
    sandbox.control.clearFailures();
    expect(error).toMatchObject({ code: 'server_error', status: 500 });
  });
});

it("finds offers by a driver's version and by a GPU as the vendor's command line writes them", async () => {
  const all = await account.client.offers.search({ filters: {}, limit: 5_000 });
  const newer = all.filter(({ driver_version: version }) => version?.startsWith('58'));
  expect(newer.length).toBeGreaterThan(0);
  const found = await account.client.offers.search({
    filters: { driver_version: { gte: '580', lt: '590.00.00' } },
    limit: 5_000,
  });
  expect(found.map(({ id }) => id).sort()).toEqual(newer.map(({ id }) => id).sort());
  const named = await account.client.offers.search({ filters: { gpu_name: { eq: 'RTX_4090' } } });
  expect(new Set(named.map(({ gpu_name }) => gpu_name))).toEqual(new Set(['RTX 4090']));
});

it.each(names.filter((name) => name !== 'offers.search'))(
  '%s fails with a key that lacks the permission',
  async (name) => {
    const { call } = await scenarios[name]!(account);
    const error = await failureOf(call(account.scoped('billing_write')));
    const isTwoFactor = name.startsWith('twoFactor.');
    expect(error).toMatchObject({ code: isTwoFactor ? 'auth_error' : 'forbidden', status: 403 });
    // The two-factor endpoints are never missing, and their one code may also mean a wrong key.
    expect(isUnsupported(error)).toBe(!isTwoFactor);
  },
);

it.each(names.filter((name) => optional.test(name)))(
  '%s is known to be missing where the service has it not',
  async (name) => {
    const { call } = await scenarios[name]!(account);
    sandbox.control.configure({ extensions: false });
    const error = await failureOf(call(account.client));
    sandbox.control.configure({ extensions: true });
    expect(isUnsupported(error)).toBe(true);
  },
);

/** What the specification and the public service's clients document beyond the two-factor errors. */
const failures: [ApiErrorCode, string, (account: TestAccount) => Promise<unknown>][] = [
  [
    'no_such_ask',
    'renting an offer that is gone',
    async ({ client }) => {
      const offer = sandbox.control.freeOffers()[0]!;
      sandbox.control.takeOffer(offer);
      await client.instances.create(offer, { image: 'ubuntu' });
    },
  ],
  [
    'invalid_request',
    'renting without an image',
    async (own) => own.client.instances.create(await own.freeOffer(), {}),
  ],
  [
    'invalid_price',
    'bidding below the lowest bid',
    async ({ client }) => {
      const [offer] = await client.offers.search({
        filters: { rented: { eq: false } },
        type: 'bid',
        limit: 1,
      });
      await client.instances.create(offer!.id, { image: 'ubuntu', price: 0.0001 });
    },
  ],
  [
    'missing_billing',
    'renting without money',
    async (own) => {
      sandbox.control.setCredit(0, own.id);
      await own.rent();
    },
  ],
  [
    'spend_rate_limit',
    'renting beyond the limit',
    async (own) => {
      sandbox.control.setAccount(own.id, { spendLimited: true });
      await own.rent();
    },
  ],
  [
    'no_ssh_key_for_vm',
    'renting a VM without a key',
    async (own) =>
      own.client.instances.create(await own.freeOffer({ vms_enabled: { eq: true } }), {
        image: 'ubuntu',
        vm: true,
        runtype: 'ssh_direct',
      }),
  ],
  ['not_found', 'an instance that does not exist', async ({ client }) => client.instances.get(999_999_999)],
  [
    'not_found',
    'stopping one that does not exist',
    async ({ client }) => client.instances.setState(999_999_999, 'stopped'),
  ],
  [
    'not_found',
    'destroying one that does not exist',
    async ({ client }) => client.instances.destroy(999_999_999),
  ],
  [
    'not_found',
    'a machine that is not the caller’s',
    async ({ client }) => client.machines.cancelMaintenance(999_999_999),
  ],
  [
    'not_found',
    'deleting a template that does not exist',
    async ({ client }) => client.templates.delete(999_999_999),
  ],
  [
    'not_found',
    'editing a template that does not exist',
    async ({ client }) => client.templates.edit({ hash_id: 'no-such', desc: 'x' }),
  ],
  [
    'invalid_request',
    'a template without a name',
    async ({ client }) =>
      client.templates.create({
        name: '',
        image: 'a',
        docker_login_repo: '',
        docker_login_user: '',
        docker_login_pass: '',
      }),
  ],
  [
    'invalid_email',
    'a subaccount’s address that is not allowed',
    async ({ client }) =>
      client.users.createSubaccount({ email: 'a@vast.ai', username: 'a', password: 'b', parent_id: 'me' }),
  ],
  [
    'user_exists',
    'a subaccount’s name that is taken',
    async (own) => {
      const request = {
        email: `x${own.id}@example.com`,
        username: `x${own.id}`,
        password: 'b',
        parent_id: 'me',
      };
      await own.client.users.createSubaccount(request);
      await sandbox.control.advance(10);
      await own.client.users.createSubaccount(request);
    },
  ],
  [
    'invalid_request',
    'a subaccount’s name that is too long',
    async (own) =>
      own.client.users.createSubaccount({
        email: `y${own.id}@example.com`,
        username: 'y'.repeat(65),
        password: 'b',
        parent_id: 'me',
      }),
  ],
  [
    'rate_limited',
    'two subaccounts within 3 s',
    async (own) => {
      const request = (n: number) => ({
        email: `z${n}${own.id}@example.com`,
        username: `z${n}${own.id}`,
        password: 'b',
        parent_id: 'me',
      });
      await own.client.users.createSubaccount(request(1));
      await own.client.users.createSubaccount(request(2));
    },
  ],
  ['invalid_request', 'what is no public key', async ({ client }) => client.sshKeys.register('hello')],
  [
    'invalid_price',
    'changing the bid of what is no bid',
    async (own) => own.client.instanceActions.changeBid(await own.rent(), 1),
  ],
];

/** Nothing has this id. */
const nobody = 999_999_999;
const ofNobody: [string, (client: Client) => Promise<unknown>][] = [
  ['instances.get', (client) => client.instances.get(nobody)],
  ['instances.setState', (client) => client.instances.setState(nobody, 'running')],
  ['instances.setLabel', (client) => client.instances.setLabel(nobody, 'x')],
  ['instances.destroy', (client) => client.instances.destroy(nobody)],
  [
    'instanceActions.answerPriceIncrease',
    (client) => client.instanceActions.answerPriceIncrease(nobody, 'accept'),
  ],
  ['copies.diskOf', (client) => client.copies.diskOf(nobody, '/root')],
  [
    'copies.copy',
    (client) => client.copies.copy({ instanceId: nobody, path: '/a' }, { instanceId: nobody, path: '/b' }),
  ],
  ['copies.cancel', (client) => client.copies.cancel(nobody)],
  [
    'copies.copyWithCloud',
    (client) =>
      client.copies.copyWithCloud('toCloud', { instanceId: nobody, path: '/a' }, { id: nobody, path: '/' }),
  ],
  ['copies.cancelWithCloud', (client) => client.copies.cancelWithCloud(nobody)],
  ['instanceActions.runCommand', (client) => client.instanceActions.runCommand(nobody, 'ls')],
  ['instanceActions.reboot', (client) => client.instanceActions.reboot(nobody)],
  ['instanceActions.recycle', (client) => client.instanceActions.recycle(nobody)],
  ['instanceActions.changeBid', (client) => client.instanceActions.changeBid(nobody, 1)],
  ['instanceActions.readLog', (client) => client.instanceActions.readLog(nobody, 10, 'container')],
  ['secrets.remove', (client) => client.secrets.remove('NONE')],
  ['sshKeys.registerWithInstance', (client) => client.sshKeys.registerWithInstance(nobody, publicKey)],
  ['sshKeys.listOfInstance', (client) => client.sshKeys.listOfInstance(nobody)],
  ['sshKeys.removeFromInstance', (client) => client.sshKeys.removeFromInstance(nobody, 1)],
  ['volumeOffers.clone', (client) => client.volumeOffers.clone({ src_id: nobody, dst_id: 1, size: 10 })],
  ['volumes.delete', (client) => client.volumes.delete(nobody)],
  ['apiKeys.get', (client) => client.apiKeys.get(nobody)],
  ['apiKeys.delete', (client) => client.apiKeys.delete(nobody)],
];
const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K someone';

it.each(ofNobody)('%s fails for what does not exist', async (_name, call) => {
  expect((await failureOf(call(account.client))).code).toBe('not_found');
});

it('a network that is gone already is deleted without a failure', async () => {
  await expect(account.client.overlays.delete('none')).resolves.toBeUndefined();
});

it('says that a team has no SSH keys', async () => {
  const error = await failureOf(account.inTeam().sshKeys.register(publicKey));
  expect(error.code).toBe('team_ssh_keys_not_supported');
});

describe('a documented failure', () => {
  it.each(failures)('%s: %s', async (code, _what, fail) => {
    const error = await failureOf(fail(account));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^\p{Lu}.{10,}/u);
  });

  it('rate_limited carries the threshold of the endpoint', async () => {
    const [, , fail] = failures.find(([code]) => code === 'rate_limited')!;
    expect((await failureOf(fail(account))).thresholdSeconds).toBe(3);
  });
});

describe('the list of instances', () => {
  it('moves on with the service and comes whole, page by page', async () => {
    const ids = [];
    for (let index = 0; index < 27; index++) ids.push(await account.rent());
    sandbox.control.configure({ listVersion: 'v0' });
    const before = await account.client.instances.list();
    sandbox.control.configure({ listVersion: 'v1' });
    const instances = await account.client.instances.list();
    expect(before.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(instances.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect((await account.client.instances.list()).length).toBe(27);
  });
});

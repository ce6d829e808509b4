import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../../../src/api/client';
import { lazyFetch } from '../../../src/api/http/nodeFetch';
import type { Call } from '../../../src/commands/call';
import { cancelMaintenance } from '../../../src/commands/account/cancelMaintenance';
import { deleteApiKey } from '../../../src/commands/account/deleteApiKey';
import { deleteTemplate } from '../../../src/commands/templates/deleteTemplate';
import { destroyInstance } from '../../../src/commands/instances/destroyInstance';
import { renameInstance } from '../../../src/commands/instances/renameInstance';
import { rentOffer } from '../../../src/commands/offers/rentOffer';
import { rentOffers } from '../../../src/commands/offers/rentOffers';
import type { Services } from '../../../src/prompts/services';
import { startInstance } from '../../../src/commands/instances/startInstance';
import { stopInstance } from '../../../src/commands/instances/stopInstance';
import type { Choice, Question } from '../../../src/ask/dialogs';
import { recommendedPermissions, permissionSet } from '../../../src/domain/account/keyPermissions';
import { AccountFiles } from '../../../src/stores/account/accountFiles';
import { AccountStore } from '../../../src/stores/account/accountStore';
import { systemClock } from '../../../src/clock';
import { Lease } from '../../../src/stores/windows/lease';
import { Keyring } from '../../../src/stores/account/keyring';
import { LaunchSecrets } from '../../../src/stores/launch/launchSecrets';
import { Moves } from '../../../src/stores/instances/moves';
import { MarkerFiles } from '../../../src/stores/rentals/markerFiles';
import { OfferStore } from '../../../src/stores/offers/offerStore';
import { PendingRentals } from '../../../src/stores/rentals/pendingRentals';
import { RentQueue } from '../../../src/stores/rentals/rentQueue';
import { TemplateStore } from '../../../src/stores/templates/templateStore';
import { Person } from '../support/accountsPerson';
import { MemorySecrets } from '../support/memorySecrets';
import { environment, sandbox, until } from '../support/inHost';
import { ownRows } from '../support/oddMode';
import { silent } from '../../../src/log/log';

/** Two accounts and two windows: another account is switched to while a question of the first one is open. */
describe('what is asked for one account', () => {
  let folder: string;
  let window: Awaited<ReturnType<typeof openWindow>>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    window = await openWindow(folder);
    await sandbox.clearRequests();
  });
  afterEach(async () => {
    for (const { id } of ownRows(await window.client.instances.list()))
      await window.client.instances.destroy(id);
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  const request = { image: 'debian:12', disk: 10 };
  const query = { filters: { num_gpus: { eq: 1 } }, limit: 8 };
  type Command = (services: Services, call: Call) => Promise<unknown>;
  const asking: [string, Command, () => Record<string, unknown>][] = [
    ['a start', startInstance, () => ({})],
    ['a stop', stopInstance, () => ({})],
    ['a destruction', destroyInstance, () => ({})],
    ['the deletion of a template', deleteTemplate, () => ({ templateId: window.templateId })],
    ['the deletion of a key', deleteApiKey, () => ({ id: window.keyId })],
    ['the end of a maintenance', cancelMaintenance, () => ({ machineId: 1 })],
    ['a rental', rentOffer, () => ({ offerId: window.offerId, request })],
    ['several rentals', rentOffers, () => ({ query, count: 2, request })],
  ];
  for (const [what, command, argument] of asking) {
    it(`is not done for another one: ${what}`, async () => {
      window.beforeYes = () => window.other.switchTo(window.secondId);
      await rejects(
        command(window.services, window.call(argument())),
        /requested for first@example\.com, but second@example\.com is now in use\. Nothing was done\./,
      );
      equal(await changes(), 0);
      equal(window.asked.length, 1);
      const { message, detail } = window.asked[0]!;
      match(`${message} ${detail}`, /first@example\.com/);
    });
  }

  it('is not done when it was signed out meanwhile', async () => {
    window.beforeYes = async () => {
      await window.other.remove(window.secondId);
      await window.other.remove(window.firstId);
    };
    await rejects(
      destroyInstance(window.services, window.call({})),
      /first@example\.com has been signed out/,
    );
    equal(await changes(), 0);
  });

  it('is not done for another one: a new name', async () => {
    const person = new Person();
    try {
      const call = { ...window.call({}), interactive: true };
      const renaming = renameInstance(window.services, call);
      await until(() => person.inputs.length > 0, 'the question for the name');
      await window.other.switchTo(window.secondId);
      await until(() => window.accounts.active?.id === window.secondId, 'this window follows');
      const refused = rejects(renaming, /requested for first@example\.com/);
      let ended = false;
      void refused.finally(() => (ended = true)).catch(() => undefined);
      await person.pressEnterUntil(() => ended);
      await refused;
    } finally {
      await person.leave();
    }
    equal(await changes(), 0);
  });

  it('is done for it, while the same one is in use', async () => {
    deepEqual(await destroyInstance(window.services, window.call({})), { instanceIds: [window.instanceId] });
    equal(await changes(), 1);
    deepEqual(ownRows(await window.client.instances.list()), []);
  });

  it('does not name the only one that is signed in', async () => {
    await window.accounts.remove(window.secondId);
    await destroyInstance(window.services, window.call({}));
    ok(!(window.asked[0]!.detail ?? '').includes('first@example.com'));
  });

  /** Requests that change something; a search for offers is sent as POST, too. */
  async function changes(): Promise<number> {
    const requests = await sandbox.requests();
    return requests.filter(({ method, path }) => method !== 'GET' && !path.includes('/bundles')).length;
  }
});

async function openWindow(folder: string) {
  const secrets = new MemorySecrets();
  const files = new AccountFiles(join(folder, 'accounts'));
  const createClient = (baseUrl: string, apiKey: string) =>
    new Client({ baseUrl, apiKey, fetch: lazyFetch, spacingScale: 0 });
  const [accounts, other] = [1, 2].map(() => new AccountStore({ secrets, files, createClient }));
  if (!accounts || !other) throw new Error('No windows.');
  const add = async (email: string) => {
    const { apiKey } = await sandbox.createAccount();
    const client = createClient(environment.sandboxUrl, apiKey);
    const user = { ...(await client.users.current()), email };
    return { client, id: (await accounts.add(environment.sandboxUrl, apiKey, user)).account.id };
  };
  const second = await add('second@example.com');
  const first = await add('first@example.com');
  await other.load();
  const { client } = first;
  const offers = new OfferStore(accounts, systemClock);
  const { found } = await offers.search({
    filters: { rented: { eq: false }, num_gpus: { eq: 1 } },
    limit: 8,
  });
  const { instanceId } = await client.instances.create(found[0]!.offer.id, { image: 'debian:12' });
  const docker = { docker_login_repo: '', docker_login_user: '', docker_login_pass: '' };
  const { id: templateId } = await client.templates.create({ ...docker, name: 'mine', image: 'debian' });
  const { id: keyId } = await client.apiKeys.create({
    name: 'spare',
    permissions: permissionSet(recommendedPermissions),
  });
  const [instance] = await client.instances.list();
  const asked: Question[] = [];
  const pendingStart = new MarkerFiles(files, 'pendingStart');
  const pending = new PendingRentals(files, systemClock);
  const lease = (accountId: string) => new Lease(join(files.folderOf(accountId), 'rent.lease'), systemClock);
  const done = () => Promise.resolve();
  const window = {
    accounts,
    other,
    client,
    firstId: first.id,
    secondId: second.id,
    offerId: found[1]!.offer.id,
    instanceId,
    templateId,
    keyId,
    asked,
    beforeYes: done as () => Promise<unknown>,
    call: (argument: Record<string, unknown>): Call => ({
      instanceIds: [instanceId],
      confirmed: false,
      interactive: false,
      arguments: argument,
    }),
    services: {
      accounts,
      offers,
      templates: new TemplateStore(accounts, systemClock),
      launchSecrets: new LaunchSecrets(new Keyring(secrets)),
      rentQueue: new RentQueue({
        accounts,
        instances: { lookForPending: done },
        pending,
        pendingStart,
        lease,
        clock: systemClock,
      }),
      instances: {
        state: { instances: new Map([[instanceId, instance]]), expected: [] },
        get: (id: number) => (id === instanceId ? instance : undefined),
        figures: () => undefined,
        burst: () => undefined,
        refresh: done,
      },
      volumes: { state: { volumes: [] }, get: () => undefined },
      underWay: { begin: () => undefined, end: () => undefined },
      news: { expectEnd: done },
      gone: { denied: () => undefined },
      starts: { take: done },
      files,
      snapshots: { read: () => Promise.resolve(undefined) },
      volumeLists: { read: () => Promise.resolve(undefined) },
      runs: { read: () => Promise.resolve([]), readAll: () => Promise.resolve([]) },
      moves: new Moves(files),
      scheduledStops: { read: () => Promise.resolve(new Map()), known: () => new Map() },
      spending: { did: done },
      pendingStart,
      pending,
      clock: systemClock,
      log: silent,
      features: { use: (_: string, ask: () => unknown) => ask() },
      sshEntries: { sync: done },
      dialogs: {
        confirm: async (question: Question) => {
          asked.push(question);
          const before = accounts.active?.id;
          await window.beforeYes();
          if (window.beforeYes !== done) await until(() => accounts.active?.id !== before, 'it follows');
          return true;
        },
        choose: (choice: Choice) => {
          const [yes = ''] = choice.options.slice(-1);
          return window.services.dialogs.confirm({ ...choice, yes }).then(() => yes);
        },
      },
    } as unknown as Services,
  };
  return window;
}

import { equal, notEqual, ok, rejects } from 'node:assert/strict';
import { Person } from './support/accountsPerson';
import {
  agreed,
  call,
  destroyAll,
  environment,
  extensionApi,
  sandbox,
  signIn,
  someOffer,
} from './support/inHost';

/** Commands that cost money, destroy data or edit a file, called with an object that anybody could have written. */
describe('consent', () => {
  let person: Person;
  let instanceId: number;
  let templateId: number;
  let offerId: number;
  let keyId: number;
  const request = { image: 'debian:12', disk: 10 };

  before(async () => {
    await signIn();
    ({ instanceId } = await agreed<{ instanceId: number }>('rentOffer', {
      offerId: (await someOffer()).id,
      request,
    }));
    const template = { name: 'To be kept', image: 'debian' };
    ({ id: templateId } = await agreed<{ id: number }>('createTemplate', { template }));
    ({ id: offerId } = await someOffer());
    [{ id: keyId }] = await call<[{ id: number }]>('listApiKeys');
    await call('refreshInstances');
  });
  beforeEach(async () => {
    person = new Person();
    await sandbox.clearRequests();
  });
  afterEach(() => person.leave());
  after(async () => {
    await agreed('deleteTemplate', { templateId });
    await destroyAll();
  });

  const asking: [string, () => Record<string, unknown>][] = [
    ['rentOffer', () => ({ offerId, request })],
    ['rentOffer', () => ({ offerId })],
    ['rentOffers', () => ({ query: { filters: { num_gpus: { eq: 1 } }, limit: 4 }, count: 2, request })],
    ['startInstance', () => ({ instanceId })],
    ['stopInstance', () => ({ instanceId })],
    ['destroyInstance', () => ({ instanceId })],
    ['rebootInstance', () => ({ instanceId })],
    ['recycleInstance', () => ({ instanceId })],
    ['changeInstance', () => ({ instanceId, request: { image: 'not/yours' } })],
    ['prepayInstance', () => ({ instanceId, amount: 5 })],
    ['replaceInstance', () => ({ instanceId })],
    ['rentAnother', () => ({ instanceId, offerId })],
    ['deleteTemplate', () => ({ templateId })],
    ['createApiKey', () => ({ name: 'for whoever asks' })],
    ['deleteApiKey', () => ({ id: keyId })],
    ['resetApiKey', () => ({})],
    ['cancelMaintenance', () => ({ machineId: 1 })],
    ['removeSshIntegration', () => ({})],
    ['signOut', () => ({})],
  ];
  for (const [name, argument] of asking) {
    it(`is not what ${name} ${Object.keys(argument()).join(' and ')} takes “true” for`, async () => {
      const calling = call(name, { ...argument(), confirmed: true, interactive: true });
      // A form stays open until it is closed; a question that nobody answers is closed at once.
      await person.pressEscapeUntil(() => person.dialogs.length + person.inputs.length > 0);
      await person.pressEscape();
      equal(await calling, undefined);
      equal(await changes(), 0);
    });
  }

  it('is no guess, and is not taken out of a list, an object or a longer text', async () => {
    const { consent } = await extensionApi();
    for (const forged of ['true', 1, '', {}, [consent], `${consent} `, consent.slice(1), null]) {
      const asked = person.dialogs.length;
      equal(await call('destroyInstance', { instanceId, confirmed: forged, interactive: true }), undefined);
      equal(person.dialogs.length, asked + 1);
    }
    equal(await changes(), 0);
  });

  it('is what the exports give out, and then nothing is asked', async () => {
    const { consent } = await extensionApi();
    ok(consent.length >= 32);
    await call('stopInstance', { instanceId, confirmed: consent });
    equal(person.dialogs.length, 0);
    equal(await changes(), 1);
  });

  it('stands in no error', async () => {
    const { consent } = await extensionApi();
    await rejects(agreed('rentOffer', { offerId: 'first', request }), (error: Error) => {
      notEqual(consent, '');
      ok(!`${error.stack} ${JSON.stringify(error)}`.includes(consent));
      return true;
    });
  });

  it('is not needed to be asked: whoever says “interactive” still hears of a failure by a rejection', async () => {
    const wrong = { apiKey: 'of nobody', baseUrl: environment.sandboxUrl, interactive: true };
    await rejects(agreed('signIn', wrong));
  });

  /** Requests that change something; a search for offers is sent as POST, too. */
  async function changes(): Promise<number> {
    const requests = await sandbox.requests();
    return requests.filter(({ method, path }) => method !== 'GET' && !path.includes('/bundles')).length;
  }
});

import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Offer } from '../../../src/api/schemas/offers/offer';
import { agreed, call, destroyAll, extensionApi, sandbox, signIn, someOffer } from '../support/inHost';

describe('searching and renting', () => {
  let offer: Offer;

  before(async () => {
    await signIn();
    offer = await someOffer();
  });
  beforeEach(async () => {
    await sandbox.clearFailures();
    await sandbox.clearRequests();
  });
  after(destroyAll);

  it('answers a query with offers in the specification’s names', async () => {
    const query = {
      filters: { num_gpus: { eq: 1 }, dph_total: { lte: 1 } },
      order: [['dph_total', 'asc']],
      type: 'on-demand',
      limit: 7,
    };
    const offers = await call<Offer[]>('searchOffers', { query });
    equal(offers.length, 7);
    ok(offers.every((offer) => offer.num_gpus === 1 && (offer.dph_total ?? 9) <= 1));
    const prices = offers.map(({ dph_total }) => dph_total ?? 0);
    deepEqual(
      prices,
      [...prices].sort((a, b) => a - b),
    );
  });

  it('names the argument that is wrong', async () => {
    await rejects(call('searchOffers', { query: { filters: { num_gpus: { near: 1 } } } }), /query\.filters/);
    await rejects(call('rentOffer', { offerId: 'first', request: {} }), /offerId/);
  });

  const refused: [string, Record<string, unknown>, RegExp][] = [
    ['an empty image without a template', { image: '' }, /image/],
    ['a disk that is not positive', { image: 'debian:12', disk: 0 }, /disk/],
    ['a disk that the machine does not have', { image: 'debian:12', disk: 1e7 }, /disk/],
    ['an onstart past 4048 characters', { image: 'debian:12', onstart: 'x'.repeat(4049) }, /onstart/],
    ['a flag string as env', { image: 'debian:12', env: '-e A=1' }, /env/],
    ['an unknown runtype', { image: 'debian:12', runtype: 'telnet' }, /runtype/],
    ['a price that is not a number', { image: 'debian:12', price: 'cheap' }, /price/],
  ];
  for (const [what, request, field] of refused) {
    it(`refuses ${what} before anything is sent`, async () => {
      await rejects(agreed('rentOffer', { offerId: offer.id, request }), field);
      equal(await creations(), 0);
    });
  }

  it('refuses an interruptible offer without a price, which would be rented at the full one', async () => {
    const { id: offerId } = await someOffer('bid');
    const request = { image: 'debian:12', disk: 10 };
    await rejects(agreed('rentOffer', { offerId, request }), /price/);
    equal(await creations(), 0);
  });

  it('rents with the defaults of the settings when a program says no more than yes', async () => {
    const { id: offerId } = await someOffer();
    const { instanceId } = await agreed<{ instanceId: number }>('rentOffer', { offerId });
    const { image, disk } = await sandbox.launch(instanceId);
    const defaults = vscode.workspace.getConfiguration('gpuRental.rent');
    deepEqual({ image, disk }, { image: defaults.get('image'), disk: defaults.get('disk') });
  });

  it('says that an offer is gone when somebody else took it', async () => {
    const { id: offerId } = await someOffer();
    // The account in use has to know it: an unknown one is looked up, and nothing is sent for one that is gone.
    await call('searchOffers', { query: { filters: { id: { eq: offerId } }, type: 'on-demand', limit: 1 } });
    await sandbox.takeOffer(offerId);
    const request = { image: 'debian:12', disk: 10 };
    await rejects(agreed('rentOffer', { offerId, request }), /offer/i);
    equal(await creations(), 1);
  });

  it('shows a rented instance after the next refresh', async () => {
    const api = await extensionApi();
    const { instanceId } = await agreed<{ instanceId: number }>('rentOffer', {
      offerId: offer.id,
      request: { image: 'debian:12', disk: 10, label: 'first of all' },
    });
    await call('refreshInstances');
    const instance = api.instances().find(({ id }) => id === instanceId);
    equal(instance?.label, 'first of all');
    equal(JSON.stringify(instance).includes('jupyter_token'), false);
  });

  it('finds the instance when the answer to the create call is lost, and creates it once', async () => {
    const { id: offerId } = await someOffer();
    await sandbox.failNext({ method: 'PUT', path: '/asks/', reset: true, carryOut: true });
    const { instanceId } = await agreed<{ instanceId: number }>('rentOffer', {
      offerId,
      request: { image: 'debian:12', disk: 10, label: 'lost and found' },
    });
    ok((await sandbox.instanceIds()).includes(instanceId));
    equal(await creations(), 1);
  });

  async function creations(): Promise<number> {
    const requests = await sandbox.requests();
    return requests.filter(({ method, path }) => method === 'PUT' && path.includes('/asks/')).length;
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfferStore } from '../../../src/stores/offerStore';
import { createSandbox, type Sandbox } from '../../sandbox';
import { TestAccount } from '../api/support/account';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false, offers: 50 });
});
afterAll(() => sandbox.close());

describe('an offer that is found on demand and as interruptible', () => {
  it('is what the last search found it as, unless a person has chosen', async () => {
    const store = new OfferStore(new TestAccount(sandbox));
    const search = async (type: 'bid' | 'on-demand') =>
      (await store.search({ filters: { rented: { eq: false } }, type, limit: 50 })).found;
    const onDemand = new Set((await search('on-demand')).map(({ offer }) => offer.id));
    const both = (await search('bid')).find(({ offer }) => onDemand.has(offer.id));
    const id = both!.offer.id;
    expect(store.known(id)?.isBid).toBe(true);
    await search('on-demand');
    expect((await store.find(id))?.isBid).toBe(false);
    expect((await store.find(id, { isBid: true }))?.isBid).toBe(true);
    expect((await store.find(id, { isBid: false }))?.isBid).toBe(false);
    expect(await store.find(999_999_999, { isBid: true })).toBeUndefined();
  });
});

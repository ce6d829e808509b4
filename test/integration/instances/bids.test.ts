import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { agreed, call, destroyAll, sandbox, signIn, someOffer, until } from '../support/inHost';

describe('the bid of an interruptible instance', () => {
  let instanceId: number;

  before(async () => {
    await signIn();
    const offer = await someOffer('bid');
    const request = { image: 'debian:12', runtype: 'ssh_direct', disk: 10, price: (offer.min_bid ?? 0) + 1 };
    ({ instanceId } = await agreed<{ instanceId: number }>('rentOffer', { offerId: offer.id, request }));
    await sandbox.advance(300);
    await call('refreshInstances');
  });
  beforeEach(async () => {
    await sandbox.clearFailures();
    await sandbox.clearRequests();
  });
  after(async () => {
    await sandbox.clearFailures();
    await destroyAll();
  });

  it('is refused where it is too low, and nothing is sent', async () => {
    await rejects(agreed('changeBid', { instanceId, price: 0 }), /greater than 0/);
    await rejects(agreed('changeBid', { instanceId, price: 1e-6 }), /at least \$[\d.]+\/h\./);
    await rejects(agreed('changeBid', { instanceId, price: 'more' }), /price/);
    equal(await bidsSent(), 0);
  });

  it('is raised after it was outbid, and the instance runs again', async () => {
    await sandbox.outbid(instanceId);
    const { min_bid } = await sandbox.instance(instanceId);
    const price = min_bid * 1.5;
    deepEqual(await agreed('changeBid', { instanceId, price }), { instanceId, price });
    await sandbox.advance(300);
    await until(async () => (await stateOf()) === 'running', 'the instance runs again');
  });

  it('is not changed when the answer is lost before it arrived, and that is said', async () => {
    const { min_bid, dph_base } = await sandbox.instance(instanceId);
    await sandbox.failNext({ path: '/bid_price/', reset: true });
    await rejects(agreed('changeBid', { instanceId, price: min_bid * 3 }), (error: Error) => {
      match(error.message, /response was lost/);
      return true;
    });
    equal((await sandbox.instance(instanceId)).dph_base, dph_base);
  });

  async function bidsSent(): Promise<number> {
    return (await sandbox.requests()).filter(({ path }) => path.includes('/bid_price/')).length;
  }

  async function stateOf(): Promise<string | null> {
    return (await sandbox.instance(instanceId)).actual_status;
  }
});

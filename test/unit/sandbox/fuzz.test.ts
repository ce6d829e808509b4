import fc from '../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { startService } from './support/service';
import { RandomCaller } from './support/randomCaller';
import { steps } from './support/randomRequests';

const RUNS = 50;
const REQUESTS = 400;

describe('after 20,000 random requests', () => {
  it('the service still answers and its invariants hold', async () => {
    let sent = 0;
    let succeeded = 0;
    let codesUsed = 0;
    const sequences = fc.array(steps, { minLength: REQUESTS, maxLength: REQUESTS });
    const property = fc.asyncProperty(sequences, async (sequence) => {
      const service = await startService({ offers: 30, bootSeconds: 30, startTime: 1_800_000_000 });
      const caller = new RandomCaller(service);
      for (const one of sequence.flat()) await caller.play(one);
      while (caller.sent < REQUESTS)
        await caller.play({
          kind: 'request',
          method: 'GET',
          path: '/api/v0/instances/',
          caller: 'full',
          pick: 0,
          body: undefined,
        });
      caller.checkInvariants();
      expect((await service.call('GET', '/api/v0/users/current/')).status).toBe(200);
      sent += caller.sent;
      succeeded += caller.succeeded;
      codesUsed += caller.codesUsed;
      await service.close();
    });
    const { failed, seed, errorInstance } = await fc.check(property, { numRuns: RUNS, endOnFailure: true });
    // The sequence itself would fill pages; the seed brings it back.
    if (failed) throw new Error(`with seed ${seed}: ${String(errorInstance)}`, { cause: errorInstance });
    expect(sent).toBeGreaterThanOrEqual(RUNS * REQUESTS);
    // Requests that are all refused would show nothing.
    expect(succeeded / sent).toBeGreaterThan(0.1);
    expect(codesUsed).toBeGreaterThan(100);
    console.log(`${sent} random requests, ${succeeded} of them successful, ${codesUsed} codes used once`);
  });
});

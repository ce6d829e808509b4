import fetch from 'node-fetch';
import { Client } from '../../src/api/client';
import { type Offer, offersSchema } from '../../src/api/schemas/offers/offer';
import { keepMatching } from '../../src/domain/offers/offerQuery';
import { createSandbox } from '../sandbox';
import { best, ratio, say } from './figures';

/** What offers and lists cost: decoding and filtering beside `JSON.parse`, and requests. */
export async function measureService(): Promise<void> {
  const sandbox = await createSandbox({ sshd: false, listVersion: 'v1' });
  try {
    const client = new Client({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, fetch, spacingScale: 0 });
    const offers = await client.offers.search({
      filters: { rented: { eq: false }, rentable: { eq: true } },
      limit: 2000,
    });
    const text = JSON.stringify({ offers });
    const parse = best(() => JSON.parse(text) as unknown);
    const decode = best(() => offersSchema.parse(JSON.parse(text)));
    say('offers in the answer', offers.length);
    say('decoding them / JSON.parse of them', ratio(decode, parse));
    const filters = { verified: { eq: true }, num_gpus: { lte: 2 }, dph_total: { lte: 1 } };
    const filter = best(() => keepMatching(offers, filters));
    say('filtering them again / JSON.parse of them', ratio(filter, parse));
    for (const offer of oneOfEachMachine(offers).slice(0, 60))
      await client.instances.create(offer.id, { image: 'debian:12' });
    sandbox.control.clearRequests();
    const listed = await client.instances.list();
    const list = `requests for a list of ${listed.length} instances`;
    say(`${list} (first one, with the move to its successor)`, sandbox.control.requests().length);
    sandbox.control.clearRequests();
    await client.instances.list();
    say(`${list} (from then on)`, sandbox.control.requests().length);
  } finally {
    await sandbox.close();
  }
}

/** Renting one offer of a machine can take its others off the market. */
function oneOfEachMachine(offers: readonly Offer[]): Offer[] {
  return [...new Map(offers.map((offer) => [offer.machine_id, offer])).values()];
}

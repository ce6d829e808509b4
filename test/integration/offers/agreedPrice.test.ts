import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Offer } from '../../../src/api/schemas/offers/offer';
import { confirmAndRent } from '../../../src/prompts/rent/confirmAndRent';
import type { Services } from '../../../src/prompts/services';
import type { Question } from '../../../src/ask/dialogs';
import { accountInUse } from '../../../src/stores/account/accountInUse';
import { type FoundOffer, OfferStore } from '../../../src/stores/offers/offerStore';

/** From a listed offer to its rental, with a service that tells one price after the other. */
describe('the price that a person agrees to', () => {
  const priced: Offer = { id: 7, gpu_name: 'RTX 4090', num_gpus: 1, dph_base: 0.3, storage_cost: 0.1 };
  const unpriced: Offer = { id: 7, gpu_name: 'RTX 4090', num_gpus: 1 };
  const terms = { image: 'debian:12', disk: 100 };
  /** What the service tells from now on; the last one stays. */
  let told: Offer[];
  let asked: Question[];
  let answers: (() => boolean)[];
  let events: string[];
  let titles: string[];
  let wall: number;
  let monotonic: number;
  let services: Services;
  let found: FoundOffer;
  const { withProgress } = vscode.window;

  beforeEach(async () => {
    [told, asked, answers, events, titles, wall, monotonic] = [[priced], [], [], [], [], 1e12, 0];
    const search = () => {
      events.push('look');
      return Promise.resolve([told.length > 1 ? told.shift()! : told[0]!]);
    };
    const accounts = {
      active: { id: 'a', baseUrl: '', userId: 1 },
      accounts: [],
      client: { offers: { search } },
    };
    const clock = { now: () => wall, monotonic: () => monotonic, after: () => () => undefined };
    const confirm = async (question: Question): Promise<boolean> => {
      asked.push(question);
      events.push('asked');
      // What is looked up behind the question is answered before the person is.
      await new Promise(setImmediate);
      return (answers.shift() ?? (() => true))();
    };
    const offers = new OfferStore(accounts as never, clock);
    services = { accounts, offers, dialogs: { confirm } } as unknown as Services;
    [found] = (await offers.search({ filters: {} })).found as [FoundOffer];
    events = [];
    Object.assign(vscode.window, {
      withProgress: (...[options, task]: Parameters<typeof withProgress>) => {
        titles.push(options.title ?? '');
        return withProgress(options, task);
      },
    });
  });
  afterEach(() => Object.assign(vscode.window, { withProgress }));

  const rent = (duringTheWait = () => undefined as unknown): Promise<boolean | undefined> =>
    confirmAndRent(
      services,
      { who: accountInUse(services.accounts), found, terms },
      () => undefined,
      async (before) => {
        duringTheWait();
        await before();
        events.push('rented');
        return true;
      },
    );

  it('is asked about at once when it was listed just now, and looked up once behind the question', async () => {
    equal(await rent(), true);
    deepEqual(events, ['look', 'asked', 'rented']);
    deepEqual(titles, []);
  });

  it('is looked up before the question when it was listed a while ago', async () => {
    monotonic += 15_000;
    told = [{ ...priced, dph_base: 0.2 }];
    equal(await rent(), true);
    deepEqual(events, ['look', 'look', 'asked', 'rented']);
    match(asked[0]!.message, /\$0\.21\/h/);
  });

  it('is asked about again, and nothing rented before, when it rose behind the question', async () => {
    told = [{ ...priced, dph_base: 0.5 }];
    answers = [() => true, () => false];
    equal(await rent(), undefined);
    deepEqual(
      events.filter((event) => event !== 'look'),
      ['asked', 'asked'],
    );
    match(asked[1]!.detail!, /risen from \$0\.31\/h to \$0\.51\/h since you saw it/);
    match(asked[1]!.yes, /\$0\.51\/h/);
  });

  it('is not asked about again when it fell', async () => {
    told = [{ ...priced, dph_base: 0.1, storage_cost: 0.05 }];
    equal(await rent(), true);
    equal(asked.length, 1);
  });

  it('is asked about again when only the stopped one rose', async () => {
    told = [{ ...priced, dph_base: 0.3 - 100 * (0.1 / 720), storage_cost: 0.2 }];
    equal(await rent(), true);
    equal(asked.length, 2);
    match(asked[1]!.detail!, /while stopped has risen from \$0\.014\/h to \$0\.028\/h/);
  });

  it('is asked about again when the service does not tell it any more', async () => {
    told = [unpriced];
    equal(await rent(), true);
    equal(asked.length, 2);
    match(asked[1]!.message, /\$\?\/h/);
    match(asked[1]!.detail!, /is no longer known/);
  });

  for (const [what, pass] of [
    ['the clock was set back', () => [(wall -= 3_600_000), (monotonic += 16_000)]],
    ['the computer slept', () => [(wall += 3_600_000)]],
  ] as const) {
    it(`is looked up again after the yes when ${what} while the question was open`, async () => {
      answers = [
        () => {
          told = [{ ...priced, dph_base: 0.5 }];
          pass();
          return true;
        },
        () => false,
      ];
      told = [priced, priced];
      equal(await rent(), undefined);
      equal(asked.length, 2);
      match(asked[1]!.detail!, /risen from \$0\.31\/h to \$0\.51\/h/);
    });

    it(`is looked up again before it is rented when ${what} while it waited for its turn`, async () => {
      answers = [() => true, () => false];
      const renting = rent(() => {
        told = [{ ...priced, storage_cost: 5 }];
        pass();
      });
      equal(await renting, undefined);
      equal(asked.length, 2);
    });
  }

  it('is told to be gone after the yes, without another look', async () => {
    services.offers.find = () => {
      events.push('gone');
      return Promise.resolve(undefined);
    };
    await rejects(rent(), /just took this offer/);
    deepEqual(events, ['gone', 'asked']);
  });

  it('is not looked up any more once the person has said no', async () => {
    let signal: AbortSignal | undefined;
    services.offers.find = (_, options) => {
      ({ signal } = options ?? {});
      return new Promise(() => undefined);
    };
    answers = [() => false];
    equal(await rent(), undefined);
    ok(signal?.aborted);
  });
});

import { beforeEach, expect, it, vi } from 'vitest';
import type { OfferQuery } from '../../../../src/api/http/requests';
import { rentSavedLaunch } from '../../../../src/commands/launch/savedLaunches';
import { gpuModels } from '../../../../src/domain/offers/gpuModels';
import { keepMatching } from '../../../../src/domain/offers/offerQuery';
import { GpuNames } from '../../../../src/domain/offers/search/vocabulary/gpuNames';
import { pickNearest } from '../../../../src/prompts/offers/pickNearest';
import { confirmAndRentBulk } from '../../../../src/prompts/rent/confirmAndRentBulk';
import { accountInUse } from '../../../../src/stores/account/accountInUse';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import { clearScreen, screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';
import { PassingClock, SearchLine } from '../../support/searchLine';
import { launchServices, onDemand } from '../support/launchServices';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(() => {
  clearScreen();
  screen.settings = { 'rent.disk': 20, 'search.limit': 64 };
});

/** Machines that failed today or are hidden, one of a hidden host, and another one. */
const market = [
  { machine_id: 66 },
  { machine_id: 67 },
  { machine_id: 7, host_id: 68 },
  { machine_id: 8 },
].map((where, index) => ({ ...onDemand.offer, ...where, id: 10 + index, dph_total: 0.1 + index / 10 }));

it('the search of a saved launch leaves out what is hidden, and says so', async () => {
  const { services, launches } = launchServices();
  const line = new SearchLine(market);
  Object.assign(services, {
    clock: new PassingClock(),
    offers: line,
    gpus: { names: new GpuNames(gpuModels) },
  });
  const filters = { machine_id: { notin: [5] } };
  await launches.save({ name: 'train', launch: { image: 'debian:12', disk: 50 }, offers: { filters } });
  const call = { instanceIds: [], confirmed: false, interactive: true, arguments: { name: 'train' } };
  const renting = rentSavedLaunch(services, call);
  await eventually(() => expect(line.waiting).toBe(1));
  await line.answer();
  const list = screen.picks.at(-1)!;
  expect(line.asked[0]?.filters).toMatchObject({
    machine_id: { notin: [5, 66, 67] },
    host_id: { notin: [68] },
  });
  const labels = list.items.map(({ label }) => label);
  expect(labels.filter((label) => label.includes('4090'))).toHaveLength(1);
  expect(labels.slice(1)).toEqual([
    '$(eye-closed) 1 machine left out',
    '$(eye-closed) 2 machines and hosts hidden',
  ]);
  list.choose(list.items[1]!);
  await eventually(() => expect(line.waiting).toBe(1));
  await line.answer();
  expect(line.asked[1]?.filters.machine_id).toEqual({ notin: [5, 67] });
  screen.picks.at(-1)!.hide();
  expect(await renting).toBeUndefined();
});

/** Six offers of a panel or a watch, whose query names nothing that is hidden. `known`: how many are current. */
function unfiltered(known: number) {
  const { services } = launchServices();
  const asked: OfferQuery[] = [];
  const rented: number[] = [];
  const query = { filters: { machine_id: { notin: [5] } }, limit: 10_000 };
  const more = [9, 66].map((machine_id, index) => ({ ...onDemand.offer, machine_id, id: 20 + index }));
  const offers = [...market, ...more];
  const all = offers.map((offer): FoundOffer => ({ offer, isBid: false, query }));
  Object.assign(services, {
    offers: {
      isFresh: () => true,
      recent: () => (known > 0 ? all.slice(0, known) : undefined),
      search: (wanted: OfferQuery) => {
        asked.push(wanted);
        const { offers: matching } = keepMatching(offers, wanted.filters);
        return Promise.resolve({ found: all.filter(({ offer }) => matching.includes(offer)) });
      },
    },
    rentQueue: {
      rent: async (id: number, _: unknown, __: unknown, before: () => Promise<void>) => {
        await before();
        return { instanceId: rented.push(id) };
      },
    },
  });
  const rent = (first: number, count: number) =>
    confirmAndRentBulk(services, {
      ...{ who: accountInUse(services.accounts), first: all.find(({ offer }) => offer.id === first)!, count },
      ...{ request: { image: 'debian:12', disk: 20 }, terms: { disk: 20 } },
      ...{ check: () => true, note: () => Promise.resolve() },
    });
  return { services, all, asked, rented, rent };
}

it.each([6, 4, 0])(
  'several are rented where nothing is hidden, whatever the first was found by; known: %i',
  async (known) => {
    const { asked, rented, rent } = unfiltered(known);
    await rent(13, 2);
    expect(rented).toEqual([13, 20]);
    // So that they take no place among the first that are asked for.
    expect(asked.at(-1)).toMatchObject({
      filters: { machine_id: { notin: [5, 66, 67] }, host_id: { notin: [68] } },
      limit: 64,
    });
    await expect(rent(13, 3)).rejects.toThrow('Only 2 offers match this search and launch.');
  },
);

it.each([6, 0])('the machine that a person chose themselves is not left out; known: %i', async (known) => {
  const { asked, rented, rent } = unfiltered(known);
  await rent(10, 4);
  expect(rented).toEqual([10, 13, 20, 21]);
  expect(asked.at(-1)?.filters).toEqual({ machine_id: { notin: [5, 67] }, host_id: { notin: [68] } });
});

it.each([
  [13, [13, 20]],
  [10, [10, 13, 20, 21]],
])('what is proposed in place of one like offer %i is not hidden', async (like, proposed) => {
  const { services, all } = unfiltered(0);
  const { offer, ...one } = all.find(({ offer: { id } }) => id === like)!;
  const picking = pickNearest(services, { ...one, offer: { ...offer, id: 99 } }, 20);
  await eventually(() => expect(screen.picks).toHaveLength(1));
  const rows = screen.picks[0]!.items as readonly { found?: FoundOffer; label: string }[];
  expect(rows.map(({ found }) => found?.offer.id).sort()).toEqual(proposed);
  screen.picks[0]!.hide();
  expect(await picking).toBeUndefined();
});

it('a search for one machine finds it also when that is left out', async () => {
  const { services, all } = unfiltered(0);
  const one = { ...all[0]!, query: { filters: { machine_id: { eq: 66 } }, limit: 10 } };
  const picking = pickNearest(services, { ...one, offer: { id: 99 } }, 20);
  await eventually(() => expect(screen.picks).toHaveLength(1));
  const rows = screen.picks[0]!.items as readonly { found?: FoundOffer; label: string }[];
  expect(rows.map(({ found }) => found?.offer.id).sort()).toEqual([10, 21]);
  screen.picks[0]!.hide();
  expect(await picking).toBeUndefined();
});

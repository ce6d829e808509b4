import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import { rentSavedLaunch } from '../../../../src/commands/launch/savedLaunches';
import type { FormState } from '../../../../src/domain/launch/form/state';
import type { SavedLaunch } from '../../../../src/domain/launch/launchFile';
import { offerCost } from '../../../../src/domain/money/cost';
import { gpuModels } from '../../../../src/domain/offers/gpuModels';
import { GpuNames } from '../../../../src/domain/offers/search/vocabulary/gpuNames';
import type { LaunchStart } from '../../../../src/prompts/launch/launchState';
import { searchAndLaunch } from '../../../../src/prompts/offers/searchAndRent';
import { rentFor } from '../../../../src/prompts/runs/pickMachine';
import type { Services } from '../../../../src/prompts/services';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';
import { PassingClock, SearchLine } from '../../support/searchLine';
import { launchServices, notebook } from '../support/launchServices';

const opened: FormState[] = [];
vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
vi.mock('../../../../src/prompts/launch/launch', async (original) => ({
  ...(await original<object>()),
  launch: (_services: unknown, _found: unknown, state: FormState) => {
    opened.push(state);
    return Promise.resolve({ kind: 'cancelled' });
  },
}));

beforeEach(() => {
  clearScreen();
  opened.length = 0;
  screen.settings = { 'rent.image': 'debian:12', 'rent.disk': 20, 'rent.runtype': 'ssh_direct' };
});

const offer: Offer = {
  ...{ id: 1, gpu_name: 'RTX 4090', num_gpus: 1, gpu_ram: 24_564, dph_total: 0.1, dph_base: 0.1 },
  ...{ storage_cost: 0.15, disk_space: 500, verified: true, rentable: true },
};

/** Searches, types into the results and takes the first one. @returns what the form begins with, and the search */
async function taken(rent: (services: Services) => Promise<unknown>, text = '') {
  const { services, launches } = launchServices();
  const line = new SearchLine([offer]);
  const clock = new PassingClock();
  Object.assign(services, {
    clock,
    offers: line,
    gpus: { names: new GpuNames(gpuModels) },
    globalState: { get: () => undefined, update: () => Promise.resolve() },
    templates: { ask: () => Promise.resolve(notebook) },
  });
  for (const one of saved) await launches.save(one);
  const renting = rent(services);
  await eventually(() => expect(line.waiting).toBe(1));
  await line.answer();
  const list = screen.picks.at(-1)!;
  if (text !== '') {
    list.type(text);
    await clock.pass(1000);
    await line.answer();
  }
  list.choose(list.items.find(({ label }) => label.includes('4090'))!);
  await renting;
  return { draft: opened[0]?.draft, searched: line.asked.at(-1)?.allocated_storage };
}

const offers = { filters: { gpu_name: { eq: 'RTX 4090' } } };
const saved: SavedLaunch[] = [
  { name: 'train', launch: { image: 'debian:12', disk: 50 }, offers },
  { name: 'small', launch: { image: 'debian:12' }, offers },
  { name: 'notebook', launch: { template_hash_id: 'ab12', image: 'debian:12', disk: 20 }, offers },
];
const savedLaunch = (name: string) => (services: Services) =>
  rentSavedLaunch(services, { instanceIds: [], confirmed: false, interactive: true, arguments: { name } });
const search = (disk: number, start: LaunchStart) => (services: Services) =>
  searchAndLaunch(services, { canBrowse: false, start: {}, disk }, start);

describe('the disk of a search', () => {
  it('is that of the form, also where a template or a saved launch has another', async () => {
    const template = notebook;
    expect(await taken(search(200, { template }))).toEqual({ draft: { disk: 200 }, searched: 200 });
    opened.length = 0;
    expect(await taken(search(33, { template }), 'disk>=60gb')).toEqual({
      draft: { disk: 60 },
      searched: 60,
    });
    opened.length = 0;
    expect(await taken(search(33, { disk: 33 }), 'disk>=60gb')).toMatchObject({ draft: { disk: 60 } });
    opened.length = 0;
    expect(await taken(savedLaunch('train'), 'disk>=60gb')).toMatchObject({
      draft: { disk: 60 },
      searched: 60,
    });
  });

  it('adds nothing to a template that has the same', async () => {
    expect(await taken(search(33, { template: notebook }))).toEqual({ draft: {}, searched: 33 });
  });

  it('is the usual one for a saved launch that has none', async () => {
    expect(await taken(savedLaunch('small'))).toMatchObject({ draft: { disk: 20 }, searched: 20 });
  });

  it('stays what the saved launch says over its template, even if that is the usual one', async () => {
    const { draft, searched } = await taken(savedLaunch('notebook'));
    expect(draft).toEqual({ image: 'debian:12', disk: 20 });
    expect(searched).toBe(20);
  });

  it('is that of a machine for a run, and of the price that its hours go by', async () => {
    const task = { resources: { disk: 30, image: 'debian:12' } } as Parameters<typeof rentFor>[1];
    const rates: (number | undefined)[] = [];
    const hours = (rate: number | undefined) => rates.push(rate);
    const { draft } = await taken((services) => rentFor(services, task, hours), 'disk>=60gb');
    expect(draft).toMatchObject({ image: 'debian:12', disk: 60, additions: { runHours: 1 } });
    expect(rates).toEqual([offerCost(offer, 60).running]);
  });
});

import { beforeEach, expect, it, vi } from 'vitest';
import { rentSavedLaunch } from '../../../../src/commands/launch/savedLaunches';
import { gpuModels } from '../../../../src/domain/offers/gpuModels';
import { GpuNames } from '../../../../src/domain/offers/search/vocabulary/gpuNames';
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

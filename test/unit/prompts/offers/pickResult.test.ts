import { beforeEach, expect, it, vi } from 'vitest';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import { gpuModels } from '../../../../src/domain/offers/gpuModels';
import { plainStart } from '../../../../src/domain/offers/offerQuery';
import { GpuNames } from '../../../../src/domain/offers/search/vocabulary/gpuNames';
import { pickResult } from '../../../../src/prompts/offers/pickResult';
import { LiveSearch } from '../../../../src/stores/offers/liveSearch';
import { clearScreen, screen } from '../../support/fakeVscode';
import { PassingClock, SearchLine } from '../../support/searchLine';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const offer = (id: number): Offer => ({
  ...{ id, gpu_name: 'RTX 4090', num_gpus: 1, gpu_ram: 24_564, dph_total: id / 10, dph_base: id / 10 },
  ...{ storage_cost: 0, disk_space: 500, geolocation: 'Sweden, SE', verified: true, rentable: true },
});

/** A list whose first answer is there, and which asks once more. */
async function asking() {
  const service = new SearchLine([offer(1), offer(2), offer(3)]);
  const gpus = () => new GpuNames(gpuModels);
  const search = new LiveSearch({
    offers: service,
    clock: new PassingClock(),
    gpus,
    start: plainStart(20, 64),
    text: '',
  });
  void pickResult(search, {
    title: () => 'Offers',
    gpus,
    leftOut: { bad: [], hidden: { machine: [9], host: [] } },
    canBrowse: true,
  });
  await service.answer();
  search.setFixed({ machine_id: { notin: [9] } });
  const list = screen.picks[0]!;
  const active = () => list.activeItems[0]?.label;
  return { service, list, active };
}

it('stays at the row that a person moved to when an answer comes, offer or not', async () => {
  for (const words of [/hidden/, /0\.3/]) {
    clearScreen();
    const { service, list, active } = await asking();
    const row = list.items.find(({ label }) => words.test(label))!;
    list.move(row);
    const before = list.items;
    await service.answer();
    expect(list.items).not.toBe(before);
    expect(active()).toBe(row.label);
  }
});

it('is at the first row when an answer comes and nobody has moved, or who moved came back', async () => {
  const { service, list, active } = await asking();
  list.move(list.items[2]!);
  list.move(list.items[0]!);
  await service.answer();
  expect(active()).toBe(list.items[0]?.label);
});

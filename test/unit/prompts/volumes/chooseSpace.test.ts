import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { VolumeOffer } from '../../../../src/api/schemas/volumeOffer';
import { chooseSpace } from '../../../../src/prompts/volumes/chooseSpace';
import { commandServices } from '../../support/commandServices';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const sweden = { id: 1, machine_id: 5, geolocation: 'Sweden, SE', disk_space: 500, storage_cost: 0.1 };
const texas = {
  id: 2,
  machine_id: 6,
  geolocation: 'Texas, US',
  disk_space: 90,
  storage_cost: 0.05,
  reliability: 0.99,
};
const gpu = {
  id: 50,
  gpu_name: 'RTX 4090',
  num_gpus: 2,
  machine_id: 5,
  dph_total: 0.6,
  dph_base: 0.6,
  storage_cost: 0,
};

function open(answers: { spaces: Promise<VolumeOffer[]>; market?: Promise<unknown>; least?: number }) {
  const { services } = commandServices();
  const asked: unknown[] = [];
  const search = (...request: unknown[]) => {
    asked.push(request.slice(0, 1));
    return answers.spaces;
  };
  Object.assign(services.accounts.client!, { volumeOffers: { search } });
  const market = answers.market ?? Promise.resolve({ found: [{ offer: gpu }] });
  const hidden = { list: () => Promise.resolve({ machine: [66], host: [] }) };
  Object.assign(services, { offers: { look: () => market }, hidden });
  const { least } = answers;
  const chosen = chooseSpace(services, { title: 'Create Volume', size: 100, ...(least ? { least } : {}) });
  return { chosen, asked, list: screen.picks[0]! };
}
const rows = () =>
  screen.picks[0]!.items.map(({ label, description, detail }) => [label, description, detail]);
const both = { spaces: Promise.resolve([sweden, texas]) };

describe('space for a volume', () => {
  it('is one list, which says at once that it loads, without what the person hid', async () => {
    const { asked, list } = open(both);
    expect(rows()).toEqual([['Loading machines with space for volumes…', undefined, undefined]]);
    await eventually(() => expect(list.busy).toBe(false));
    expect(asked).toEqual([
      [{ machine_id: { notin: [66] }, verified: { eq: true }, disk_space: { gte: 1 } }],
    ]);
  });

  it('has price, place, room and what can be rented there, for the typed size', async () => {
    const { chosen, list } = open(both);
    await eventually(() => expect(list.busy).toBe(false));
    expect(rows()).toEqual([
      ['$10.00/month', 'Sweden · 500 GB free · machine 5', '2× RTX 4090 from $0.60/h'],
    ]);
    list.type('50 GB');
    expect(rows()).toEqual([
      [
        '$2.50/month',
        'Texas, US · 99.00% reliable · 90 GB free · machine 6',
        'No GPU on this machine is for rent now',
      ],
      ['$5.00/month', 'Sweden · 500 GB free · machine 5', '2× RTX 4090 from $0.60/h'],
    ]);
    list.type('50 GB europe 4090');
    expect(rows()).toHaveLength(1);
    list.choose(list.items[0]!);
    expect(await chosen).toMatchObject({ size: 50, offer: { id: 1 } });
  });

  it('says why there is none, and takes no such row', async () => {
    const { chosen, list } = open({ ...both, least: 40 });
    await eventually(() => expect(list.busy).toBe(false));
    list.type('europe');
    expect(rows()).toEqual([['Type a size, such as 100 GB', undefined, undefined]]);
    list.type('39 GB');
    expect(rows()).toEqual([['The clone needs at least 40 GB', undefined, undefined]]);
    list.type('9 TB');
    expect(rows()).toEqual([['No machine has space that matches', undefined, undefined]]);
    let isOver = false;
    void chosen.finally(() => (isOver = true));
    list.choose(...list.items);
    await Promise.resolve();
    expect(isOver).toBe(false);
    list.hide();
    expect(await chosen).toBeUndefined();
  });

  it('is shown without GPUs where their search fails', async () => {
    const { list } = open({ ...both, market: Promise.reject(new ApiError('offline', 'No network.')) });
    await eventually(() => expect(list.busy).toBe(false));
    expect(rows()).toEqual([['$10.00/month', 'Sweden · 500 GB free · machine 5', undefined]]);
  });

  it('is refused in a sentence where the service has none', async () => {
    const missing = new ApiError('not_found', 'Not found.', { status: 404 });
    const { chosen } = open({ spaces: Promise.reject(missing) });
    await expect(chosen).rejects.toThrow('This service doesn’t offer space for volumes.');
  });
});

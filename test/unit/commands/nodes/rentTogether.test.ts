import { beforeEach, expect, it, vi } from 'vitest';
import type { OfferQuery } from '../../../../src/api/http/requests';
import { ApiError } from '../../../../src/api/errors';
import { findTogether, rentTogether } from '../../../../src/commands/nodes/rentTogether';
import type { Progress } from '../../../../src/prompts/connectProgress';
import { gpuModels } from '../../../../src/domain/offers/gpuModels';
import { keepMatching } from '../../../../src/domain/offers/offerQuery';
import { GpuNames } from '../../../../src/domain/offers/search/vocabulary/gpuNames';
import { accountInUse } from '../../../../src/stores/account/accountInUse';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const unavailable = new ApiError('server_error', 'The service isn’t available.', { status: 503 });
const refused = new ApiError('forbidden', 'Your key may not do this.', { status: 403 });
const taken = new ApiError('invalid_request', 'The second one can’t be rented.', { status: 400 });
type Step = 'create' | 'rent' | 'refresh' | 'list' | 'delete';

/** Rents two machines, of which these steps fail. */
async function rentTwo(failing: Partial<Record<Step, Error>>) {
  const { services } = commandServices();
  const asked: string[] = [];
  const step = (name: Step) => {
    asked.push(name);
    return failing[name] ? Promise.reject(failing[name]) : Promise.resolve();
  };
  const overlays = {
    create: () => step('create'),
    list: () => step('list').then(() => []),
    delete: () => step('delete'),
  };
  Object.assign(services.accounts.client ?? {}, { overlays });
  Object.assign(services.instances, { refresh: () => step('refresh') });
  const rent = async (id: number) => {
    if (id === 2) await step('rent');
    return { instanceId: id + 100 };
  };
  Object.assign(services, { rentQueue: { rent }, offers: { isFresh: () => true } });
  const found = (id: number) => ({ offer: { id, machine_id: id, dph_total: 1 }, isBid: false });
  const offers = { chosen: [found(1), found(2)], spare: [], clusterId: 7 };
  const task = { resources: { disk: 10, image: 'debian:12' } };
  const what = { task, offers, runHours: 1 } as unknown as Parameters<typeof rentTogether>[2];
  const progress = { signal: new AbortController().signal, report: () => undefined } as unknown as Progress;
  const result = await rentTogether(services, accountInUse(services.accounts), what, progress).then(
    ({ instanceIds }) => instanceIds,
    (error: unknown) => (error as Error).message,
  );
  const destroyed = screen.commands.map(([, given]) => (given as { instanceId: number }).instanceId);
  return { result, asked, destroyed };
}

it('keeps machines that were rented together although a list can’t be loaded then', async () => {
  const { result, destroyed } = await rentTwo({ refresh: unavailable, list: unavailable });
  expect([result, destroyed]).toEqual([[101, 102], []]);
});

it('gives back what was rented before one failed, and says why, although no list can be loaded', async () => {
  const { result, asked, destroyed } = await rentTwo({ rent: taken, refresh: unavailable });
  expect([result, destroyed]).toEqual([taken.message, [101]]);
  expect(asked).toEqual(['create', 'rent', 'delete', 'refresh']);
});

it('says that something may still be billed where nothing works any more', async () => {
  const { result } = await rentTwo({ rent: taken, delete: unavailable, refresh: unavailable });
  expect(result).toMatch(/^The run couldn’t start, .* Look for instances that are still billed\.$/);
});

it('says why a network was refused, and not that something may be billed', async () => {
  const { result, asked } = await rentTwo({ create: refused, delete: refused });
  expect(result).toContain('may not');
  expect(asked).toEqual(['create']);
});

it('deletes a network of which nobody knows whether it was made', async () => {
  const lost = new ApiError('timeout', 'No answer.', { sent: true });
  const { asked } = await rentTwo({ create: lost });
  expect(asked).toEqual(['create', 'delete', 'refresh']);
});

it('takes none that is hidden or failed today', async () => {
  const { services } = commandServices();
  const offers = [1, 2, 3, 4, 5].map((id) => ({
    ...{ id, machine_id: id, host_id: 10 + id, cluster_id: 7, gpu_name: 'H100', num_gpus: 8 },
    ...{ rentable: true, dph_total: id, dph_base: id, storage_cost: 0 },
  }));
  Object.assign(services, {
    badMachines: { list: () => Promise.resolve([1]) },
    hidden: { list: () => Promise.resolve({ machine: [2], host: [13] }) },
    gpus: { names: new GpuNames(gpuModels) },
    offers: {
      search: ({ filters }: OfferQuery) =>
        Promise.resolve({ found: keepMatching(offers, filters).offers.map((offer) => ({ offer })) }),
    },
  });
  const task = { resources: { disk: 10 } } as Parameters<typeof findTogether>[2];
  const find = (count: number) => findTogether(services, accountInUse(services.accounts), task, count);
  expect((await find(2)).chosen.map(({ offer }) => offer.id)).toEqual([4, 5]);
  await expect(find(3)).rejects.toThrow('There are no 3 offers alike');
});

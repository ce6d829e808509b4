import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import { TemplateStore } from '../../../../src/stores/templates/templateStore';
import { ManualClock } from '../../support/manualClock';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const outOfOrder = new ApiError('server_error', 'The service is out of order.', { status: 503 });

function service(failure: ApiError | undefined) {
  const clock = new ManualClock();
  const search = vi.fn(() =>
    failure ? Promise.reject(failure) : Promise.resolve([{ id: 1, hash_id: 'h' }]),
  );
  const accounts = {
    active: { id: 'a', userId: 1 },
    client: { templates: { search } },
    onDidChange: () => ({ dispose: () => undefined }),
  };
  return {
    clock,
    search,
    store: new TemplateStore(accounts as unknown as AccountStore, clock),
    mend: () => search.mockImplementation(() => Promise.resolve([{ id: 1, hash_id: 'h' }])),
  };
}

it('asks again for lists that failed, less and less often, until they are there', async () => {
  const { clock, search, store, mend } = service(outOfOrder);
  store.watch(true);
  await store.load();
  expect(search).toHaveBeenCalledTimes(2);
  expect(await clock.next()).toBe(15_000);
  expect(search).toHaveBeenCalledTimes(4);
  expect(await clock.next()).toBe(30_000);
  mend();
  expect(await clock.next()).toBe(60_000);
  const { templates, error } = store.list('mine');
  expect([templates, error]).toEqual([[{ id: 1, hash_id: 'h' }], undefined]);
  expect(await clock.next()).toBeUndefined();
});

it('does not ask again while nobody looks, nor for what needs the person', async () => {
  const hidden = service(outOfOrder);
  hidden.store.watch(true);
  await hidden.store.load();
  hidden.store.watch(false);
  expect(await hidden.clock.next()).toBeUndefined();

  const refused = service(new ApiError('forbidden', 'No.', { status: 403 }));
  refused.store.watch(true);
  await refused.store.load();
  expect(await refused.clock.next()).toBeUndefined();
});

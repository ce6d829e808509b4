import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import { TemplateStore } from '../../../../src/stores/templates/templateStore';
import { creationOf } from '../../../../src/domain/templates/templateFields';
import { ManualClock } from '../../support/manualClock';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const outOfOrder = new ApiError('server_error', 'The service is out of order.', { status: 503 });

function service(failure: ApiError | undefined) {
  let turn = (): void => undefined;
  const clock = new ManualClock();
  const search = vi.fn(() =>
    failure ? Promise.reject(failure) : Promise.resolve([{ id: 1, hash_id: 'h' }]),
  );
  const accounts = {
    active: { id: 'a', userId: 1 },
    client: { templates: { search } },
    onDidChange: (listen: () => void) => {
      turn = listen;
      return { dispose: () => undefined };
    },
  };
  return {
    clock,
    accounts,
    turn: () => turn(),
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

const request = creationOf({ name: 'mine', image: 'ubuntu', docker_login_pass: '' });

it('says that a template may have been created whose answer was lost, and looks', async () => {
  const { store, search, accounts } = service(undefined);
  const lost = new ApiError('timeout', 'Too late.', { sent: true });
  const create = vi.fn(() => Promise.reject(lost));
  Object.assign(accounts.client.templates, { create });
  const creating = store.create(request);
  await expect(creating).rejects.toMatchObject({ code: 'outcome_unknown' });
  expect([create.mock.calls.length, search.mock.calls.length]).toEqual([1, 2]);
});

it('lists no new template under the account that was switched to meanwhile', async () => {
  const { store, accounts, turn } = service(undefined);
  const answer = Promise.withResolvers<object>();
  Object.assign(accounts.client.templates, { create: () => answer.promise });
  const creating = store.create(request);
  accounts.active = { id: 'b', userId: 2 };
  turn();
  answer.resolve({ id: 5, hash_id: 'new', name: 'mine' });
  expect(await creating).toMatchObject({ id: 5, creator_id: 1 });
  expect(store.list('mine').templates).toEqual([]);
});

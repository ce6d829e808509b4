import { expect, it, vi } from 'vitest';
import { silent } from '../../../../src/log/log';
import type { AccountRates, AccountRatesOptions } from '../../../../src/stores/money/accountRates';
import { LazyRates } from '../../../../src/stores/money/lazyRates';

const own = { id: 'a-1', baseUrl: '', userId: 1 };
const other = { id: 'a-2', baseUrl: '', userId: 2 };

/** A window with these accounts, of which the first is in use, and the listeners of what it loads. */
function opened(...signedIn: (typeof own)[]) {
  const known = { accounts: signedIn, active: signedIn[0] };
  let changed: () => void = () => undefined;
  const accounts = {
    get accounts() {
      return known.accounts;
    },
    get active() {
      return known.active;
    },
    onDidChange: (listener: () => void) => {
      changed = listener;
      return { dispose: () => undefined };
    },
  } as unknown as AccountRatesOptions['accounts'];
  const told = new Map<string, (...news: unknown[]) => void>();
  const on = (name: string) => (listener: (...news: unknown[]) => void) => {
    told.set(name, listener);
    return { dispose: () => undefined };
  };
  const ended = vi.fn();
  const loaded = {
    others: [{ account: other, cost: { instances: 3 } }],
    figures: () => ({ gpu_util: 5 }),
    listOf: (id: string) => ({ at: 1, instances: [], of: id }),
    onDidChange: on('change'),
    onDidList: on('list'),
    onDidListVolumes: on('volumes'),
    dispose: () => void ended(),
  } as unknown as AccountRates;
  const create = vi.fn(() => Promise.resolve(loaded));
  const rates = new LazyRates({ accounts, log: silent }, create);
  const signIn = (account: typeof own): void => {
    known.accounts = [...known.accounts, account];
    changed();
  };
  return { rates, create, told, ended, signIn };
}

const loadedNow = () => new Promise(setImmediate);

it('loads nothing for the account in use alone', async () => {
  const { rates, create } = opened(own);
  await loadedNow();
  expect(create).not.toHaveBeenCalled();
  expect(rates.others).toEqual([]);
  expect(rates.figures('a-1', 7)).toBeUndefined();
  expect(rates.listOf('a-1')).toBeUndefined();
});

it('knows nothing of the costs of another account until its code is loaded', () => {
  const { rates, create } = opened(own, other);
  expect(create).toHaveBeenCalledTimes(1);
  expect(rates.others).toMatchObject([{ account: other, cost: { rate: undefined, volumes: undefined } }]);
});

it('passes on what is loaded once another account signs in', async () => {
  const { rates, create, told, signIn } = opened(own);
  const [list, volumes, change] = [vi.fn(), vi.fn(), vi.fn()];
  rates.onDidList(list);
  rates.onDidListVolumes(volumes);
  rates.onDidChange(change).dispose();
  const changes = vi.fn();
  rates.onDidChange(changes);
  signIn(other);
  await loadedNow();
  told.get('list')?.('a-2', 'its list');
  told.get('volumes')?.('a-2', 'its volumes');
  told.get('change')?.();
  expect(create).toHaveBeenCalledTimes(1);
  expect(list).toHaveBeenCalledWith('a-2', 'its list');
  expect(volumes).toHaveBeenCalledWith('a-2', 'its volumes');
  expect(changes).toHaveBeenCalledTimes(1);
  expect(change).not.toHaveBeenCalled();
  expect(rates.others).toMatchObject([{ cost: { instances: 3 } }]);
  expect(rates.figures('a-2', 7)).toEqual({ gpu_util: 5 });
  expect(rates.listOf('a-2')).toMatchObject({ of: 'a-2' });
});

it('ends with its window what was still loading', async () => {
  const { rates, ended } = opened(own, other);
  rates.dispose();
  await loadedNow();
  expect(ended).toHaveBeenCalledTimes(1);
});

it('is loaded again with the next change of accounts after it could not be', async () => {
  const { rates, create, signIn } = opened(own);
  create.mockRejectedValueOnce(new Error('No such chunk.'));
  signIn(other);
  await loadedNow();
  signIn({ ...other, id: 'a-3' });
  await loadedNow();
  expect(create).toHaveBeenCalledTimes(2);
  expect(rates.others).toMatchObject([{ cost: { instances: 3 } }]);
});

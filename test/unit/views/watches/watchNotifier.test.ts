import { beforeEach, expect, it, vi } from 'vitest';
import { LocalError } from '../../../../src/api/localError';
import { silent } from '../../../../src/log/log';
import { PersonCall } from '../../../../src/ask/caller';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import type { ListedWatch, WatchNews } from '../../../../src/stores/watches/watchStore';
import { WatchNotifier } from '../../../../src/views/watches/watchNotifier';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(() => clearScreen());

const mine = { id: 'a', baseUrl: 'https://example.com', userId: 1, email: 'me@example.com' };
const other = { id: 'b', baseUrl: 'https://example.com', userId: 2, email: 'team@example.com' };
const watch: ListedWatch['watch'] = {
  id: 'w1',
  name: 'RTX 4090 · Europe',
  query: { type: 'on-demand', filters: {}, disk: 100, hours: 8 },
  limit: 0.25,
  begun: 0,
  told: [],
};
const found = (id: number, isBid = false): FoundOffer => ({
  offer: { id, gpu_name: 'RTX 4090', num_gpus: 1 },
  isBid,
  query: { filters: {} },
});

function openWindow({ accounts = [mine], active = mine, failure = undefined as Error | undefined } = {}) {
  const finds = new fakeVscode.EventEmitter<WatchNews>();
  const ends = new fakeVscode.EventEmitter<Omit<ListedWatch, 'left'>>();
  const did: unknown[] = [];
  const act =
    (what: string) =>
    (...args: unknown[]) => {
      did.push([what, ...args]);
      return failure ? Promise.reject(failure) : Promise.resolve(true);
    };
  const known = {
    accounts: accounts as readonly (typeof mine)[],
    active: active as typeof mine | undefined,
    switchTo: async (id: string) => {
      await act('switchTo')(id);
    },
  };
  new WatchNotifier({
    watches: { onDidFind: finds.event, onDidEnd: ends.event, stop: act('stop'), renew: act('renew') },
    accounts: known,
    offers: { remember: (one) => void did.push(['remember', one.offer.id]) },
    log: silent,
  });
  return { finds, ends, did, known };
}
const tellOf = (...offers: FoundOffer[]): WatchNews => ({
  account: mine,
  watch,
  finds: offers.map((one, index) => ({ found: one, price: 0.2 + index / 100 })),
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('tells of the cheapest offer with its price, disk and limit', () => {
  const { finds } = openWindow();
  finds.fire(tellOf(found(7)));
  finds.fire(tellOf(found(7), found(8)));
  finds.fire(tellOf(found(7, true), found(8), found(9)));
  const why = 'You’re watching RTX 4090 · Europe for at most $0.25/h.';
  expect(screen.shown.map(({ message }) => message)).toEqual([
    `1× RTX 4090 is offered for $0.20/h with 100 GB disk. ${why}`,
    `1× RTX 4090 is offered for $0.20/h with 100 GB disk. 1 more offer is cheap enough. ${why}`,
    `1× RTX 4090, interruptible, is offered for $0.20/h with 100 GB disk. 2 more offers are cheap enough. ${why}`,
  ]);
  expect(screen.shown[0]).toMatchObject({ kind: 'info', buttons: ['Rent…', 'Stop Watching'] });
});

it('rents nothing: Rent opens the form with the disk, hours and bid that its price is for', async () => {
  const { finds, did } = openWindow();
  screen.press = 'Rent…';
  finds.fire(tellOf(found(7)));
  finds.fire({ ...tellOf(found(8, true)), watch: { ...watch, query: { ...watch.query, bid: 0.3 } } });
  await settled();
  expect(did).toEqual([
    ['remember', 7],
    ['remember', 8],
  ]);
  expect(screen.commands.map(([id]) => id)).toEqual(['gpuRental.rentOffer', 'gpuRental.rentOffer']);
  const calls = screen.commands.map(([, call]) => call);
  for (const call of calls) expect(call).toBeInstanceOf(PersonCall);
  expect(calls.map((call) => (call as PersonCall).arguments)).toEqual([
    { offerId: 7, disk: 100, hours: 8 },
    { offerId: 8, disk: 100, hours: 8, bid: 0.3 },
  ]);
});

it('stops watching', async () => {
  const { finds, did } = openWindow();
  screen.press = 'Stop Watching';
  finds.fire(tellOf(found(7)));
  await settled();
  expect(did).toEqual([['stop', 'a', 'w1']]);
  expect(screen.commands).toEqual([]);
});

it('names the account where there are several, and rents in the one that was named', async () => {
  const { finds, did } = openWindow({ accounts: [mine, other], active: other });
  screen.press = 'Rent…';
  finds.fire(tellOf(found(7)));
  await settled();
  expect(screen.shown[0]?.message).toMatch(/^me@example\.com: 1× RTX 4090 is offered/);
  expect(did).toEqual([
    ['switchTo', 'a'],
    ['remember', 7],
  ]);
});

it('rents nothing for an account that was signed out meanwhile', async () => {
  const { finds, known, did } = openWindow({ accounts: [mine, other] });
  screen.press = 'Rent…';
  known.accounts = [other];
  known.active = other;
  finds.fire(tellOf(found(7)));
  await settled();
  expect(did).toEqual([]);
  expect(screen.commands).toEqual([]);
  expect(screen.shown.at(-1)?.message).toBe('me@example.com is no longer signed in. Nothing was rented.');
});

it('tells of the end, and watches again', async () => {
  const { ends, did } = openWindow();
  screen.press = 'Watch Again';
  ends.fire({ account: mine, watch });
  ends.fire({ account: mine, watch: { ...watch, told: [['7', 0.2]] } });
  await settled();
  expect(screen.shown.map(({ message }) => message)).toEqual([
    'No offer for $0.25/h or less was found in a day. RTX 4090 · Europe is no longer watched.',
    'A day has passed, so RTX 4090 · Europe is no longer watched.',
  ]);
  expect(did).toEqual([
    ['renew', 'a', 'w1'],
    ['renew', 'a', 'w1'],
  ]);
});

it.each(['Rent…', 'Stop Watching', 'Watch Again'])('says why %s failed', async (button) => {
  const failure = new LocalError('not_possible', 'That didn’t work.');
  const { finds, ends } = openWindow({ accounts: [mine, other], active: other, failure });
  screen.press = button;
  if (button === 'Watch Again') ends.fire({ account: mine, watch });
  else finds.fire(tellOf(found(7)));
  await settled();
  expect(screen.shown.at(-1)).toMatchObject({ kind: 'error', message: 'That didn’t work.' });
  expect(screen.commands).toEqual([]);
});

it('shows names from outside as text', () => {
  const { finds } = openWindow();
  const hostile = found(7);
  hostile.offer.gpu_name = '[x](command:workbench.action.quit)';
  finds.fire({ ...tellOf(hostile), watch: { ...watch, name: '$(flame) [y](command:z)' } });
  expect(screen.shown[0]?.message).not.toMatch(/\]\(|\$\(/);
});

import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { WatchInfo } from '../../../src/commands/offers/searches';
import type { SavedSearch } from '../../../src/domain/offers/savedSearch';
import { Person } from '../support/accountsPerson';
import { agreed, call, sandbox, signIn, until } from '../support/inHost';

const query = { filters: { gpu_ram: { gte: 24_000 } }, type: 'on-demand', disk: 100, hours: 8 };
const kept = { type: 'on-demand', filters: { gpu_ram: { gte: 24_000 } }, disk: 100, hours: 8 };

describe('saved searches', () => {
  before(signIn);

  it('are opened in the offers panel by their name, replaced, and deleted with consent', async () => {
    deepEqual(await call('saveSearch', { name: 'big ones', query }), { name: 'big ones' });
    const bids = {
      filters: { ...query.filters, rentable: { eq: true } },
      type: 'bid',
      allocated_storage: 50,
    };
    await call('saveSearch', { name: 'big ones', query: bids });
    deepEqual(await call<SavedSearch>('openSavedSearch', { name: 'big ones' }), {
      name: 'big ones',
      query: { ...kept, type: 'bid', disk: 50 },
    });
    await until(
      () => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label === 'GPU Offers')),
      'the offers panel',
    );
    deepEqual(await agreed('deleteSavedSearch', { name: 'big ones' }), { name: 'big ones' });
    await rejects(call('openSavedSearch', { name: 'big ones' }), /There is no saved search named big ones\./);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are refused without a name or with a query that makes no sense', async () => {
    await rejects(call('saveSearch', { query }), /Argument name/);
    await rejects(call('saveSearch', { name: '', query }), /Argument name/);
    await rejects(call('saveSearch', { name: 'odd', query: { ...query, disk: -1 } }), /Argument query\.disk/);
    await rejects(call('saveSearch', { name: 'odd', query: { type: 'free' } }), /Argument query\.type/);
    await rejects(call('saveSearch', { name: 'odd', query: { filters: 3 } }), /Argument query\.filters/);
  });
});

describe('hidden machines and hosts', () => {
  before(signIn);

  it('are hidden and shown again by their ids, and a person chooses those to show', async () => {
    deepEqual(await call('hideOffers', { machine_id: 12 }), { machine: [12], host: [] });
    deepEqual(await call('hideOffers', { host_id: 40 }), { machine: [12], host: [40] });
    deepEqual(await call('hiddenOffers'), { machine: [12], host: [40] });
    deepEqual(await call('hiddenOffers', { machine_id: 12 }), { machine: [], host: [40] });
    const person = new Person();
    try {
      const cleared = vscode.commands.executeCommand('gpuRental.hiddenOffers');
      await until(() => person.inputs.at(-1)?.title === 'Hidden Machines and Hosts', 'the list');
      const list = person.inputs.at(-1) as vscode.QuickPick<vscode.QuickPickItem>;
      deepEqual(
        list.items.map(({ label }) => label),
        ['Host 40'],
      );
      let isOver = false;
      void cleared.then(() => (isOver = true));
      await person.pressEnterUntil(() => isOver);
      deepEqual(await cleared, { machine: [], host: [] });
    } finally {
      await person.leave();
    }
  });

  it('are refused without an id, and shown again even if they never were hidden', async () => {
    await rejects(call('hideOffers'), /Argument machine_id/);
    await rejects(call('hideOffers', { machine_id: 'all' }), /Argument machine_id/);
    deepEqual(await call('hiddenOffers', { host_id: 41 }), { machine: [], host: [] });
  });
});

describe('watched searches', () => {
  before(signIn);

  it('are listed until they are stopped, and rent nothing', async () => {
    const before = await sandbox.instanceIds();
    const { watchId } = await call<{ watchId: string }>('watchOffers', { query, price: 0.01 });
    const [watch, ...others] = await call<WatchInfo[]>('listWatches');
    ok(watch);
    deepEqual(others, []);
    equal(watch.watchId, watchId);
    equal(watch.price, 0.01);
    equal(watch.name, '≥ 24 GB VRAM · on-demand · 100 GB disk');
    deepEqual(watch.query, kept);
    ok(watch.secondsLeft > 86_000 && watch.secondsLeft <= 86_400);
    // One of the same name takes its place.
    const again = await call<{ watchId: string }>('watchOffers', { query, price: 0.02 });
    deepEqual(
      (await call<WatchInfo[]>('listWatches')).map((one) => one.watchId),
      [again.watchId],
    );
    await rejects(call('stopWatching', { watchId }), /This search isn’t watched\./);
    deepEqual(await call('stopWatching', again), again);
    deepEqual(await call('listWatches'), []);
    deepEqual(await sandbox.instanceIds(), before);
  });

  it('need a price', async () => {
    await rejects(call('watchOffers', { query }), /Argument price/);
    await rejects(call('watchOffers', { query, price: 0 }), /Argument price/);
    await rejects(call('watchOffers', { query, price: 0.5, name: '' }), /Argument name/);
  });
});

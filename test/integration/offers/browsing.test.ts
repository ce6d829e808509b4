import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PersonCall } from '../../../src/ask/caller';
import { systemClock } from '../../../src/clock';
import { matchingRows, type PanelQuery } from '../../../src/domain/offers/filters/panelQuery';
import { watchedPrice } from '../../../src/domain/offers/offerWatch';
import { silent } from '../../../src/log/log';
import { type Account, AccountFiles } from '../../../src/stores/account/accountFiles';
import type { AccountStore } from '../../../src/stores/account/accountStore';
import { HiddenOffers } from '../../../src/stores/offers/hiddenOffers';
import { MarkerFiles } from '../../../src/stores/rentals/markerFiles';
import type { BadMachines } from '../../../src/stores/instances/badMachines';
import { OfferStore } from '../../../src/stores/offers/offerStore';
import { PanelMemory } from '../../../src/stores/offers/panelMemory';
import { SavedSearches } from '../../../src/stores/offers/savedSearches';
import { OffersPanels } from '../../../src/webviews/offers/panel';
import type { Action, MarketMessage, View } from '../../../src/webviews/offers/protocol';
import type { LifeSign } from '../../../src/webviews/shared/messages';
import { sandbox, until } from '../support/inHost';
import { PanelStandIns } from '../support/panelStandIns';
import { memento, openAccount } from '../support/rentingAccount';

/** The host of the offers panel; the test is its browser side. */
describe('the offers panel', () => {
  let folder: string;
  let panels: PanelStandIns<View, Action | LifeSign>;
  let accounts: {
    active: Account | undefined;
    client: AccountStore['client'];
    onDidChange: vscode.Event<void>;
  };
  let changed: vscode.EventEmitter<void>;
  let globalState: vscode.Memento;
  let offers: OfferStore;
  let saved: SavedSearches;
  let hidden: HiddenOffers;
  let host: OffersPanels;
  let bad: number[];
  let markBad: vscode.EventEmitter<void>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    const opened = await openAccount(folder);
    changed = new vscode.EventEmitter();
    accounts = { active: opened.accounts.active, client: opened.client, onDidChange: changed.event };
    globalState = memento();
    offers = new OfferStore(accounts, systemClock);
    saved = new SavedSearches(new AccountFiles(join(folder, 'accounts')), systemClock);
    hidden = new HiddenOffers({
      machine: new MarkerFiles(new AccountFiles(folder), 'hiddenMachines'),
      host: new MarkerFiles(new AccountFiles(folder), 'hiddenHosts'),
    });
    panels = new PanelStandIns();
    bad = [12, 13];
    markBad = new vscode.EventEmitter();
    host = new OffersPanels({
      extensionUri: vscode.Uri.file('/'),
      accounts: accounts as unknown as AccountStore,
      offers,
      hidden,
      badMachines: {
        list: () => Promise.resolve([...bad]),
        onDidChange: markBad.event,
      } as unknown as BadMachines,
      memory: new PanelMemory(globalState),
      searches: saved,
      clock: systemClock,
      log: silent,
    });
    await sandbox.clearRequests();
  });
  afterEach(async () => {
    host.dispose();
    panels.leave();
    await sandbox.clearFailures();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  const panel = () => panels.opened.at(-1)!;
  const view = () => panel().view!;
  /** Of the last list that has come whole. */
  const rows = () => {
    const messages = panel().messages.filter(isMarket);
    const end = messages.findLastIndex(({ more }) => !more);
    const begin = messages.findLastIndex(({ adds }, index) => index <= end && !adds);
    return begin < 0 ? [] : messages.slice(begin, end + 1).flatMap((message) => message.rows);
  };
  const open = async (): Promise<void> => {
    host.show({});
    panel().send({ kind: 'ready' });
    await until(() => panel().view?.busy === false && rows().length > 0, 'the market');
  };
  const searches = async () => (await sandbox.requests()).filter(({ path }) => path.includes('/bundles'));

  it('sends the whole market once, and answers a narrower query with a request of its own', async () => {
    await open();
    const [whole] = await searches();
    ok(!('gpu_name' in (whole!.body as object)));
    const all = rows().length;
    ok(all > 64);
    const query = { ...view().query, filters: { gpu_name: { eq: 'RTX 4090' } } };
    const wanted = matchingRows(rows(), query).length;
    ok(wanted > 0 && wanted < all);
    await panel().do({ kind: 'query', query });
    await until(async () => (await searches()).length === 2 && !view().busy, 'the narrower search');
    deepEqual(((await searches())[1]!.body as { gpu_name: unknown }).gpu_name, { eq: 'RTX 4090' });
    equal(matchingRows(rows(), query).length, wanted);
    deepEqual(view().badMachines, [12, 13]);
    deepEqual(view().contradicted, []);
  });

  it('hides a machine or a host from its row, until it is shown again, here and in other windows', async () => {
    await open();
    const { id: account } = accounts.active!;
    const { key, offer } = rows()[0]!;
    const all = rows().length;
    const has = (id: number) => rows().some((row) => row.offer.machine_id === id);
    const { called, restore } = noteCommands('gpuRental.hideOffers');
    try {
      panel().send({ kind: 'hide', key, what: 'machine' });
      await until(() => called.length > 0, 'the command');
    } finally {
      restore();
    }
    const call = called[0] as PersonCall;
    deepEqual(call.arguments, { machine_id: offer.machine_id });
    await hidden.hide(account, 'machine', offer.machine_id!);
    await until(() => !has(offer.machine_id!) && view().hidden === 1, 'the rows without it');
    await hidden.hide(account, 'host', offer.host_id!);
    await until(
      () => rows().every((row) => row.offer.host_id !== offer.host_id),
      'the rows without the host',
    );
    ok(await hidden.show(account, 'host', offer.host_id!));
    ok(await hidden.show(account, 'machine', offer.machine_id!));
    await until(() => rows().length === all && view().hidden === 0, 'all rows again');
    // Nothing of it takes a request.
    equal((await searches()).length, 1);
  });

  it('marks a machine that failed while the panel is open, and proposes no price that a watch never tells of', async () => {
    await open();
    const cheapest = async (): Promise<number> => {
      const { called, restore } = noteCommands('gpuRental.watchOffers');
      try {
        panel().send({ kind: 'search', does: 'watch' });
        await until(() => called.length > 0, 'the command');
      } finally {
        restore();
      }
      return (called[0] as PersonCall).arguments.cheapest as number;
    };
    const { query } = view();
    const priced = matchingRows(rows(), query).map((row) => ({
      machine: row.offer.machine_id!,
      price: watchedPrice(row, query) ?? Infinity,
    }));
    const usual = priced.filter(({ machine }) => !bad.includes(machine));
    const [first] = usual.toSorted((a, b) => a.price - b.price);
    equal(await cheapest(), first!.price);
    bad.push(first!.machine);
    markBad.fire();
    await until(() => view().badMachines.includes(first!.machine), 'the mark');
    const left = usual.filter(({ machine }) => machine !== first!.machine);
    equal(await cheapest(), Math.min(...left.map(({ price }) => price)));
    const next = left.toSorted((a, b) => a.price - b.price)[0]!;
    await hidden.hide(accounts.active!.id, 'machine', next.machine);
    await until(() => view().hidden === 1, 'the hidden machine');
    const rest = left.filter(({ machine }) => machine !== next.machine);
    equal(await cheapest(), Math.min(...rest.map(({ price }) => price)));
  });

  it('says that an offer is gone where it went while its menu was open', async () => {
    await open();
    const { showErrorMessage } = vscode.window;
    const said: string[] = [];
    Object.assign(vscode.window, {
      showErrorMessage: (message: string) => Promise.resolve(void said.push(message)),
    });
    try {
      panel().send({ kind: 'rent', key: 'nothing' });
      panel().send({ kind: 'copy', key: 'nothing', as: 'json' });
      panel().send({ kind: 'hide', key: 'nothing', what: 'host' });
      await until(() => said.length > 2, 'the messages');
    } finally {
      Object.assign(vscode.window, { showErrorMessage });
    }
    deepEqual(new Set(said), new Set(['This offer is no longer available.']));
  });

  it('opens the launch form of an offer with what its row was priced with', async () => {
    await open();
    await panel().do({
      kind: 'query',
      query: { ...view().query, type: 'bid', disk: 77, hours: 3, bid: 0.2 },
    });
    await until(() => !view().busy && rows().some(({ isBid }) => isBid), 'interruptible offers');
    const { key, offer } = rows().find(({ isBid }) => isBid)!;
    const { called, restore } = noteCommands('gpuRental.rentOffer');
    try {
      panel().send({ kind: 'rent', key });
      await until(() => called.length > 0, 'the form');
    } finally {
      restore();
    }
    const arguments_ = { offerId: offer.id, disk: 77, hours: 3, bid: 0.2 };
    deepEqual(called, [new PersonCall(arguments_)]);
    // Offers like it are found by the same search.
    const found = await offers.get(offer.id);
    deepEqual([found.isBid, found.query.type, found.query.allocated_storage], [true, 'bid', 77]);
  });

  it('tells whether there are saved searches as they come and go, and shows one in place of all that was looked for', async () => {
    const id = accounts.active?.id ?? '';
    const big: PanelQuery = { type: 'on-demand', filters: { num_gpus: { gte: 4 } }, disk: 100, hours: 8 };
    await saved.save(id, { name: 'big ones', query: big });
    await open();
    await until(() => view().hasSavedSearches, 'the saved search');
    const query: PanelQuery = { ...big, type: 'bid', filters: {}, bid: 0.5 };
    await panel().do({ kind: 'query', query });
    const { queryTurn } = view();
    host.show({ bid: undefined, ...big });
    await until(() => view().queryTurn > queryTurn, 'the search');
    deepEqual(JSON.parse(JSON.stringify(view().query)), big);
    await saved.forget(id, 'big ones');
    await until(() => !view().hasSavedSearches, 'no search');
  });

  it('passes on to the table what was chosen in its menus, which VS Code shows', async () => {
    await open();
    const { key } = rows()[0]!;
    const choose = (action: string, context: unknown) =>
      vscode.commands.executeCommand(`gpuRental.offersPanel.${action}`, context);
    await choose('pin', { webview: 'gpuRental.offers', offersMenu: 'row', of: key });
    deepEqual(panel().last('menu'), { kind: 'menu', action: 'pin', of: key });
    await choose('details', undefined);
    deepEqual(panel().last('menu'), { kind: 'menu', action: 'pin', of: key });
    panel().dispose();
    await rejects(async () => choose('pin', { of: key }), /not found/);
  });

  it('asks for columns in a list: those that are shown stay in their order and width, others follow', async () => {
    await open();
    const columns = [{ id: 'gpu' }, { id: 'price', width: 90 }, { id: 'later' }];
    panel().send({ kind: 'layout', layout: { columns } });
    const { shown, restore } = answerQuickPick((items) =>
      items.filter(({ label }) => /^(Price|GPU$|Upload)/.test(label)),
    );
    try {
      panel().send({ kind: 'chooseColumns' });
      await until(() => panel().last('columns') !== undefined, 'the columns');
    } finally {
      restore();
    }
    deepEqual(shown().slice(0, 3), [
      ['GPU', true],
      ['Price (/h)', true],
      ['GPUs', false],
    ]);
    deepEqual(panel().last('columns'), {
      kind: 'columns',
      columns: [{ id: 'gpu' }, { id: 'price', width: 90 }, { id: 'upload' }, { id: 'uploadPrice' }],
    });
  });

  it('says why it shows nothing, and what helps', async () => {
    await sandbox.failNext({ path: '/bundles/', status: 403, body: { success: false, msg: 'No.' } });
    host.show({});
    panel().send({ kind: 'ready' });
    await until(() => panel().view?.problem !== undefined, 'the problem');
    ok(view().problem?.remedies.includes('retry'));
    await panel().do({ kind: 'remedy', remedy: 'retry' });
    await until(() => rows().length > 0, 'the market');
    equal(view().problem, undefined);
  });

  it('remembers its query and its columns for the next one', async () => {
    await open();
    const query = { ...view().query, type: 'both' as const, hours: 3, bid: 0.2, disk: 77 };
    panel().send({ kind: 'query', query });
    panel().send({ kind: 'layout', layout: { columns: [{ id: 'price', width: 90 }] } });
    panel().dispose();
    await until(() => globalState.get('gpuRental.lastSearch') !== undefined, 'what is remembered');
    host.show({});
    panel().send({ kind: 'ready' });
    deepEqual(view().query, query);
    deepEqual(view().layout, { columns: [{ id: 'price', width: 90 }] });
  });

  it('comes back after a reload with the query that was shown, or with the last one for a state of someone else', async () => {
    const query: PanelQuery = {
      type: 'bid',
      filters: { num_gpus: { gte: 4 } },
      disk: 77,
      hours: 3,
      bid: 0.2,
    };
    const comeBack = (state: unknown): void => {
      host.restore(panels.comeBack(), state);
      panel().send({ kind: 'ready' });
    };
    comeBack({ query });
    deepEqual(view().query, query);
    await until(() => !view().busy && rows().length > 0, 'the market');
    // There is one at a time.
    host.restore(panels.comeBack(), { query });
    deepEqual(
      panels.opened.map(({ isOpen }) => isOpen),
      [true, false],
    );
    for (const state of [
      undefined,
      'everything',
      { query: { ...query, disk: -1 } },
      { query: { ...query, filters: { num_gpus: 'DROP' } } },
      { query: 'all' },
    ]) {
      host.dispose();
      comeBack(state);
      deepEqual([panel().isOpen, view().query], [true, new PanelMemory(globalState).query]);
    }
    host.dispose();
    accounts.active = undefined;
    accounts.client = undefined;
    throws(() => host.restore(panels.comeBack(), { query }), { code: 'not_signed_in' });
  });

  it('shows the market of the account in use, and closes when there is none', async () => {
    await open();
    const before = view().turn;
    const other = await openAccount(join(folder, 'other'));
    accounts.active = { ...other.accounts.active!, id: 'two' };
    accounts.client = other.client;
    changed.fire();
    await until(() => view().turn > before && !view().busy && rows().length > 0, 'the other market');
    accounts.active = undefined;
    accounts.client = undefined;
    changed.fire();
    equal(panel().isOpen, false);
    throws(() => host.show({}), { code: 'not_signed_in' });
  });

  it('drops what no browser side of ours would send', async () => {
    await open();
    const query = { ...view().query, disk: -1 };
    panel().send({ kind: 'query', query });
    panel().send({ kind: 'query', query: 'everything' } as unknown as Action);
    panel().send({ kind: 'copy', key: '1', as: 'html' } as unknown as Action);
    equal((await searches()).length, 1);
  });
});

/** Notes what a command is called with in place of running it. */
function noteCommands(command: string) {
  const original = vscode.commands.executeCommand;
  const called: unknown[] = [];
  const executeCommand = (name: string, ...given: unknown[]): Thenable<unknown> => {
    if (name !== command) return original(name, ...given);
    called.push(...given);
    return Promise.resolve();
  };
  Object.assign(vscode.commands, { executeCommand });
  return { called, restore: () => Object.assign(vscode.commands, { executeCommand: original }) };
}

/** Answers the next list of VS Code's with these of its rows. */
function answerQuickPick(
  choose: (items: readonly vscode.QuickPickItem[]) => readonly vscode.QuickPickItem[],
) {
  const original = vscode.window.showQuickPick;
  let items: readonly vscode.QuickPickItem[] = [];
  const showQuickPick = (given: readonly vscode.QuickPickItem[]) => {
    items = given;
    return Promise.resolve(choose(given));
  };
  Object.assign(vscode.window, { showQuickPick });
  return {
    shown: () => items.map(({ label, picked }) => [label, picked]),
    restore: () => Object.assign(vscode.window, { showQuickPick: original }),
  };
}

const isMarket = (message: { kind: string }): message is MarketMessage => message.kind === 'market';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Client } from './api/client';
import type { CallObserver } from './api/http/transport';
import { lazyFetch } from './api/http/nodeFetch';
import type { Clock } from './clock';
import type { SshEntries } from './connect/entries/sshEntries';
import { syncSshEntries } from './connect/entries/syncSshEntries';
import { instanceOfWindow } from './connect/window/followWindow';
import { formatIn } from './domain/language';
import type { KeptLog } from './log/keptLog';
import { instead } from './log/log';
import type { Services } from './prompts/services';
import { createBackgroundStores } from './stores/backgroundStores';
import { followInstances } from './stores/launch/milestones';
import { syncState } from './stores/launch/syncedState';
import type { PriceIncreases } from './stores/money/priceIncreases';
import { StartCosts } from './stores/money/startCosts';
import { WarningStore } from './stores/money/warnings/warningStore';
import { settings } from './stores/settings';
import { noteLoads } from './stores/stops/idleWatch';
import { LazyStops } from './stores/stops/lazyStops';
import { LazyWatches } from './stores/watches/lazyWatches';
import { followLostCodes, loadAccounts, tellOfNewerFiles } from './views/account/accountNotices';
import type { EarlyViews } from './views/earlyViews';
import { onAwaitedStart } from './views/instances/awaitedStarts';
import { NewsNotifier } from './views/instances/newsNotifier';
import { ContextKey, hideWithoutLaunches, MenuKeys } from './views/menuKeys';
import { AllCosts } from './views/money/allCosts';
import { LazyRuns } from './views/runs/lazyRuns';
import { ReadOnlyTexts } from './views/texts/readOnlyTexts';

/** What exists before anything else is loaded. */
export interface Ground {
  context: vscode.ExtensionContext;
  log: KeptLog;
  clock: Clock;
  showLog: () => void;
  early: EarlyViews;
  /** Stands for a person's consent in a program's call. Only our exports contain it. */
  consent: string;
}

export type Background = ReturnType<typeof startBackground>;

/**
 * Starts what a signed-in window does while no view of ours is open: the lists, the status bar, notifications, scheduled
 * stops, ssh entries.
 *
 * @param services builds the rest, for what turns out to need it
 */
export function startBackground(
  { context, log, clock, early }: Ground,
  services: () => Promise<Pick<Services, 'offers' | 'badMachines' | 'hidden' | 'twoFactor'>>,
) {
  log.info('Started.');
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  formatIn(vscode.env.language);
  syncState(context.globalState);
  hideWithoutLaunches(context.globalState, context.workspaceState);
  const closing = new AbortController();
  const createClient = (baseUrl: string, apiKey: string, observer?: CallObserver) =>
    new Client({ baseUrl, apiKey, fetch: lazyFetch, observer, clock, log, closing: closing.signal });
  const notices = () => import('./views/texts/rareNotices');
  const stores = createBackgroundStores(context, createClient, {
    log,
    clock,
    onDamaged: (...told) => void notices().then((of) => of.showDamaged(stores.accounts, ...told)),
    agreed: {
      schedule: async (accountId, instanceId, stopAt) => {
        const { keepAgreed } = await import('./ask/confirmSpending');
        await keepAgreed(stores, accountId, instanceId, { stopAt });
      },
      tellLost: (...told) => void notices().then((of) => of.showLostRental(stores, ...told)),
    },
  });
  const { accounts, instances, leases } = stores;
  const costs = new AllCosts(stores);
  let entries: Promise<SshEntries> | undefined;
  const sshEntries = () =>
    (entries ??= import('./connect/entries/sshSetup').then(({ ownEntries }) => ownEntries(stores)));
  let increases: Promise<PriceIncreases> | undefined;
  const priceIncreases = () =>
    (increases ??= import('./views/money/priceIncreaseTeller').then(({ followPriceIncreases }) =>
      followPriceIncreases(context, stores),
    ));
  const watches = new LazyWatches({
    ...stores,
    load: async () => {
      const [{ startWatching }, { offers, badMachines, hidden }] = await Promise.all([
        import('./views/watches/startWatching'),
        services(),
      ]);
      return startWatching({ ...stores, offers, badMachines, hidden });
    },
  });
  const ready = loadAccounts(accounts, clock);
  const runKeeper = new LazyRuns(
    early.runs,
    {
      ...stores,
      lease: leases.for('runs'),
      fetchLease: (accountId, runId) => leases.forResults(accountId, runId),
    },
    ready,
  );
  void ready.then(() => tellOfNewerFiles(accounts, stores.files));
  const awaited = [stores.pendingStart, stores.queuedStart, stores.slowStart];
  // Before what reads the loads of each list.
  const loads = noteLoads(instances, stores.idle);
  const stopKeeper = new LazyStops(
    stores,
    async () => (await import('./views/stops/keepStops')).keepStops(stores, ready),
    ready,
  );
  const found = new WarningStore({
    ...stores,
    awaited,
    othersAreThere: stores.watching.othersAreThere,
    limits: () => settings.warnings.limits,
  });
  const ownInstance = instanceOfWindow();
  if (ownInstance !== undefined) {
    void stores.windowsOn.enter(ownInstance);
    // A host of the person's own may be called like one, unless this runs on it and was told its number.
    const isOurs = async (): Promise<boolean> =>
      context.extension.extensionKind === vscode.ExtensionKind.Workspace ||
      (await sshEntries()).knows(ownInstance);
    const isOnInstance = new ContextKey<boolean>('gpuRental.onInstance');
    void isOurs()
      .catch(instead(log, 'the view says what it knows of it', true))
      .then((is) => isOnInstance.set(is));
  }
  const texts = new ReadOnlyTexts();
  context.subscriptions.push(
    { dispose: () => closing.abort() },
    accounts,
    instances,
    stores.users,
    stores.features,
    stores.volumes,
    leases,
    stores.bills,
    stores.rates,
    stores.windowsOn,
    stores.spending,
    stores.credit,
    watches,
    runKeeper,
    texts,
    loads,
    stopKeeper,
    found,
    new MenuKeys(stores, ready),
    syncSshEntries(instances, sshEntries, log),
    followInstances(instances, stores.milestones),
    instances.onDidChange(() => void (instances.state.instances.size && priceIncreases())),
    costs.whenBilled(async () => {
      const { BilledBadge, followBudget, StatusBar } = await import('./views/money/statusBar');
      return vscode.Disposable.from(
        new StatusBar(costs, { ...stores, stopKeeper }),
        new BilledBadge(early.instances.view, costs),
        followBudget(stores),
      );
    }),
    onAwaitedStart(instances, awaited, async () => {
      const { ReadyNotifier } = await import('./views/instances/readyNotifier');
      const notifier = new ReadyNotifier(instances, stores);
      void notifier.look();
      return notifier;
    }),
    new NewsNotifier(stores),
    found.onDidFind(
      (...told) =>
        void import('./views/money/warningTeller').then(({ tellWarnings }) =>
          tellWarnings({ ...stores, view: early.instances.view }, ...told),
        ),
    ),
    new StartCosts({ ...stores, found, isOn: () => settings.warnings.costAtStart }, ready, (cost) => {
      void import('./views/money/costAtStart').then(({ showCostAtStart }) => showCostAtStart(cost, clock));
    }),
    followLostCodes({ ...stores, lists: instances }, stores.unstoredFolder, async () =>
      (await services()).twoFactor.show({ renew: true }),
    ),
  );
  return {
    ...stores,
    ready,
    createClient,
    costs,
    sshEntries,
    watches,
    stopKeeper,
    runKeeper,
    priceIncreases,
    ownInstance,
    texts,
  };
}

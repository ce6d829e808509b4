import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Client } from './api/client';
import type { Clock } from './clock';
import type { CallObserver } from './api/http/transport';
import { lazyFetch } from './api/http/nodeFetch';
import type { Services } from './prompts/services';
import { dialogs } from './ask/dialogs';
import { formatIn } from './domain/format';
import { syncSshEntries } from './connect/entries/syncSshEntries';
import { LoginAgreements } from './connect/loginAgreements';
import { remoteWindow } from './connect/window/remoteWindow';
import { instanceOfWindow } from './connect/window/followWindow';
import { SshEntries } from './connect/entries/sshEntries';
import { sshSetup } from './connect/entries/sshSetup';
import { Tunnels } from './connect/tunnels';
import type { KeptLog } from './log/keptLog';
import { createStores } from './stores/createStores';
import { settings } from './stores/settings';
import { StartCosts } from './stores/money/startCosts';
import { WarningStore } from './stores/money/warningStore';
import { followInstances } from './stores/launch/milestones';
import { AccountView } from './views/account/accountView';
import { AllCosts } from './views/money/allCosts';
import { BilledBadge } from './views/billedBadge';
import { ChargesDocuments } from './views/texts/chargesDocuments';
import { InstancesView } from './views/instances/instancesView';
import { createLaunchViews } from './views/launch/launchViews';
import { loadAccounts } from './views/account/loadAccounts';
import { PaletteKeys } from './views/paletteKeys';
import { showNewerFiles } from './views/texts/newerFiles';
import { ReadyNotifier } from './views/instances/readyNotifier';
import { NewsNotifier } from './views/instances/newsNotifier';
import { LostCodes } from './views/account/lostCodes';
import { showDamagedLedger, showDamagedRentals, showDamagedStops } from './views/texts/damagedFiles';
import { showRentWait } from './views/instances/rentWait';
import { StopTeller } from './views/stops/stopTeller';
import { StatusBar } from './views/money/statusBar';
import { WarningTeller } from './views/money/warningTeller';
import { createWatches } from './views/watches/watching';
import { ThisInstanceView } from './views/instances/thisInstanceView';
import { VolumesView } from './views/volumes/volumesView';
import type { EarlyViews } from './views/earlyViews';
import { StopKeeper } from './stores/stops/stopKeeper';
import { PanelMemory } from './stores/offers/panelMemory';
import { syncState } from './stores/launch/syncedState';
import { lazyOffersPanels, lazySpendingPanels, lazyTwoFactorPanels } from './webviews/lazyPanels';
import { TemplatePasswords } from './prompts/templates/templatePasswords';

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

/** Builds everything that commands and views work with. */
export function compose({ context, log, clock, showLog, early, consent }: Ground): Services {
  log.info('Started.');
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  formatIn(vscode.env.language);
  syncState(context.globalState);
  const closing = new AbortController();
  const createClient = (baseUrl: string, apiKey: string, observer?: CallObserver) =>
    new Client({ baseUrl, apiKey, fetch: lazyFetch, observer, clock, log, closing: closing.signal });
  const stores = createStores(context, createClient, showRentWait, {
    log,
    clock,
    onDamagedLedger: (kept) => void showDamagedLedger(kept),
    onDamagedStops: (accountId, kept) => void showDamagedStops({ ...stores, accountId, kept }),
    onDamagedRentals: (accountId, kept) => void showDamagedRentals({ ...stores, accountId, kept }),
    keepAgreed: async (...rented) => {
      const { keepAgreed } = await import('./ask/confirmSpending');
      return keepAgreed(services, ...rented);
    },
  });
  const { accounts, instances, users } = stores;
  const costs = new AllCosts(accounts, instances, stores.volumes, stores.rates);
  const sshEntries = new SshEntries({
    files: stores.files,
    accounts,
    snapshots: stores.snapshots,
    viaProxy: stores.viaProxy,
    setup: sshSetup,
    clock,
    storage: stores.storage,
  });
  const tunnels = new Tunnels(sshSetup, log);
  const twoFactor = lazyTwoFactorPanels({
    extensionUri: context.extensionUri,
    accounts,
    users,
    clock,
    unstored: stores.unstored,
    log,
  });
  const watches = createWatches(stores);
  const launching = createLaunchViews(early, stores, context.globalState);
  const ready = loadAccounts(accounts, clock);
  void ready.then(() => showNewerFiles(accounts, stores.files));
  const offersPanel = lazyOffersPanels({
    extensionUri: context.extensionUri,
    accounts,
    offers: stores.offers,
    badMachines: stores.badMachines,
    memory: new PanelMemory(context.globalState),
    searches: stores.searches,
    clock,
    log,
  });
  const figures = { ...stores, rate: () => costs.all.get(accounts.active?.id ?? '')?.rate };
  const spendingPanel = lazySpendingPanels({ ...figures, extensionUri: context.extensionUri });
  const stopKeeper = new StopKeeper(
    { ...stores, pendingStart: stores.starts, lease: stores.leases.for('stops') },
    new StopTeller(stores),
    ready,
  );
  // After the keeper, which notes the GPU loads of each list.
  const found = new WarningStore({
    ...stores,
    awaited: [stores.pendingStart, stores.queuedStart, stores.slowStart],
    othersAreThere: stores.watching.othersAreThere,
    limits: () => settings.warnings.limits,
  });
  const ownInstance = instanceOfWindow();
  if (ownInstance !== undefined) void stores.windowsOn.enter(ownInstance);
  const services: Services = {
    ...stores,
    ready,
    consent,
    createClient,
    dialogs,
    log,
    showLog,
    extension: context.extension,
    globalState: context.globalState,
    watches,
    charges: new ChargesDocuments(launching.texts),
    texts: launching.texts,
    figures,
    trees: early,
    editors: launching.editors,
    templateFiles: launching.templateFiles,
    templateConflicts: launching.templateConflicts,
    twoFactor,
    offersPanel,
    spendingPanel,
    loginAgreements: new LoginAgreements(),
    sshEntries,
    sshSetup,
    tunnels,
    remoteWindow: remoteWindow(context.globalStorageUri, log),
  };
  context.subscriptions.push(
    { dispose: () => closing.abort() },
    accounts,
    instances,
    users,
    stores.features,
    stores.volumes,
    stores.leases,
    twoFactor,
    offersPanel,
    spendingPanel,
    stores.bills,
    watches,
    tunnels,
    stores.templates,
    launching.launchViews,
    new PaletteKeys(stores),
    new TemplatePasswords(launching.templateFiles),
    syncSshEntries(instances, sshEntries, log),
    followInstances(instances, stores.milestones),
    new InstancesView(early.instances, { ...stores, tunnels, stopKeeper }, ready),
    ...(ownInstance === undefined
      ? []
      : [new ThisInstanceView(early.thisInstance, ownInstance, { ...stores, stopKeeper })]),
    new VolumesView(early.volumes, stores),
    stores.rates,
    stores.ownKey,
    new AccountView(early.account, { ...stores, watches }, costs),
    stopKeeper,
    stores.windowsOn,
    stores.spending,
    stores.credit,
    new StatusBar(costs, stores),
    new BilledBadge(early.instances.view, costs),
    new ReadyNotifier(instances, stores),
    new NewsNotifier(stores),
    found,
    new WarningTeller({ ...stores, found, view: early.instances.view }),
    new StartCosts({ ...stores, found, isOn: () => settings.warnings.costAtStart }, ready, (cost) => {
      void import('./views/money/costAtStart').then(({ showCostAtStart }) => showCostAtStart(cost, clock));
    }),
    new LostCodes(accounts, stores.unstored, () => twoFactor.show({ renew: true }), log),
  );
  return services;
}

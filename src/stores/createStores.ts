import { join } from 'node:path';
import * as vscode from 'vscode';
import { AccountFiles } from './account/accountFiles';
import { accountsFolder } from './account/accountIndex';
import { AccountRates } from './money/accountRates';
import { AccountStore, type AccountStoreOptions } from './account/accountStore';
import { BadMachines } from './instances/badMachines';
import { BillStore } from './money/billStore';
import { BidLookup } from './instances/bidLookup';
import type { Clock } from '../clock';
import { defined } from '../domain/defined';
import { CreditStore } from './money/creditStore';
import { GoneInstances } from './instances/goneInstance';
import { IdleWatch } from './stops/idleWatch';
import { InstanceStore } from './instances/instanceStore';
import { Keyring } from './account/keyring';
import { LaunchSecrets } from './launch/launchSecrets';
import { LaunchStore } from './launch/launchStore';
import { Leases } from './windows/lease';
import { LedgerFiles } from './money/ledgerFiles';
import { MarkerFiles, StartMarks } from './rentals/markerFiles';
import { Milestones } from './launch/milestones';
import { NewsFiles } from './instances/newsFiles';
import { OfferStore } from './offers/offerStore';
import { OptionalFeatures } from './account/optionalFeatures';
import { OtherWindows } from './windows/otherWindows';
import { OwnKey } from './account/ownKey';
import { PendingRentals } from './rentals/pendingRentals';
import { type RentQueueOptions, RentQueue } from './rentals/rentQueue';
import { SavedSearches } from './offers/savedSearches';
import { ScheduledStops } from './stops/scheduledStops';
import { SeenGpus } from './offers/seenGpus';
import { settings } from './settings';
import { SnapshotFiles } from './instances/snapshotFiles';
import { SpendingStore } from './money/spendingStore';
import { TemplateStore } from './templates/templateStore';
import { UnderWay } from './instances/underWay';
import { UnstoredCodes } from './account/unstoredCodes';
import { UserStore } from './account/userStore';
import { VolumeLists } from './volumes/volumeLists';
import { VolumeStore } from './volumes/volumeStore';
import { WarningFiles } from './money/warningFiles';
import { WindowsOn } from './windows/windowsOn';
import { type Log } from '../log/log';

/** What happens in stores and is for those who build them. */
interface StoreEvents {
  log: Log;
  clock: Clock;
  /** A file that can't be understood is kept under this path. Called once for all windows. */
  onDamagedLedger: (kept: string) => void;
  onDamagedStops?: (accountId: string, kept: string) => void;
  onDamagedRentals?: (accountId: string, kept: string) => void;
  keepAgreed?: RentQueueOptions['keepAgreed'];
}

/** Creates the stores and the files that windows share. */
export function createStores(
  {
    globalStorageUri,
    globalState,
    workspaceState,
    secrets,
  }: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'globalState' | 'workspaceState' | 'secrets'>,
  createClient: AccountStoreOptions['createClient'],
  onWait: RentQueueOptions['onWait'],
  { log, clock, onDamagedLedger, onDamagedStops, onDamagedRentals, keepAgreed }: StoreEvents,
) {
  const storage = globalStorageUri.fsPath;
  const files = new AccountFiles(accountsFolder(storage), undefined, undefined, log);
  const windows = new OtherWindows(join(storage, 'windows'), files);
  const gone = new GoneInstances(clock, log);
  const snapshots = new SnapshotFiles(files, clock, () => windows.areThere(), gone);
  const scheduledStops = new ScheduledStops(files, clock, onDamagedStops);
  const isScheduled = (accountId: string) => scheduledStops.known(accountId).size > 0;
  const pending = new PendingRentals(files, clock, onDamagedRentals);
  const pendingStart = new MarkerFiles(files, 'pendingStart');
  const queuedStart = new MarkerFiles(files, 'queuedStart');
  const slowStart = new MarkerFiles(files, 'slowStart');
  const viaProxy = new MarkerFiles(files, 'viaProxy');
  const badMachines = new BadMachines(new MarkerFiles(files, 'badMachines'), clock, log);
  const accounts = new AccountStore({ secrets, files, createClient, clock });
  const pollInterval = () => settings.pollIntervalSeconds * 1000;
  const leases = new Leases(files, clock, windows);
  const gpus = new SeenGpus(globalState, log);
  const milestones = new Milestones(globalState, log);
  const offers = new OfferStore(accounts, clock, {
    add: (found) => {
      gpus.add(found);
      if (found.length > 0) milestones.reached('offersFound');
    },
  });
  const instances = new InstanceStore({
    accounts,
    snapshots,
    pending,
    pendingStart,
    gone,
    isScheduled,
    lease: leases.for('list'),
    clock,
    pollInterval,
    isFocused: () => vscode.window.state.focused,
    log,
  });
  const volumeLists = new VolumeLists(files, clock, () => windows.areThere());
  const volumes = new VolumeStore({
    accounts,
    instances,
    lists: volumeLists,
    lease: leases.for('volumes'),
    clock,
    log,
  });
  const idleElsewhere = new IdleWatch(clock);
  const rates = new AccountRates({
    onAnswer: (accountId, list) => idleElsewhere.noteAll(accountId, list),
    accounts,
    snapshots,
    gone,
    isScheduled,
    volumes: volumeLists,
    lease: leases.for('list'),
    clock,
    log,
  });
  const features = new OptionalFeatures(accounts);
  const users = new UserStore(accounts, clock);
  const spending = new SpendingStore({
    accounts,
    instances,
    volumes,
    rates,
    files: new LedgerFiles(files, clock, (_, kept) => onDamagedLedger(kept)),
    clock,
    log,
  });
  return {
    log,
    clock,
    files,
    spending,
    credit: new CreditStore({
      accounts,
      users,
      isBilled: () => instances.state.instances.size > 0 || volumes.state.volumes.length > 0,
      files,
      lease: leases.for('credit'),
      clock,
      log,
    }),
    snapshots,
    gone,
    pendingStart,
    queuedStart,
    slowStart,
    starts: new StartMarks({ pendingStart, queuedStart, slowStart }),
    viaProxy,
    badMachines,
    news: new NewsFiles(files, clock),
    idle: new IdleWatch(clock),
    idleElsewhere,
    warnings: new WarningFiles(files, clock),
    accounts,
    instances,
    underWay: new UnderWay(clock, (id) => instances.redraw(id)),
    volumes,
    volumeLists,
    rates,
    users,
    ownKey: new OwnKey(accounts, log),
    scheduledStops,
    windowsOn: new WindowsOn(join(storage, 'windows-on'), files, clock),
    unstored: new UnstoredCodes(join(storage, 'unstored-codes')),
    features,
    bills: new BillStore({ accounts, features, clock, log }),
    offers,
    searches: new SavedSearches(files, clock),
    watching: {
      lease: leases.forAll(join(storage, 'watch.lease')),
      othersAreThere: () => windows.areThere(),
    },
    bids: new BidLookup(clock, log),
    gpus,
    milestones,
    leases,
    pending,
    templates: new TemplateStore(accounts, clock, log),
    launches: new LaunchStore(globalState, workspaceState),
    launchSecrets: new LaunchSecrets(new Keyring(secrets, log)),
    rentQueue: new RentQueue({
      accounts,
      instances,
      volumes,
      pendingStart,
      pending,
      offers,
      lease: leases.for('rent'),
      clock,
      log,
      onWait,
      ...defined({ keepAgreed }),
    }),
    storage,
  };
}

export type Stores = ReturnType<typeof createStores>;

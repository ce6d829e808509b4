import { join } from 'node:path';
import * as vscode from 'vscode';
import { AccountFiles } from './account/accountFiles';
import { accountsFolder } from './account/accountIndex';
import { LazyRates } from './money/lazyRates';
import { AccountStore, type AccountStoreOptions } from './account/accountStore';
import { BillStore } from './money/billStore';
import type { Clock } from '../clock';
import { omitUndefined } from '../domain/omitUndefined';
import { CreditStore } from './money/creditStore';
import { GoneInstances } from './instances/goneInstance';
import { IdleWatch } from './stops/idleWatch';
import { InstanceStore } from './instances/instanceStore';
import { Leases } from './windows/lease';
import { MarkerFiles, StartMarks } from './rentals/markerFiles';
import { Milestones } from './launch/milestones';
import type { NewsFiles } from './instances/newsFiles';
import { lazyObject } from '../lazyObject';
import { OptionalFeatures } from './account/optionalFeatures';
import { OrderedMemento } from './orderedMemento';
import { OtherWindows } from './windows/windowMarks';
import type { AgreedStops } from './rentals/expectedRentals';
import { PendingRentals } from './rentals/pendingRentals';
import { RunStore } from './runs/runStore';
import { ScheduledStops } from './stops/scheduledStops';
import { settings } from './settings';
import { SnapshotFiles } from './instances/snapshotFiles';
import { spendingFiles, SpendingStore } from './money/spendingStore';
import { UnderWay } from './instances/underWay';
import type { UnstoredCodes } from './account/unstoredCodes';
import { UserStore } from './account/userStore';
import { VolumeLists } from './volumes/volumeLists';
import { VolumeStore } from './volumes/volumeStore';
import { WarningFiles } from './money/warnings/warningFiles';
import { WindowsOn } from './windows/windowsOn';
import type { Log } from '../log/log';

export type DamagedFile = 'stops' | 'rentals' | 'runs' | 'ledger';

/** What happens in stores and is for those who build them. */
interface StoreEvents {
  log: Log;
  clock: Clock;
  /** A file that can't be understood is kept under this path. Called once for all windows. */
  onDamaged: (what: DamagedFile, accountId: string, kept: string) => void;
  agreed?: AgreedStops;
}

/** The stores that a signed-in window needs while no view of ours is open, and the files that windows share. */
export function createBackgroundStores(
  {
    globalStorageUri,
    globalState: memento,
    secrets,
  }: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'globalState' | 'secrets'>,
  createClient: AccountStoreOptions['createClient'],
  { log, clock, onDamaged, agreed }: StoreEvents,
) {
  const storage = globalStorageUri.fsPath;
  const damaged = (what: DamagedFile) => onDamaged.bind(undefined, what);
  const unstoredFolder = join(storage, 'unstored-codes');
  const globalState: vscode.Memento = new OrderedMemento(memento);
  const files = new AccountFiles(accountsFolder(storage), undefined, undefined, log);
  const windows = new OtherWindows(join(storage, 'windows'), files);
  const gone = new GoneInstances(clock, log);
  const snapshots = new SnapshotFiles(files, clock, () => windows.areThere(), gone);
  const scheduledStops = new ScheduledStops(files, clock, damaged('stops'));
  const isScheduled = (accountId: string) => scheduledStops.known(accountId).size > 0;
  const pending = new PendingRentals(files, clock, damaged('rentals'));
  const pendingStart = new MarkerFiles(files, 'pendingStart');
  const queuedStart = new MarkerFiles(files, 'queuedStart');
  const slowStart = new MarkerFiles(files, 'slowStart');
  const viaProxy = new MarkerFiles(files, 'viaProxy');
  const accounts = new AccountStore({ secrets, files, createClient, clock });
  const pollInterval = () => settings.pollIntervalSeconds * 1000;
  const leases = new Leases(files, clock, windows);
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
    ...omitUndefined({ agreed }),
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
  const rates = new LazyRates({ accounts, log }, async () => {
    const { AccountRates } = await import('./money/accountRates');
    return new AccountRates({
      onAnswer: (accountId, list) => idleElsewhere.noteAll(accountId, list),
      accounts,
      snapshots,
      gone,
      pending,
      reconcile: (accountId, list) => instances.reconcile(accountId, list),
      isScheduled,
      volumes: volumeLists,
      lease: leases.for('list'),
      clock,
      log,
    });
  });
  const features = new OptionalFeatures(accounts);
  const users = new UserStore(accounts, clock);
  const spending = new SpendingStore({
    accounts,
    instances,
    volumes,
    rates,
    files: spendingFiles(files, clock, damaged('ledger')),
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
    news: lazyObject<NewsFiles>(
      async () => new (await import('./instances/newsFiles')).NewsFiles(files, clock),
    ),
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
    runs: new RunStore(files, clock, damaged('runs')),
    scheduledStops,
    windowsOn: new WindowsOn(join(storage, 'windows-on'), files, clock),
    unstored: lazyObject<UnstoredCodes>(
      async () => new (await import('./account/unstoredCodes')).UnstoredCodes(unstoredFolder),
    ),
    unstoredFolder,
    features,
    bills: new BillStore({ accounts, features, clock, log }),
    watching: {
      lease: leases.forAll(join(storage, 'watch.lease')),
      othersAreThere: () => windows.areThere(),
    },
    globalState,
    milestones: new Milestones(globalState, log),
    leases,
    pending,
    storage,
  };
}

export type Stores = ReturnType<typeof createBackgroundStores>;

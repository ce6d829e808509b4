import { emptyLedger, type Look, withLook } from '../../../../../src/domain/money/ledger/ledger';
import { lookAtInstances, lookAtVolumes } from '../../../../../src/domain/money/ledger/rows';
import type { SharedInstance } from '../../../../../src/domain/instances/sharedInstance';
import {
  type Situation,
  type WarningLimits,
  warningsOff,
} from '../../../../../src/domain/money/warnings/warning';
import type { Volume } from '../../../../../src/api/schemas/volume';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const now = Date.UTC(2026, 10, 1, 12);

export const limits: WarningLimits = {
  diskPercent: 90,
  idleMinutes: 30,
  notRunningMinutes: 15,
  lowBid: true,
  priceRise: true,
  rentalEndsHours: 24,
  stoppedDiskCost: 5,
  unusedVolumeDays: 7,
  unusedVolumeCost: 5,
  lowCreditHours: 24,
};

export const nowhere: WarningLimits = { ...warningsOff, lowCreditHours: 0 };

export const running: SharedInstance = {
  id: 7,
  label: 'train',
  actual_status: 'running',
  intended_status: 'running',
  cur_state: 'running',
  image_runtype: 'ssh_direc ssh_proxy',
  search: { totalHour: 0.3 },
  instance: { totalHour: 0.02 },
  start_date: (now - 30 * day) / 1000,
  volume_info: [],
};
export const stopped: SharedInstance = {
  ...running,
  actual_status: 'exited',
  intended_status: 'stopped',
  cur_state: 'stopped',
};
export const loading: SharedInstance = { ...running, actual_status: 'loading' };
export const bidding: SharedInstance = { ...running, is_bid: true, dph_base: 0.2 };
export const volume: Volume = {
  id: 3,
  name: 'data',
  machine_id: 5,
  storage_total_cost: 0.01,
  start_date: (now - 30 * day) / 1000,
  instances: [],
};

/** Of an account of which nothing is known, with what is. */
export const situation = (known: Partial<Situation> = {}): Situation => ({
  now,
  ledger: emptyLedger,
  diskUsageOf: () => 'unknown',
  loadOf: () => 'unknown',
  idleSince: () => undefined,
  lowestBidOf: () => undefined,
  isAwaited: () => false,
  stopOf: () => undefined,
  begunAt: () => undefined,
  agreedPriceOf: () => undefined,
  ...known,
});

/** The ledger after complete lists at these times. */
export const ledgerOf = (...looks: [at: number, ...instances: SharedInstance[]][]) =>
  looks
    .map(([at, ...instances]): Look => lookAtInstances(at, instances))
    .reduce((ledger, look) => withLook(ledger, look, look.at), emptyLedger);

export const volumeLedger = (...looks: [at: number, ...volumes: Volume[]][]) =>
  looks
    .map(([at, ...volumes]): Look => lookAtVolumes(at, volumes))
    .reduce((ledger, look) => withLook(ledger, look, look.at), emptyLedger);

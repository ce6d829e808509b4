import type { Clock } from '../../clock';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { Log } from '../../log/log';
import type { MachineOrder, MachineStop } from '../../ssh/stops/stopOnMachine';
import type { Remote } from '../../ssh/transfer/remoteShell';
import type { AccountStore } from '../account/accountStore';
import type { InstanceStore } from '../instances/instanceStore';
import type { AccountRates } from '../money/accountRates';
import type { RunStore } from '../runs/runStore';
import type { Lease } from '../windows/lease';
import type { ScheduledStops } from './scheduledStops';
import type { ToldStops } from './toldStops';

/** What is done on a machine, over ssh. */
export interface MachineShell {
  sendStop(remote: Remote, order: MachineOrder, signal: AbortSignal): Promise<MachineStop>;
  takeBackStop(remote: Remote, token: string, signal: AbortSignal): Promise<MachineStop>;
  lookAtStop(remote: Remote, signal: AbortSignal): Promise<MachineStop>;
}

export interface MachineStopsStores {
  accounts: Pick<AccountStore, 'accounts'>;
  instances: Pick<InstanceStore, 'state' | 'get' | 'redraw'>;
  rates: Pick<AccountRates, 'listOf'>;
  runs: Pick<RunStore, 'read'>;
  scheduledStops: Pick<ScheduledStops, 'read'>;
  told: ToldStops;
  shell: MachineShell;
  /** How to reach an instance that this computer has logged in to before; undefined for any other. */
  remoteOf: (instance: SharedInstance) => Promise<Remote | undefined>;
  lease: (accountId: string) => Pick<Lease, 'tryRun'>;
  clock: Clock;
  log: Log;
}

/** The machine may stop at a time that isn't wanted any more, and couldn't be told. */
export interface OwedReport {
  accountId: string;
  instance: SharedInstance;
  /** Milliseconds since the epoch. */
  at: number;
  again: () => Promise<void>;
}

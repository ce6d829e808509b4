import type { GpuWork } from '../ssh/nvidiaSmi';
import type { SshKey } from '../accounts/account';
import type { Charged, Prepaid } from '../billing';
import type { Offer } from '../market/generateMarket';
import type { Terms } from '../market/prices';
import type { Launch } from './launch';

/** How a host treats the next container on it; everything but 'good' is a bad host. */
export const hostBehaviours = [
  'good',
  /** The container crashes as soon as it runs. */
  'exited',
  /** The host sends no heartbeat any more. */
  'unknown',
  /** The host is disconnected. */
  'offline',
  /** The image never arrives. */
  'stuck',
  /** The container cannot be made; `status_msg` says why. */
  'error',
  /** The same, but the container stays `created` without its GPUs, while `intended_status` is still running. */
  'created',
  /** The same, but the service gives up: `intended_status` is stopped, and only the disk is billed. */
  'given_up',
  /** The GPUs are not free: the instance waits for them. */
  'busy',
  /** The direct port is closed from outside; the proxy works. */
  'direct_blocked',
] as const;

export type HostBehaviour = (typeof hostBehaviours)[number];

export type ActualStatus =
  | 'created'
  | 'loading'
  | 'running'
  | 'stopping'
  | 'exited'
  | 'unknown'
  | 'offline'
  | 'rebooting'
  | 'recycling'
  | 'frozen'
  | 'restarting';

/** A rented machine as the sandbox keeps it. */
export interface Instance {
  id: number;
  accountId: number;
  offer: Offer;
  launch: Launch;
  label: string | undefined;
  terms: Terms;
  /** The standing bid in dollars per hour; undefined: on demand. */
  bid: number | undefined;
  createdAt: number;
  /** What the renter wants. */
  intended: 'running' | 'stopped';
  /** What the contract has: its GPUs or not. */
  current: 'unloaded' | 'running' | 'stopped';
  actual: ActualStatus | null;
  behaviour: HostBehaviour;
  /** What the host says of a start that it lets fail; undefined: the usual. */
  failure: string | undefined;
  /** Takes precedence over the message that follows from the state. */
  message: string | undefined;
  /** The boot under way: begun at (epoch seconds) and lasting (seconds). */
  boot: { begun: number; seconds: number } | undefined;
  /** Grows with every start, stop and destroy, so that what belongs to an earlier turn is dropped. */
  turn: number;
  /** What each of its GPUs does: load in percent, memory in use in MiB. */
  work: Pick<GpuWork, 'load' | 'used'>;
  runningSince: number | undefined;
  address: Address | undefined;
  /** The keys of this instance alone. */
  sshKeys: SshKey[];
  /** Images that were made of it: registry and repository. */
  snapshots: string[];
  jupyterToken: string;
  /** The key that may only start, stop and destroy it; undefined until it is made. */
  apiKey: string | undefined;
  charged: Charged;
  prepaid: Prepaid;
  /** A volume linked or created with it, and where it is mounted. */
  volume: { id: number; mountPath: string } | undefined;
}

/** How a running instance is reached, all on loopback. */
export interface Address {
  /** Where the proxy's way leads; undefined: the instance has no SSH. */
  proxyPort: number | undefined;
  /** Container port ("22/tcp") to port of the host. */
  ports: ReadonlyMap<string, number>;
}

/** Whether compute is charged at this moment (specification: a stopped instance accrues none); what is frozen holds its GPUs. */
export function billsCompute(instance: Instance): boolean {
  const holdsGpus = instance.actual === 'running' || instance.actual === 'frozen';
  return holdsGpus && instance.current === 'running' && instance.intended === 'running';
}

/** Whether an interruptible instance's bid is below what others pay. */
export function isOutbid({ bid, offer }: Instance): boolean {
  return bid !== undefined && bid < offer.minBid;
}

export function gpuWork({ offer: { machine, numGpus }, work }: Instance): GpuWork {
  return { name: machine.gpu.name, count: numGpus, memory: machine.gpu.ram, ...work };
}

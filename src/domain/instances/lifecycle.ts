import * as l10n from '@vscode/l10n';
import type { Instance } from '../../api/schemas/instances/instance';
import { plainText } from '../../api/plainText';
import { failureIn } from './knownFailures';

/** What an instance is doing, in this extension's words. Derived, never stored. */
export type Phase =
  | 'provisioning'
  | 'loading'
  | 'running'
  | 'stopping'
  | 'stopped'
  | 'scheduling'
  | 'outbid'
  | 'restarting'
  | 'failed'
  | 'exited'
  | 'unknown'
  | 'offline'
  /** Paused. Its memory is kept, and the service still bills its GPU. */
  | 'frozen'
  /** A word of the service that isn't known here. It may run, and is waited for. */
  | 'other'
  /** The service's data about it can't be read. It exists and may be running. */
  | 'unreadable';

export interface Lifecycle {
  phase: Phase;
  /** One word or two for a person. */
  word: string;
  /** The service's `status_msg`, or what the phase means, in one line. */
  explanation?: string | undefined;
  /** It will change by itself, so polling makes sense. */
  pending: boolean;
  /** It will never run: destroy it and rent another offer. */
  hopeless: boolean;
  /** `reboot` also covers recycling. */
  can: { connect: boolean; start: boolean; stop: boolean; reboot: boolean };
  /** What is billed. `compute` means compute and disk; `unknown` that the service doesn't tell which of them. */
  billing: 'compute' | 'disk' | 'unknown';
}

type StateFields = Pick<
  Instance,
  'actual_status' | 'cur_state' | 'intended_status' | 'status_msg' | 'is_bid' | 'unreadable'
> & {
  /** Set while it may be `exited` only because it starts again (`resumption.ts`). */
  resumes_until?: number | undefined;
  /** The last list lacks it: what it said before isn't known to be so now. */
  missing?: true | undefined;
};

/**
 * The one place where the service's state words get their meaning (specification, "Instance `actual_status`"). The
 * intended state and the contract's state decide if they are known: a deliberate stop is also reported as `exited`, and
 * only an instance that should be running has failed by exiting.
 */
export function lifecycleOf(instance: Readonly<StateFields>): Lifecycle {
  const known = alreadyRead.get(instance) ?? readLifecycle(instance);
  alreadyRead.set(instance, known);
  return known;
}

/** Costs, rows and warnings all ask for it, with each list again; an instance that has changed is another object. */
const alreadyRead = new WeakMap<Readonly<StateFields>, Lifecycle>();

function readLifecycle(instance: Readonly<StateFields>): Lifecycle {
  const phase = phaseOf(instance);
  const message = plainText(instance.status_msg ?? '', 200);
  const explanation = explain(phase, message, instance);
  const { can, ...others } = traits[phase];
  const isStopped = instance.intended_status === 'stopped';
  return {
    phase,
    word: instance.missing
      ? l10n.t('not in the last list')
      : phase === 'other'
        ? plainText(String(instance.actual_status), 40)
        : wordOf(phase),
    explanation,
    ...others,
    billing: isBillingTold(phase, instance) ? others.billing : 'unknown',
    // On an offline host it may already have been stopped. Once a failed start was given up, it can be tried again.
    can: { ...can, start: can.start || (phase === 'failed' && isStopped), stop: can.stop && !isStopped },
  };
}

function phaseOf(instance: StateFields): Phase {
  const { intended_status: intended, cur_state: current } = instance;
  const actual = instance.actual_status;
  if (instance.unreadable) return 'unreadable';
  if (actual === 'offline') return 'offline';
  // A container that could not be started stays like this, also after the service has given up.
  if (actual === 'created' && failureIn(instance.status_msg) !== undefined) return 'failed';
  if (intended === 'stopped') return current === 'stopped' || isAtRest(actual) ? 'stopped' : 'stopping';
  if (current === 'stopped' && actual !== 'running') return instance.is_bid ? 'outbid' : 'scheduling';
  switch (actual) {
    case 'running':
      return 'running';
    case 'loading':
      return failureIn(instance.status_msg) === undefined ? 'loading' : 'failed';
    case null:
    case undefined:
    case '':
    case 'created':
      return failureIn(instance.status_msg) === undefined ? 'provisioning' : 'failed';
    case 'rebooting':
    case 'restarting':
    case 'recycling':
      return 'restarting';
    case 'stopping':
      return 'stopping';
    case 'stopped':
      return 'stopped';
    case 'exited':
      return instance.resumes_until === undefined ? 'exited' : 'restarting';
    case 'frozen':
      return 'frozen';
    case 'unknown':
      return 'unknown';
    default:
      return plainText(actual, 40) ? 'other' : 'provisioning';
  }
}

/**
 * A host that isn't heard says nothing about its containers. Without a word, or with one that nobody knows, an instance
 * runs or not; only a contract that is stopped, or is to be, has released its GPU.
 */
function isBillingTold(phase: Phase, { actual_status: actual, ...instance }: StateFields): boolean {
  const isStopped = instance.intended_status === 'stopped' || instance.cur_state === 'stopped';
  switch (phase) {
    case 'unreadable':
      return false;
    case 'unknown':
    case 'offline':
    case 'other':
      return isStopped;
    case 'provisioning':
      return actual === 'created' || instance.cur_state !== 'running';
    default:
      return true;
  }
}

const isAtRest = (actual: string | null | undefined): boolean => actual === 'exited' || actual === 'stopped';

type Traits = Pick<Lifecycle, 'pending' | 'hopeless' | 'can' | 'billing'>;

const nothing = { connect: false, start: false, stop: false, reboot: false } as const;
const settled = { pending: false, hopeless: false } as const;
const changing = { pending: true, hopeless: false } as const;
const lost = {
  pending: false,
  hopeless: true,
  // Stopping is allowed in any state and, unlike destroying, keeps the disk.
  can: { ...nothing, stop: true },
  billing: 'disk',
} as const;

/** Compute is billed while the container runs, the disk from creation to destruction. */
const traits: Record<Phase, Traits> = {
  provisioning: { ...changing, can: { ...nothing, connect: true, stop: true }, billing: 'disk' },
  loading: { ...changing, can: { ...nothing, connect: true, stop: true }, billing: 'disk' },
  running: { ...settled, can: { ...nothing, connect: true, stop: true, reboot: true }, billing: 'compute' },
  restarting: { ...changing, can: { ...nothing, connect: true, stop: true }, billing: 'compute' },
  stopping: { ...changing, can: nothing, billing: 'disk' },
  stopped: { ...settled, can: { ...nothing, connect: true, start: true }, billing: 'disk' },
  scheduling: { ...changing, can: { ...nothing, connect: true, stop: true }, billing: 'disk' },
  outbid: { ...settled, can: { ...nothing, stop: true }, billing: 'disk' },
  failed: lost,
  exited: lost,
  unknown: lost,
  offline: lost,
  frozen: { ...settled, can: { ...nothing, stop: true, reboot: true }, billing: 'compute' },
  other: { ...changing, can: { ...nothing, connect: true, stop: true }, billing: 'compute' },
  unreadable: { ...settled, can: { ...nothing, stop: true }, billing: 'compute' },
};

function wordOf(phase: Exclude<Phase, 'other'>): string {
  switch (phase) {
    case 'provisioning':
      return l10n.t('provisioning');
    case 'loading':
      return l10n.t('loading');
    case 'running':
      return l10n.t('running');
    case 'stopping':
      return l10n.t('stopping');
    case 'stopped':
      return l10n.t('stopped');
    case 'scheduling':
      return l10n.t('waiting for its GPU');
    case 'outbid':
      return l10n.t('outbid');
    case 'restarting':
      return l10n.t('restarting');
    case 'failed':
      return l10n.t('failed to start');
    case 'exited':
      return l10n.t('crashed');
    case 'unknown':
      return l10n.t('no heartbeat');
    case 'offline':
      return l10n.t('host offline');
    case 'frozen':
      return l10n.t('frozen');
    case 'unreadable':
      return l10n.t('unreadable');
  }
}

function explain(phase: Phase, message: string, instance: StateFields): string | undefined {
  if (instance.missing)
    return l10n.t('The service’s last list doesn’t have it. GPU Rental checks whether it still exists.');
  const failure = failureIn(instance.status_msg);
  switch (phase) {
    case 'failed':
      return l10n.t('{0}: {1}', failure ?? wordOf(phase), message);
    case 'scheduling':
      if (failure !== undefined) return l10n.t('{0}: {1}', failure, message);
      return l10n.t('The GPU is in use by someone else. It starts when the GPU is free again.');
    case 'outbid':
      return l10n.t('Someone bid more for this GPU. It resumes when the price falls below your bid.');
    case 'exited':
      return message || l10n.t('The container exited and won’t restart by itself.');
    case 'offline':
      return instance.intended_status === 'stopped'
        ? l10n.t('The host is disconnected. The disk is kept, but the instance can’t start now.')
        : l10n.t('The host is disconnected.');
    case 'frozen':
      return l10n.t('The container is paused. Its memory is kept, and the GPU is still billed.');
    case 'unreadable':
      return l10n.t('The service’s data about it can’t be read. The instance exists and may cost money.');
    case 'unknown':
      return message || l10n.t('The host isn’t sending a heartbeat.');
    case 'other':
      return message || unknownWord(String(instance.actual_status));
    default:
      return message || undefined;
  }
}

const unknownWord = (actual: string): string =>
  l10n.t('The service reports the state "{0}".', plainText(actual, 40));

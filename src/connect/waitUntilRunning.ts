import * as vscode from 'vscode';
import type { Clock } from '../clock';
import { CancelledError } from '../api/cancelled';
import { LocalError } from '../api/localError';
import type { SharedInstance } from '../domain/instances/sharedInstance';
import { unlessAborted } from '../files/unlessAborted';
import { lifecycleOf } from '../domain/instances/lifecycle';
import { sshAddresses } from '../ssh/address';
import type { InstanceStore } from '../stores/instances/instanceStore';
import { instanceName } from '../ask/instanceName';

/** After how many milliseconds a wait is explained: a start can take as long as another renter keeps the GPU. */
const longWait = 30_000;
/** How long an instance may be reported as stopped after its start was requested, in milliseconds. */
const startGrace = 60_000;
/** After how many milliseconds to give up. */
const longestWait = 30 * 60_000;
/** An instance of which nothing new is heard is looked at again after this many milliseconds. */
const lookAgain = 15_000;

/** Waits until it runs and has an SSH address. Rejects if it never will or is gone, or if cancelled. */
export async function waitUntilRunning(
  store: InstanceStore,
  instanceId: number,
  options: { clock: Clock; signal: AbortSignal; report: (message: string) => void },
): Promise<SharedInstance> {
  const { clock, signal, report } = options;
  const hold = store.hold();
  const began = clock.monotonic();
  try {
    for (;;) {
      const instance = store.get(instanceId) ?? (await whenListed(store, instanceId, options));
      const waited = clock.monotonic() - began;
      if (isReachable(instance, waited)) return instance;
      report(progressLine(instance, waited));
      await nextLook(store, clock, signal);
    }
  } finally {
    hold.dispose();
  }
}

/** The instance, once the list has it: what was just rented may not be in it yet. @throws LocalError, CancelledError */
export async function whenListed(
  store: Pick<InstanceStore, 'get' | 'state' | 'onDidChange'>,
  instanceId: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<SharedInstance> {
  for (;;) {
    const instance = store.get(instanceId);
    if (instance) return instance;
    if (!store.state.expected.some((rental) => rental.instanceId === instanceId))
      throw new LocalError('not_found', vscode.l10n.t('Instance {0} not found.', instanceId));
    await nextLook(store, clock, signal);
  }
}

/** True if it runs and has an address; throws if it never will. */
function isReachable(instance: SharedInstance, waited: number): boolean {
  const { phase, hopeless, word, explanation, can } = lifecycleOf(instance);
  // What an earlier start said may still be there when another one was requested.
  const atRest = phase === 'stopped' || phase === 'stopping' || (phase === 'failed' && can.start);
  const isHeld = phase === 'outbid' || phase === 'frozen';
  const reason = explanation ? `${word}: ${explanation}` : word;
  const message = vscode.l10n.t('Can’t connect to {0}: {1}.', instanceName(instance), reason);
  if ((hopeless && !atRest) || isHeld || (atRest && waited > startGrace))
    throw new LocalError('may_pass', message);
  const found = sshAddresses(instance);
  if ('addresses' in found) return true;
  if (found.none === 'no_ssh_runtype' || found.none === 'invalid')
    throw new LocalError('may_pass', found.message);
  if (waited > longestWait) throw new LocalError('may_pass', message);
  return false;
}

function progressLine(instance: SharedInstance, waited: number): string {
  const { phase, word, explanation } = lifecycleOf(instance);
  const advice =
    phase === 'scheduling' && waited > longWait
      ? vscode.l10n.t('You can cancel and stop it again.')
      : undefined;
  return [word, explanation, advice].filter(Boolean).join(': ');
}

/** Resolves at the store's next change, or when it is time to look again. */
async function nextLook(
  store: Pick<InstanceStore, 'onDidChange'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const look = (): void => resolve(undefined);
  const subscription = store.onDidChange(look);
  const cancelTimer = clock.after(lookAgain, look);
  try {
    await unlessAborted(promise, signal);
  } catch {
    // Only the signal ends the wait early.
    throw new CancelledError();
  } finally {
    subscription.dispose();
    cancelTimer();
  }
}

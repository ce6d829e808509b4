import * as vscode from 'vscode';
import type { Clock } from '../clock';
import { CancelledError } from '../api/cancelled';
import { LocalError } from '../api/localError';
import type { SharedInstance } from '../domain/sharedInstance';
import { lifecycleOf } from '../domain/lifecycle';
import { sshAddresses } from '../ssh/address';
import type { InstanceStore } from '../stores/instanceStore';
import { instanceName } from './instanceName';

/** After how many milliseconds a wait is explained: a start can take as long as another renter keeps the GPU. */
const longWait = 30_000;
/** How long an instance may be reported as stopped after its start was requested, in milliseconds. */
const startGrace = 60_000;
/** After how many milliseconds to give up. */
const longestWait = 30 * 60_000;

/**
 * Waits until the instance runs and has an SSH address, using the store's polls. Rejects if it never will, if it is
 * gone, or with CancelledError if the person cancels.
 */
export async function waitUntilReachable(
  store: InstanceStore,
  instanceId: number,
  options: { clock: Clock; signal: AbortSignal; report: (message: string) => void },
): Promise<SharedInstance> {
  const { clock, signal, report } = options;
  const hold = store.hold();
  const began = clock.now();
  try {
    for (;;) {
      const instance = store.get(instanceId);
      if (!instance) throw new LocalError('not_found', vscode.l10n.t('Instance {0} not found.', instanceId));
      const waited = clock.now() - began;
      if (isReachable(instance, waited)) return instance;
      report(progressLine(instance, waited));
      await nextChange(store, signal);
    }
  } finally {
    hold.dispose();
  }
}

/** True if it runs and has an address; throws if it never will. */
function isReachable(instance: SharedInstance, waited: number): boolean {
  const { phase, hopeless, word, explanation } = lifecycleOf(instance);
  const atRest = phase === 'stopped' || phase === 'stopping';
  const isHeld = phase === 'outbid' || phase === 'frozen';
  if (hopeless || isHeld || (atRest && waited > startGrace) || waited > longestWait) {
    const reason = explanation ? `${word}: ${explanation}` : word;
    throw new LocalError(
      'may_pass',
      vscode.l10n.t('Can’t connect to {0} ({1}).', instanceName(instance), reason),
    );
  }
  const found = sshAddresses(instance);
  if ('addresses' in found) return true;
  if (found.none === 'no_ssh_runtype' || found.none === 'invalid')
    throw new LocalError('may_pass', found.message);
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

function nextChange(store: InstanceStore, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      subscription.dispose();
      signal.removeEventListener('abort', abort);
      settle();
    };
    const abort = () => finish(() => reject(new CancelledError()));
    const subscription = store.onDidChange(() => finish(resolve));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

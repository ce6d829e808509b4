import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import type { Instance } from '../api/schemas/instance';
import { lifecycleOf } from '../domain/lifecycle';
import { sshAddresses } from '../ssh/address';
import type { InstanceStore } from '../stores/instanceStore';
import { instanceName } from './instanceName';

/** Milliseconds after which a wait is explained: a start can take as long as another renter keeps the GPU. */
const longWait = 30_000;
/** Milliseconds in which a start that was asked for may still be reported as stopped. */
const startGrace = 60_000;
/** Milliseconds after which nobody believes any more that it comes up. */
const longestWait = 30 * 60_000;

/**
 * Waits until the instance runs and has an ssh address, on the store's own polls. Rejects when it never will, when
 * it is gone, or with the code 'aborted' when the person cancels.
 */
export async function waitUntilReachable(
  store: InstanceStore,
  instanceId: number,
  options: { signal: AbortSignal; report: (message: string) => void },
): Promise<Instance> {
  const { signal, report } = options;
  const hold = store.hold();
  const began = Date.now();
  try {
    for (;;) {
      const instance = store.get(instanceId);
      if (!instance) throw new ApiError('not_found', vscode.l10n.t('There is no instance {0}.', instanceId));
      const waited = Date.now() - began;
      if (isReachable(instance, waited)) return instance;
      report(progressLine(instance, waited));
      await nextChange(store, signal);
    }
  } finally {
    hold.dispose();
  }
}

/** True when it runs with an address; throws when it never will. */
function isReachable(instance: Instance, waited: number): boolean {
  const { phase, hopeless, word, explanation } = lifecycleOf(instance);
  const atRest = phase === 'stopped' || phase === 'stopping';
  if (hopeless || phase === 'outbid' || (atRest && waited > startGrace) || waited > longestWait) {
    const reason = explanation ? `${word}: ${explanation}` : word;
    throw new ApiError(
      'refused',
      vscode.l10n.t('{0} cannot be connected to ({1}).', instanceName(instance), reason),
    );
  }
  const found = sshAddresses(instance);
  if ('addresses' in found) return true;
  if (found.none === 'no_ssh_runtype' || found.none === 'invalid')
    throw new ApiError('refused', found.message);
  return false;
}

function progressLine(instance: Instance, waited: number): string {
  const { phase, word, explanation } = lifecycleOf(instance);
  const advice =
    phase === 'scheduling' && waited > longWait
      ? vscode.l10n.t('You can cancel, and stop it again.')
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
    const abort = () => finish(() => reject(new ApiError('aborted', vscode.l10n.t('Cancelled.'))));
    const subscription = store.onDidChange(() => finish(resolve));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

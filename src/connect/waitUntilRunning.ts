import * as vscode from 'vscode';
import type { Clock } from '../clock';
import { CancelledError } from '../api/cancelled';
import { describeError } from '../api/describeError';
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

/**
 * Waits until this account's instance runs and has an SSH address. Rejects if it never will or is gone, if cancelled, or if
 * another account is now in use, which may have one with that number.
 */
export async function waitUntilRunning(
  store: InstanceStore,
  instanceId: number,
  options: { accountId: string; clock: Clock; signal: AbortSignal; report: (message: string) => void },
): Promise<SharedInstance> {
  const { accountId, clock, signal, report } = options;
  const hold = store.hold();
  let began = clock.monotonic();
  try {
    for (;;) {
      let instance = listedOf(store, accountId, instanceId);
      if (!instance) {
        instance = await whenListed(store, instanceId, options);
        began = clock.monotonic();
      }
      const { error } = store.state;
      // It may have changed long ago where lists fail.
      const waited = error === undefined ? clock.monotonic() - began : 0;
      if (isReachable(instance, waited)) return instance;
      report(error === undefined ? progressLine(instance, waited) : describeError(error).message);
      await nextLook(store, clock, signal);
    }
  } finally {
    hold.dispose();
  }
}

/**
 * The instance, once the list has it: what was just rented may not be in it yet. It isn't found only if it is no longer
 * expected and a list that was asked for after that lacks it; one that fails says nothing, nor does another account's.
 *
 * @throws LocalError 'not_found', 'not_signed_in', 'other_account', CancelledError
 */
export async function whenListed(
  store: Pick<InstanceStore, 'get' | 'state' | 'onDidChange' | 'refresh'>,
  instanceId: number,
  options: { accountId?: string; clock: Clock; signal: AbortSignal; report: (message: string) => void },
): Promise<SharedInstance> {
  const { accountId = store.state.accountId, clock, signal, report } = options;
  const isExpected = (): boolean => store.state.expected.some((rental) => rental.instanceId === instanceId);
  let askedAt: number | undefined;
  for (;;) {
    const instance = listedOf(store, accountId, instanceId);
    if (instance) return instance;
    let { error } = store.state;
    // While it is expected, the store asks often by itself.
    const wasExpected = isExpected();
    const now = clock.monotonic();
    if (askedAt === undefined || (!wasExpected && now - askedAt >= lookAgain)) {
      askedAt = now;
      const asked = store.refresh().then(
        () => undefined,
        (failure: unknown) => failure,
      );
      error = await unlessCancelled(asked, signal);
      if (error instanceof LocalError && error.code === 'not_signed_in') throw error;
      if (listedOf(store, accountId, instanceId)) continue;
      if (error === undefined && !wasExpected && !isExpected())
        throw new LocalError('not_found', vscode.l10n.t('Instance {0} not found.', instanceId));
    }
    report(error === undefined ? vscode.l10n.t('not in the list yet') : describeError(error).message);
    await nextLook(store, clock, signal);
  }
}

/** The account's row. @throws LocalError 'other_account'; where nobody is signed in, the next list says so */
function listedOf(
  store: Pick<InstanceStore, 'get' | 'state'>,
  accountId: string | undefined,
  instanceId: number,
): SharedInstance | undefined {
  const inUse = store.state.accountId ?? accountId;
  if (accountId !== undefined && inUse !== accountId)
    throw new LocalError('other_account', vscode.l10n.t('Another account is now in use.'));
  return store.get(instanceId);
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
    await unlessCancelled(promise, signal);
  } finally {
    subscription.dispose();
    cancelTimer();
  }
}

/** What this resolves to; it never rejects. @throws CancelledError */
function unlessCancelled<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  return unlessAborted(awaited, signal).catch(() => {
    throw new CancelledError();
  });
}

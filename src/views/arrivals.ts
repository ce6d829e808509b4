import * as vscode from 'vscode';
import type { Instance } from '../api/schemas/instance';
import { instanceName } from '../connect/instanceName';
import { formatPerHour, hourlyCost } from '../domain/cost';
import { lifecycleOf } from '../domain/lifecycle';
import type { InstanceStore } from '../stores/instanceStore';
import type { MarkerFiles } from '../stores/markerFiles';
import { InstanceNode } from './instanceNodes';

/** Milliseconds in which an instance that was just rented may still be missing from the list. */
const listingGrace = 60_000;
/** Milliseconds after which a start that is still under way is worth a word: most take one to five minutes. */
const unusuallyLong = 15 * 60_000;

/**
 * Tells once, in one window, how the wait for an instance ended. The waits are files, so they outlive the window
 * in which the instance was rented.
 */
export class Arrivals implements vscode.Disposable {
  readonly #store: InstanceStore;
  readonly #awaited: MarkerFiles;
  readonly #late: MarkerFiles;
  readonly #subscription: vscode.Disposable;
  #hold: vscode.Disposable | undefined;

  /** `late` are those that were told to take unusually long, and are still awaited. */
  constructor(store: InstanceStore, { awaited, late }: { awaited: MarkerFiles; late: MarkerFiles }) {
    this.#store = store;
    this.#awaited = awaited;
    this.#late = late;
    this.#subscription = store.onDidChange(({ listed }) => {
      if (listed) void this.#look();
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#hold?.dispose();
  }

  async #look(): Promise<void> {
    const { accountId } = this.#store.state;
    if (accountId === undefined) return;
    let waiting = false;
    for (const marks of [this.#awaited, this.#late]) {
      for (const [id, since] of await marks.list(accountId)) {
        const outcome = outcomeOf(this.#store.get(id), Date.now() - since);
        const isLate = outcome !== 'waiting' && outcome !== 'vanished' && outcome.kind === 'slow';
        if (outcome === 'waiting' || (isLate && marks === this.#late)) {
          waiting = true;
          continue;
        }
        if (!(await marks.take(accountId, id)) || outcome === 'vanished') continue;
        if (isLate) await this.#late.add(accountId, id).catch(() => undefined);
        void tell(outcome);
      }
    }
    this.#hold?.dispose();
    this.#hold = waiting ? this.#store.hold() : undefined;
  }
}

interface Outcome {
  kind: 'running' | 'hopeless' | 'slow';
  instance: Instance;
}

function outcomeOf(instance: Instance | undefined, waited: number): Outcome | 'waiting' | 'vanished' {
  if (!instance) return waited > listingGrace ? 'vanished' : 'waiting';
  const { phase, hopeless } = lifecycleOf(instance);
  if (phase === 'running') return { kind: 'running', instance };
  if (hopeless) return { kind: 'hopeless', instance };
  // Somebody stopped it on purpose: nothing to tell.
  if (phase === 'stopped' && waited > listingGrace) return 'vanished';
  return waited > unusuallyLong ? { kind: 'slow', instance } : 'waiting';
}

async function tell({ kind, instance }: Outcome): Promise<void> {
  const { running, stopped } = hourlyCost(instance);
  const name = instanceName(instance);
  if (kind === 'running') {
    const connect = vscode.l10n.t('Connect');
    const terminal = vscode.l10n.t('Open in Terminal');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('{0} is running, for {1}.', name, formatPerHour(running)),
      connect,
      terminal,
    );
    if (answer === connect) await run('connect', instance);
    if (answer === terminal) await run('openTerminal', instance);
    return;
  }
  const another = vscode.l10n.t('Destroy and Try Another Offer');
  const { word, explanation } = lifecycleOf(instance);
  const answer = await vscode.window.showWarningMessage(
    kind === 'hopeless'
      ? vscode.l10n.t(
          '{0} did not come up ({1}). Its disk costs {2} until you destroy it.',
          name,
          explanation ?? word,
          formatPerHour(stopped),
        )
      : vscode.l10n.t(
          '{0} is still not running ({1}). Most need one to five minutes.',
          name,
          explanation ?? word,
        ),
    another,
  );
  if (answer !== another) return;
  const destroyed = await run('destroyInstance', instance);
  if (destroyed) await vscode.commands.executeCommand('gpuRental.searchOffers');
}

/** A row as the argument: the command asks and shows as for any other click of a person. */
function run(command: string, { id }: Instance): Thenable<unknown> {
  return vscode.commands.executeCommand(`gpuRental.${command}`, new InstanceNode(id));
}

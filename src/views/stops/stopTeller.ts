import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { callCommand } from '../../commandNames';
import { type Button, showErrorMessage, showInfo, showStatus, showWarning, showWith } from '../../ask/notify';
import { instanceName } from '../../ask/instanceName';
import { type Clock, hour } from '../../clock';
import { closeTerminals } from '../../connect/window/ownTerminals';
import { conditionsOf, withConditions } from '../../domain/stops/scheduledStop';
import type { ScheduledStop } from '../../domain/stops/stopSchema';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatSentences } from '../../domain/format';
import { omitUndefined } from '../../domain/omitUndefined';
import { ignore, type Log } from '../../log/log';
import type { AccountStore } from '../../stores/account/accountStore';
import type { ScheduledStops } from '../../stores/stops/scheduledStops';
import {
  type AttemptStores,
  onlyThere,
  type StopReport,
  type StopReports,
} from '../../stores/stops/attemptStop';
import { sentenceAboutId } from '../../ask/accountSentences';
import { switchingTo } from '../inAccount';
import { destroy, startAgain, stop as stopNow } from '../instances/instanceButtons';
import {
  doneText,
  endedText,
  failedText,
  keptText,
  notRemovedText,
  notSavedText,
  perhapsStartedAgainText,
  runUnclearText,
  sentText,
  startedAgainText,
  warningText,
} from './stopMessages';

export interface TellerStores {
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo' | 'clientOf'>;
  scheduledStops: Pick<ScheduledStops, 'callOff' | 'change' | 'keep' | 'save'>;
  runs: AttemptStores['runs'];
  moves: AttemptStores['moves'];
  gone: AttemptStores['gone'];
  clock: Clock;
  log: Log;
}

type Outcome = 'done' | 'sent' | 'none';

/** A change of a schedule: for all windows, or where that fails for this one. */
interface Change {
  write: () => Promise<Outcome>;
  hold: () => Promise<'written' | 'unwritten' | undefined>;
}

/** Notifies about scheduled stops, with the buttons that help. */
export class StopTeller implements StopReports {
  readonly #stores: TellerStores;

  constructor(stores: TellerStores) {
    this.#stores = stores;
  }

  warn(report: StopReport): void {
    void this.#warn(report);
  }

  async #warn({ accountId, instance, stop, due }: StopReport): Promise<void> {
    const { clock } = this.#stores;
    const about = { accountId, id: instance.id };
    // What can't be asked now may be a move.
    const keeps = () => onlyThere(this.#stores, about).catch(() => 'moving' as const);
    const kept = stop.action === 'destroy' ? await keeps() : undefined;
    const keep = {
      title: vscode.l10n.t('Keep Running'),
      run: () => this.#callOff(accountId, instance, stop),
    };
    const later = {
      title: vscode.l10n.t('1 Hour Later'),
      run: () => this.#postpone(accountId, instance, stop, Math.max(due, clock.now()) + hour),
    };
    const text = warningText(instance, { ...stop, ...omitUndefined({ kept }) }, due, clock.now());
    this.#show(showWarning, accountId, text, [keep, later]);
  }

  done(
    {
      accountId,
      instance,
      stop,
      kept,
      due,
      isRemoved = true,
      isRunSure = true,
    }: Parameters<StopReports['done']>[0],
    kind: 'done' | 'startedAgain',
  ): void {
    const isDone = kind === 'done';
    if (isDone) closeTerminals(instance.id);
    const text = formatSentences([
      isDone
        ? doneText(instance, stop, due, this.#stores.clock.now())
        : startedAgainText(instance, stop, due),
      isDone && kept ? keptText(kept) : '',
      isRunSure ? '' : runUnclearText(),
      isRemoved ? '' : notRemovedText(),
    ]);
    const afterStop = stop.action === 'destroy' ? [] : [startAgain, destroy];
    const buttons = this.#forRow(accountId, instance, isDone ? afterStop : [stopNow]);
    this.#show(isDone && isRemoved ? showInfo : showWarning, accountId, text, buttons);
  }

  /** Only what was warned of, or wasn't destroyed. */
  ended(
    { accountId, instance, stop, kept }: Parameters<StopReports['ended']>[0],
    kind: 'gone' | 'alreadyStopped',
  ): void {
    const stays = kind === 'alreadyStopped' ? kept : undefined;
    if (!stays && stop.warnedAt === undefined && !stop.failures) return;
    const text = formatSentences([endedText(instance, stop, kind), stays ? keptText(stays) : '']);
    this.#show(showInfo, accountId, text, this.#forRow(accountId, instance, stays ? [destroy] : []));
  }

  perhapsStartedAgain({ accountId, instance, stop, due }: StopReport): void {
    this.#show(showWarning, accountId, perhapsStartedAgainText(instance, due), [
      ...this.#forRow(accountId, instance, [destroy, stopNow]),
      { title: vscode.l10n.t('Keep Running'), run: () => this.#callOff(accountId, instance, stop) },
    ]);
  }

  failed(
    {
      accountId,
      id,
      instance,
      stop,
    }: Omit<StopReport, 'due' | 'instance'> & { id: number; instance: SharedInstance | undefined },
    error: unknown,
  ): void {
    const open = {
      title: vscode.l10n.t('Open Web Console'),
      run: () => callCommand('openConsole'),
    };
    const off = {
      title: vscode.l10n.t('Cancel Schedule'),
      run: () => this.#callOff(accountId, instance ?? { id }, stop),
    };
    this.#show(showWarning, accountId, failedText(instance, id, stop, error), [open, off]);
  }

  async #callOff(accountId: string, instance: SharedInstance, stop: ScheduledStop): Promise<void> {
    const { scheduledStops } = this.#stores;
    const name = instanceName(instance);
    const { id } = instance;
    const outcome = await this.#changed(accountId, instance, stop, {
      write: () => scheduledStops.callOff(accountId, id, stop.token),
      hold: () => scheduledStops.keep(accountId, id, stop.token, () => undefined),
    });
    if (outcome === 'done')
      showStatus('check', vscode.l10n.t('{0} keeps running. Nothing is scheduled.', name), 5000);
  }

  /** With a token of its own: whoever still goes by the earlier time then finds that it was replaced. */
  async #postpone(
    accountId: string,
    instance: SharedInstance,
    stop: ScheduledStop,
    at: number,
  ): Promise<void> {
    const { scheduledStops } = this.#stores;
    const found = { isSent: false };
    const edit = (known: ScheduledStop): ScheduledStop => {
      const { warnedAt: _, ...others } = known;
      found.isSent = known.sentAt !== undefined;
      if (found.isSent) return known;
      // In place of what is due now, and of another time.
      const left = conditionsOf(others).filter(({ kind }) => kind !== stop.when.kind && kind !== 'at');
      const later = withConditions(others, [{ kind: 'at', at }, ...left]);
      return { ...(later ?? others), token: randomUUID() };
    };
    await this.#changed(accountId, instance, stop, {
      write: async () => {
        const isDone = await scheduledStops.change(accountId, instance.id, stop.token, edit);
        return found.isSent ? 'sent' : isDone ? 'done' : 'none';
      },
      hold: () => scheduledStops.keep(accountId, instance.id, stop.token, edit),
    });
  }

  /**
   * Resolves when the schedule was changed, or the person, who counts on it, was told why not. Where it can't be written,
   * the change holds in this window.
   */
  async #changed(
    accountId: string,
    instance: SharedInstance,
    { action }: ScheduledStop,
    change: Change,
  ): Promise<Outcome | undefined> {
    const { scheduledStops, log } = this.#stores;
    const name = instanceName(instance);
    const why = 'the person is told and can try again';
    let { write } = change;
    for (;;) {
      try {
        const outcome = await write();
        if (outcome === 'none')
          void showInfo(
            vscode.l10n.t('The scheduled stop of {0} has already happened or was changed.', name),
          );
        if (outcome === 'sent') void showWarning(sentText(name, action));
        return outcome;
      } catch (error) {
        ignore(log, why)(error);
        const isHeld = (await change.hold().catch(ignore(log, why))) !== undefined;
        if (isHeld) write = () => scheduledStops.save(accountId).then(() => 'done' as const);
        const again = vscode.l10n.t('Try Again');
        const text = notSavedText(name, describeError(error).message, write !== change.write);
        if ((await showErrorMessage(text, again)) !== again) return undefined;
      }
    }
  }

  #forRow(
    accountId: string,
    instance: SharedInstance,
    buttons: readonly (typeof destroy)[],
  ): readonly Button[] {
    return buttons.map((button) => switchingTo(this.#stores.accounts, accountId, button(instance)));
  }

  #show(show: typeof showInfo, accountId: string, text: string, buttons: readonly Button[] = []): void {
    const { accounts, log } = this.#stores;
    const why = 'the row still shows what is scheduled';
    void showWith(show, sentenceAboutId(accounts, accountId, text), buttons).catch(ignore(log, why));
  }
}

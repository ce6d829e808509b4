import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { callCommand } from '../../commandNames';
import { showErrorMessage, showInfo, showStatus, showWarning } from '../../ask/notify';
import { instanceName } from '../../ask/instanceName';
import { type Clock, hour } from '../../clock';
import type { ScheduledStop } from '../../domain/stops/scheduledStop';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatSentences } from '../../domain/format';
import { ignore, type Log } from '../../log/log';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAbout } from '../../stores/account/namedAccount';
import type { ScheduledStops } from '../../stores/stops/scheduledStops';
import type { StopReport, StopReports } from '../../stores/stops/attemptStop';
import { runButton } from '../instances/instanceButtons';
import {
  doneText,
  endedText,
  failedText,
  notRemovedText,
  notSavedText,
  perhapsStartedAgainText,
  runUnclearText,
  sentText,
  startedAgainText,
  warningText,
} from './stopMessages';

export interface TellerStores {
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>;
  scheduledStops: Pick<ScheduledStops, 'callOff' | 'change' | 'keep' | 'save'>;
  clock: Clock;
  log: Log;
}

interface Button {
  title: string;
  run: () => Thenable<unknown>;
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

  warn({ accountId, instance, stop, due }: StopReport): void {
    const { clock } = this.#stores;
    const keep = {
      title: vscode.l10n.t('Keep Running'),
      run: () => this.#callOff(accountId, instance, stop),
    };
    const later = {
      title: vscode.l10n.t('1 Hour Later'),
      run: () => this.#postpone(accountId, instance, stop, Math.max(due, clock.now()) + hour),
    };
    const text = warningText(instance, stop, due, clock.now());
    void this.#show(showWarning, accountId, text, [keep, later]);
  }

  done(
    {
      accountId,
      instance,
      stop,
      due,
      isRemoved = true,
      isRunSure = true,
    }: StopReport & { isRemoved?: boolean; isRunSure?: boolean },
    kind: 'done' | 'startedAgain',
  ): void {
    const isDone = kind === 'done';
    const text = formatSentences([
      isDone
        ? doneText(instance, stop, due, this.#stores.clock.now())
        : startedAgainText(instance, stop, due),
      isRunSure ? '' : runUnclearText(),
      isRemoved ? '' : notRemovedText(),
    ]);
    const stopIt = this.#row(accountId, instance, vscode.l10n.t('Stop…'), 'stopInstance');
    const afterStop = [
      this.#row(accountId, instance, vscode.l10n.t('Start Again…'), 'startInstance'),
      this.#row(accountId, instance, vscode.l10n.t('Destroy…'), 'destroyInstance'),
    ];
    const buttons = !isDone ? [stopIt] : stop.action === 'destroy' ? [] : afterStop;
    void this.#show(isDone && isRemoved ? showInfo : showWarning, accountId, text, buttons);
  }

  /** Only what was warned of. */
  ended({ accountId, instance, stop }: Omit<StopReport, 'due'>, kind: 'gone' | 'alreadyStopped'): void {
    if (stop.warnedAt !== undefined || stop.failures)
      void this.#show(showInfo, accountId, endedText(instance, stop, kind), []);
  }

  perhapsStartedAgain({ accountId, instance, stop, due }: StopReport): void {
    void this.#show(showWarning, accountId, perhapsStartedAgainText(instance, due), [
      this.#row(accountId, instance, vscode.l10n.t('Destroy…'), 'destroyInstance'),
      this.#row(accountId, instance, vscode.l10n.t('Stop…'), 'stopInstance'),
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
    void this.#show(showWarning, accountId, failedText(instance, id, stop, error), [open, off]);
  }

  #row(
    accountId: string,
    instance: SharedInstance,
    title: string,
    command: 'startInstance' | 'stopInstance' | 'destroyInstance',
  ): Button {
    return { title, run: () => this.#forRow(accountId, () => runButton({ title, command }, instance)) };
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
      return found.isSent ? known : { ...others, token: randomUUID(), when: { kind: 'at', at } };
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

  /** The message may have stood there while another account was put to use. */
  async #forRow(accountId: string, run: () => Thenable<unknown>): Promise<void> {
    const { accounts } = this.#stores;
    if (accounts.active?.id !== accountId) await accounts.switchTo(accountId);
    await run();
  }

  async #show(
    show: typeof showInfo,
    accountId: string,
    text: string,
    buttons: readonly Button[],
  ): Promise<void> {
    const { accounts, log } = this.#stores;
    const account = accounts.accounts.find(({ id }) => id === accountId);
    const titles = buttons.map(({ title }) => title);
    const pressed = await show(account ? sentenceAbout(accounts, account, text) : text, ...titles);
    const button = buttons.find(({ title }) => title === pressed);
    await button?.run().then(undefined, ignore(log, 'the row still shows what is scheduled'));
  }
}

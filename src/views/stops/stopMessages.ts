import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { instanceName } from '../../ask/instanceName';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { formatPerHour, formatRate } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { conditionsOf } from '../../domain/stops/scheduledStop';
import type { ScheduledStop } from '../../domain/stops/stopSchema';
import type { OnlyThere } from '../../stores/stops/attemptStop';
import { agreedTime } from '../../domain/stops/triggers';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { dateAndTime } from '../../ask/timeWords';
import { timeLeft } from './stopTexts';
import { triggerWords } from './stopWords';
import { formatChoice, formatSentences } from '../../domain/format';

/** Later than this, in milliseconds, VS Code didn't run or the computer slept. */
const onTime = 2 * 60_000;

/**
 * Before a stop: what will happen and when, and what goes on being billed. `kept`: it was to be destroyed.
 */
export function warningText(
  instance: SharedInstance,
  stop: ScheduledStop & { kept?: OnlyThere },
  due: number,
  now: number,
): string {
  const name = instanceName(instance);
  const left = timeLeft(due, now);
  const why = triggerWords(stop.when).reason(name);
  if (stop.kept)
    return formatSentences([
      why,
      keptAheadText(stop.kept, lifecycleOf(instance).can.stop, name, left),
      consequence(instance, { action: 'stop' }),
      lateWords(stop, now),
    ]);
  const ends = consequence(instance, stop);
  const what =
    stop.action === 'destroy'
      ? vscode.l10n.t('{0} will be destroyed in {1}.', name, left)
      : vscode.l10n.t('{0} will be stopped in {1}.', name, left);
  return formatSentences([why, what, ends, lateWords(stop, now)]);
}

function keptAheadText(kept: OnlyThere, isStopped: boolean, name: string, left: string): string {
  if (kept === 'moving')
    return isStopped
      ? vscode.l10n.t(
          '{0} will only be stopped in {1}, because its move to another machine isn’t finished. If it is finished by then, it will be destroyed.',
          name,
          left,
        )
      : vscode.l10n.t(
          '{0} will not be destroyed in {1}, because its move to another machine isn’t finished. If it is finished by then, it will be.',
          name,
          left,
        );
  return isStopped
    ? vscode.l10n.t(
        '{0} will only be stopped in {1}, because results of a run may be on it alone. If they are fetched by then, it will be destroyed.',
        name,
        left,
      )
    : vscode.l10n.t(
        '{0} will not be destroyed in {1}, because results of a run may be on it alone. If they are fetched by then, it will be.',
        name,
        left,
      );
}

/** Why a warning comes only after the agreed time. */
function lateWords({ when }: ScheduledStop, now: number): string {
  const agreed = agreedTime(when);
  if (agreed === undefined || now < agreed) return '';
  return vscode.l10n.t(
    'It was due at {0}, but VS Code wasn’t running, the computer was asleep, or its clock was changed.',
    dateAndTime(agreed / 1000),
  );
}

/** It was called off too late. */
export function sentText(name: string, action: ScheduledStop['action']): string {
  return action === 'destroy'
    ? vscode.l10n.t('The request to destroy {0} was already sent, so it may still be destroyed.', name)
    : vscode.l10n.t('The request to stop {0} was already sent, so it may still stop.', name);
}

/** What ends and what goes on being billed. */
export function consequence(
  instance: SharedInstance | undefined,
  { action }: Pick<ScheduledStop, 'action'>,
): string {
  return action === 'destroy'
    ? vscode.l10n.t('All data on its disk will be lost, and billing for it will end.')
    : vscode.l10n.t(
        'Its disk then still costs {0}.',
        formatPerHour(instance && hourlyCost(instance).stopped),
      );
}

/** After it was carried out. */
export function doneText(
  instance: SharedInstance,
  { action }: ScheduledStop,
  due: number,
  now: number,
): string {
  const name = instanceName(instance);
  const cost = formatPerHour(hourlyCost(instance).stopped);
  const text =
    action === 'destroy'
      ? vscode.l10n.t('{0} was destroyed as scheduled. It is no longer billed.', name)
      : vscode.l10n.t(
          '{0} was stopped as scheduled. Its disk still costs {1} until you destroy it.',
          name,
          cost,
        );
  if (now - due <= onTime) return text;
  const late = vscode.l10n.t(
    'It was due at {0}, but VS Code wasn’t running, the computer was asleep, or the service didn’t respond.',
    dateAndTime(due / 1000),
  );
  return `${text} ${late}`;
}

/** After a failed attempt; it is repeated. */
export function failedText(
  instance: SharedInstance | undefined,
  id: number,
  { action }: ScheduledStop,
  error: unknown,
): string {
  const name = instance ? instanceName(instance) : vscode.l10n.t('instance {0}', id);
  const { message } = describeError(error);
  const cost = formatRate(instance && hourlyCost(instance).now);
  return action === 'destroy'
    ? vscode.l10n.t(
        '{0} wasn’t destroyed as scheduled and may still cost {1}. GPU Rental keeps trying. {2}',
        name,
        cost,
        message,
      )
    : vscode.l10n.t(
        '{0} wasn’t stopped as scheduled and may still cost {1}. GPU Rental keeps trying. {2}',
        name,
        cost,
        message,
      );
}

/** It was started again after it should have been stopped. */
export function startedAgainText(
  instance: SharedInstance,
  { action }: Pick<ScheduledStop, 'action'>,
  due: number,
): string {
  const [name, time] = [instanceName(instance), dateAndTime(due / 1000)];
  const cost = formatRate(hourlyCost(instance).now);
  return action === 'destroy'
    ? vscode.l10n.t(
        '{0} was scheduled to be destroyed at {1}, but was started again after that. It keeps running and costs {2}.',
        name,
        time,
        cost,
      )
    : vscode.l10n.t(
        '{0} was scheduled to stop at {1}, but was started again after that. It keeps running and costs {2}.',
        name,
        time,
        cost,
      );
}

/** It was warned of, and the look before it found that nothing was left to be done. */
export function endedText(
  instance: SharedInstance,
  { action }: Pick<ScheduledStop, 'action'>,
  kind: 'gone' | 'alreadyStopped',
): string {
  const name = instanceName(instance);
  if (kind === 'alreadyStopped')
    return vscode.l10n.t('{0} was already stopped. Nothing is scheduled for it any more.', name);
  return action === 'destroy'
    ? vscode.l10n.t('{0} no longer exists, so it wasn’t destroyed as scheduled.', name)
    : vscode.l10n.t('{0} no longer exists, so it wasn’t stopped as scheduled.', name);
}

/** Why it was only stopped, or left stopped. */
export const keptText = (kept: OnlyThere): string =>
  kept === 'moving'
    ? vscode.l10n.t('It wasn’t destroyed as scheduled, because its move to another machine isn’t finished.')
    : vscode.l10n.t('It wasn’t destroyed as scheduled, because results of a run may be on it alone.');

/** The service doesn't tell since when it runs. */
export const runUnclearText = (): string =>
  vscode.l10n.t('The service doesn’t report whether it was started again after that time.');

/** What the person pressed couldn't be saved. @param isHeld this window goes by it all the same */
export const notSavedText = (name: string, why: string, isHeld: boolean): string =>
  isHeld
    ? vscode.l10n.t(
        'The schedule of {0} was changed, but only this window knows that: it couldn’t be saved, so another window may still go by the old one. {1}',
        name,
        why,
      )
    : vscode.l10n.t('Couldn’t change the schedule of {0}, so it still applies. {1}', name, why);

/** The schedule is still in its file. */
export const notRemovedText = (): string =>
  vscode.l10n.t(
    'Its schedule couldn’t be deleted from this computer, so it may happen again after you restart VS Code. Check that the disk isn’t full.',
  );

/** It was to be destroyed long ago, and the service doesn't tell since when it runs. */
export function perhapsStartedAgainText(instance: SharedInstance, due: number): string {
  return vscode.l10n.t(
    '{0} was scheduled to be destroyed at {1}. It may have been started again after that, which the service doesn’t report, so it wasn’t destroyed. It costs {2}.',
    instanceName(instance),
    dateAndTime(due / 1000),
    formatRate(hourlyCost(instance).now),
  );
}

/** What the schedule depends on, as a clause for a question: "at 18:00 or when it is idle for 30 min". */
export const whenWords = (stop: Pick<ScheduledStop, 'when' | 'others'>, now: number): string =>
  formatChoice(conditionsOf(stop).map((when) => triggerWords(when).clause(when, now)));

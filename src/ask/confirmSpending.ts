import * as vscode from 'vscode';
import { describeError } from '../api/describeError';
import { isOutcomeUnknown } from '../api/errors';
import { callCommand } from '../commandNames';
import { type AgreedSpending, passedLimits, stopBefore } from '../domain/money/budget';
import { ignore, type Log } from '../log/log';
import type { AccountInUse } from '../stores/account/accountInUse';
import type { AccountStore } from '../stores/account/accountStore';
import type { ScheduledStops } from '../stores/stops/scheduledStops';
import { settings } from '../stores/settings';
import { type PlannedInstance, spendingPlan, type SpendingPlanStores } from '../stores/money/spendingPlan';
import { limitWords } from './budgetWords';
import { chooseFor, confirmFor } from './confirmFor';
import type { Dialogs, Question } from './dialogs';
import { showWarning, showWith } from './notify';
import { PersonCall } from './caller';
import { shortTime } from './timeWords';
import { formatParagraphs } from '../domain/format';

export interface SpendingServices extends SpendingPlanStores {
  accounts: Pick<AccountStore, 'accounts' | 'active'>;
  dialogs: Pick<Dialogs, 'confirm' | 'choose'>;
  scheduledStops: Pick<ScheduledStops, 'known' | 'schedule'>;
  log: Log;
}

type NewWords = Pick<Question, 'detail' | 'yes'> & Partial<Pick<Question, 'message'>>;

export interface SpendingQuestion extends Question {
  confirmed?: boolean;
  /** What will cost money. Empty if it will cost no more than now. */
  planned: readonly PlannedInstance[];
  /** Dollars that each of them may cost, besides what the settings say. */
  budget?: number | undefined;
  /** The label of the button that also schedules a stop at a time; undefined for what can't be stopped, as a volume. */
  yesUntil?: (time: string) => string;
  /** A further button, which shows or changes more before it is asked again, with these words if there are some. */
  more?: { label: string; show: () => Promise<NewWords | undefined> } | undefined;
}

/**
 * The one question about anything that costs money per hour: what is rented, started, or bid more for. Where a budget
 * would be passed, it says when and by how much, and offers to schedule a stop before. Undefined if the person said no;
 * what they agreed to is kept by `sendAgreed`, or by `keepAgreed` once the instance is rented.
 *
 * A program with consent is asked nothing (public contract), so it can pass a budget, and nothing is scheduled: whoever
 * has consent answers for the person.
 *
 * @throws AccountChanged if they said yes, but another account is now in use
 */
export async function confirmSpending(
  services: SpendingServices,
  who: AccountInUse,
  { planned, budget, yesUntil, confirmed = false, more, ...question }: SpendingQuestion,
): Promise<AgreedSpending | undefined> {
  const { clock } = services;
  for (;;) {
    const limits = confirmed ? [] : limitsOf(services, who, planned, yesUntil && { budget });
    const isReached = limits.some(({ at }) => at !== undefined);
    if (confirmed || (limits.length === 0 && !more))
      return (await confirmFor(services, who, { ...question, confirmed })) ? {} : undefined;
    const now = clock.now();
    const isPlanned = limits.length === 0 || !yesUntil || isScheduled(services, who, planned);
    const stopAt = isPlanned ? undefined : stopBefore(limits, now);
    const { yes, warns = false } = question;
    const yesAndStop = stopAt === undefined ? undefined : yesUntil?.(shortTime(stopAt, now));
    const limited = [
      ...limits.map((limit) => limitWords(limit, now)),
      ...(yesAndStop === undefined
        ? []
        : [
            vscode.l10n.t(
              '“{0}” schedules a stop. VS Code must be running at that time. Disks are still billed afterward.',
              yesAndStop,
            ),
          ]),
    ].join('\n');
    const detail = formatParagraphs(limited, question.detail);
    const options = [
      ...(yesAndStop === undefined ? [] : [yesAndStop]),
      yes,
      ...(more === undefined ? [] : [more.label]),
    ];
    const { message } = question;
    const choice = { message, detail, options, warns: warns || isReached };
    const answer = await chooseFor(services, who, choice);
    if (answer === undefined) return undefined;
    if (answer === more?.label) {
      Object.assign(question, await more.show());
      continue;
    }
    if (answer === yes || stopAt === undefined) return {};
    // The question may have stood there for long: then it is asked again, with another time.
    if (stopAt > clock.now()) return { stopAt };
  }
}

/**
 * Sends what makes an instance cost money, and schedules the stop that was agreed to with it: also where the answer was
 * lost, because it may run then. Resolves to what `send` resolves to. @throws what it throws
 */
export async function sendAgreed<T>(
  services: Pick<SpendingServices, 'scheduledStops' | 'log'>,
  accountId: string,
  instanceId: number,
  agreed: AgreedSpending,
  send: () => Promise<T>,
): Promise<T> {
  let answer: T;
  try {
    answer = await send();
  } catch (error) {
    if (isOutcomeUnknown(error)) await keepAgreed(services, accountId, instanceId, agreed);
    throw error;
  }
  await keepAgreed(services, accountId, instanceId, agreed);
  return answer;
}

/** Schedules the stop that was agreed to with the question. What is scheduled already stays. Never rejects. */
export async function keepAgreed(
  { scheduledStops, log }: Pick<SpendingServices, 'scheduledStops' | 'log'>,
  accountId: string,
  instanceId: number,
  { stopAt }: AgreedSpending,
): Promise<void> {
  if (stopAt === undefined) return;
  try {
    const stop = { action: 'stop', when: { kind: 'at', at: stopAt } } as const;
    await scheduledStops.schedule(accountId, instanceId, stop, { onlyIfNone: true });
    log.info(`Scheduled a stop of instance ${instanceId}, to keep to a budget.`);
  } catch (error) {
    ignore(log, 'the person is told that it runs on')(error);
    const title = vscode.l10n.t('Schedule Stop…');
    const schedule = () => callCommand('scheduleStop', new PersonCall({ instanceId }));
    const text = vscode.l10n.t(
      'The stop of instance {0} couldn’t be scheduled, so it runs until you stop it. {1}',
      instanceId,
      describeError(error).message,
    );
    void showWith(showWarning, text, [{ title, run: schedule }]);
  }
}

function limitsOf(
  services: SpendingServices,
  { account }: AccountInUse,
  planned: readonly PlannedInstance[],
  instance: Pick<SpendingQuestion, 'budget'> | undefined,
) {
  const { perDay, perInstance: usual } = settings.budget;
  const each = instance ? [instance.budget ?? 0, usual].filter((dollars) => dollars > 0) : [];
  const perInstance = each.length > 0 ? Math.min(...each) : undefined;
  if (planned.length === 0 || (perDay <= 0 && perInstance === undefined)) return [];
  return passedLimits({ perDay, perInstance }, spendingPlan(services, account.id, planned));
}

/** Something is scheduled for one of them, which is not replaced by another question. */
function isScheduled(
  { scheduledStops }: SpendingServices,
  { account }: AccountInUse,
  planned: readonly PlannedInstance[],
): boolean {
  const known = scheduledStops.known(account.id);
  return planned.some(({ id }) => id !== undefined && known.has(id));
}

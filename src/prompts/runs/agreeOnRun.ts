import * as path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError } from '../../api/cancelled';
import { chooseFor } from '../../ask/confirmFor';
import { confirmSpending } from '../../ask/confirmSpending';
import { counted, filled, formatList } from '../../domain/format';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { AgreedSpending } from '../../domain/money/budget';
import { thens } from '../../domain/runs/afterRun';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { type Progress, withCancellableProgress } from '../connectProgress';
import type { RentedFor } from '../rent/confirmRent';
import type { Services } from '../services';
import { askText, pickOne } from '../steps';
import {
  detailOf,
  firstLine,
  hoursOf,
  idleWords,
  isToBeRented,
  machinesOf,
  riskOf,
  type RunPlan,
  type Sending,
  thenWords,
  titleOf,
  rentAndRunOf,
  yesOf,
} from './planWords';
import { askSecret, valuesOf } from './secretValues';

interface Asked {
  plan: RunPlan;
  sendings: readonly Sending[];
  confirmed: boolean;
}

/**
 * The one question before a run: what is sent, where, for how long and how much at most, what is fetched, and what then
 * becomes of the instance. The person can change the last ones. Undefined if they said no.
 */
async function agreeOnRun(
  services: Services,
  who: AccountInUse,
  { plan, sendings, confirmed }: Asked,
): Promise<RunPlan | undefined> {
  let wanted = plan;
  const risk = confirmed ? '' : riskOf(plan, sendings, await services.runs.read(who.account.id));
  const words = () => ({
    message: questionOf(wanted),
    detail: detailOf(wanted, sendings, risk),
    yes: yesOf(wanted),
  });
  const change = async () => {
    wanted = (await changed(services, wanted)) ?? wanted;
    return words();
  };
  for (;;) {
    const answer = confirmed ? {} : await agree(services, who, wanted, words(), change);
    if (answer !== 'change') return answer && { ...wanted, startAgreed: answer };
    await change();
  }
}

/**
 * Asks that question, then for what its secrets lack, and begins it under a progress. Undefined if the person said no.
 *
 * @param begin with the plan as it was agreed to
 */
export async function agreeAndBegin<Begun>(
  { services, who, call, plan, sendings, isAgreed = false }: ToBegin,
  begin: (
    agreed: RunPlan,
    secrets: Readonly<Record<string, string>>,
    progress: Progress,
  ) => Promise<Begun | undefined>,
): Promise<Begun | undefined> {
  const { confirmed } = call;
  const agreed = isAgreed ? plan : await agreeOnRun(services, who, { plan, sendings, confirmed });
  if (!agreed) return undefined;
  const { folder, task, name } = agreed;
  const secrets = await valuesOf(services, { folder, names: task.secrets, title: titleOf(agreed) }, call);
  if (!secrets) return undefined;
  const title = filled(vscode.l10n.t('Running {0} on {1}'), task.name ?? path.basename(folder), name);
  return withCancellableProgress(title, (progress) => begin(agreed, secrets, progress)).catch(
    (error: unknown) => {
      // A no to a later question is one, too.
      if (error instanceof CancelledError && !error.sent) return undefined;
      throw error;
    },
  );
}

interface ToBegin extends Omit<Asked, 'confirmed'> {
  services: Services;
  who: AccountInUse;
  call: { confirmed: boolean; interactive: boolean };
  /** The person has agreed to it already. */
  isAgreed?: boolean;
}

/**
 * The same for machines that are yet to be rented: the question about renting says this, too.
 *
 * @param planFor so many machines, for dollars an hour @returns also the plan as it was agreed to last
 */
export function agreeWithRent(
  services: Services,
  planFor: (count: number, rate: number | undefined) => RunPlan,
  sendings: readonly Sending[],
): { purpose: RentedFor; agreed: () => RunPlan } {
  let asked = planFor(1, undefined);
  let changes: Partial<Pick<RunPlan, 'limitHours' | 'then' | 'task'>> = {};
  const question = (count: number, rate: number | undefined) => {
    asked = { ...planFor(count, rate), ...changes };
    return { message: rentQuestionOf(asked), detail: detailOf(asked, sendings), yes: rentAndRunOf(asked) };
  };
  const change = async () => {
    const after = await changed(services, asked);
    if (after) changes = { limitHours: after.limitHours, then: after.then, task: after.task };
  };
  return { purpose: { question, change }, agreed: () => asked };
}

const rentQuestionOf = ({ task, name, sweep }: RunPlan): string =>
  counted(
    sweep?.table.rows.length ?? 1,
    vscode.l10n.t('Rent {1} to run {0} job of {2}?|Rent {1} to run {0} jobs of {2}?'),
    name,
    task.name ?? firstLine(task.run),
  );

function questionOf(plan: RunPlan): string {
  const { task, name, sweep } = plan;
  const what = task.name ?? firstLine(task.run);
  if (isToBeRented(plan)) return vscode.l10n.t('Rent {0} to run {1}?', name, what);
  return sweep
    ? counted(
        sweep.table.rows.length,
        vscode.l10n.t('Run {0} job of {1} on {2}?|Run {0} jobs of {1} on {2}?'),
        what,
        name,
      )
    : filled(vscode.l10n.t('Run {0} on {1}?'), what, name);
}

type Words = Record<'message' | 'detail' | 'yes', string>;
type Answer = AgreedSpending | 'change' | undefined;

/** Where the instance has to be started, the question is the one for that, with the budgets. */
async function agree(
  services: Services,
  who: AccountInUse,
  plan: RunPlan,
  question: Words,
  change: () => Promise<Words>,
): Promise<Answer> {
  const label = vscode.l10n.t('Change…');
  const machines = machinesOf(plan);
  const planned = machines.filter(({ id }) => {
    if (id === undefined) return true;
    const instance = services.instances.get(id);
    return instance !== undefined && lifecycleOf(instance).can.start;
  });
  if (planned.length > 0) {
    return confirmSpending(services, who, {
      ...question,
      planned,
      // What isn't there yet can't be given a time.
      ...(machines.every(({ id }) => id !== undefined) && {
        yesUntil: (time: string) => vscode.l10n.t('Run and Stop at {0}', time),
      }),
      more: { label, show: change },
    });
  }
  const { yes, ...choice } = question;
  const answer = await chooseFor(services, who, { ...choice, options: [yes, label] });
  return answer === yes ? {} : answer === label ? 'change' : undefined;
}

/** Lets the person change one of the terms. Undefined if they changed nothing. */
async function changed(services: Services, plan: RunPlan): Promise<RunPlan | undefined> {
  const title = titleOf(plan);
  const rows = [
    { label: vscode.l10n.t('Time limit'), description: hoursOf(plan.limitHours), what: 'limit' },
    ...(plan.sweep
      ? []
      : [
          {
            label: vscode.l10n.t('End when idle'),
            description: plan.idle ? idleWords(plan.idle) : vscode.l10n.t('Never'),
            what: 'idle' as const,
          },
          {
            label: vscode.l10n.t('Results to fetch'),
            description: formatList(plan.fetch),
            what: 'fetch' as const,
          },
        ]),
    { label: vscode.l10n.t('Afterwards'), description: thenWords(plan.then), what: 'then' },
    { label: vscode.l10n.t('Command'), description: firstLine(plan.task.run), what: 'run' },
    ...plan.task.secrets.map((secret) => ({
      label: vscode.l10n.t('Value of {0}', secret),
      what: 'secret' as const,
      secret,
    })),
  ] as const;
  const item = await pickOne(rows, { title, placeholder: vscode.l10n.t('What do you want to change?') });
  if (item?.what === 'secret') await askSecret(services, plan.folder, item.secret, title);
  const what = item?.what;
  if (what === 'then') {
    const all = thens.map((then) => ({ label: thenWords(then), then }));
    const chosen = await pickOne(all, { title, placeholder: vscode.l10n.t('What becomes of the instance?') });
    return chosen && { ...plan, then: chosen.then };
  }
  if (what === 'limit') {
    const text = await typed(
      title,
      vscode.l10n.t('Hours'),
      String(plan.limitHours),
      (value) => Number(value) > 0,
    );
    return text === undefined ? undefined : { ...plan, limitHours: Number(text) };
  }
  if (what === 'idle') {
    const prompt = vscode.l10n.t('Minutes without load; empty for never');
    const text = await typed(title, prompt, String(plan.idle?.minutes ?? ''), (value) => Number(value) >= 0);
    if (text === undefined) return undefined;
    const minutes = Number(text);
    return { ...plan, idle: minutes > 0 ? { minutes, below: plan.idle?.below ?? 5 } : undefined };
  }
  if (what === 'fetch') {
    const prompt = vscode.l10n.t('Patterns as in .gitignore, with a space between them; empty for nothing');
    const text = await typed(title, prompt, plan.fetch.join(' '));
    return text === undefined ? undefined : { ...plan, fetch: text.split(/\s+/).filter(Boolean) };
  }
  if (what !== 'run') return undefined;
  const run = await typed(title, vscode.l10n.t('Command'), plan.task.run, (value) => value.trim() !== '');
  return run === undefined ? undefined : { ...plan, task: { ...plan.task, run } };
}

async function typed(
  title: string,
  prompt: string,
  value: string,
  isValid: (value: string) => boolean = () => true,
): Promise<string | undefined> {
  const wrong = vscode.l10n.t('This can’t be used.');
  return askText({ title, prompt, value, validate: (text) => (isValid(text) ? undefined : wrong) });
}

import * as vscode from 'vscode';
import { chooseFor } from '../../ask/confirmFor';
import { confirmSpending } from '../../ask/confirmSpending';
import {
  counted,
  formatBytes,
  formatDollars,
  formatList,
  formatPercent,
  formatSpan,
} from '../../domain/format';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { formatPerHour } from '../../domain/money/cost';
import { filesOf, leftOutLines } from '../../domain/runs/copyWords';
import { type IdleEnd, mostDollars } from '../../domain/runs/run';
import { restartWords } from '../../domain/runs/taskTerms';
import { type RunThen, thens } from '../../domain/runs/afterRun';
import type { NearTree } from '../../ssh/transfer/nearTree';
import type { AccountInUse } from '../../stores/account/accountInUse';
import type { Services } from '../services';
import { pick } from '../steps';
import type { PickedTask } from './pickTask';
import { askSecret } from './secretValues';

/** What is agreed to before a run. */
export interface RunPlan extends PickedTask {
  instanceId: number;
  /** The instance, as a person calls it. */
  name: string;
  /** Dollars an hour; undefined where the service doesn't tell. */
  rate: number | undefined;
  limitHours: number;
  idle: IdleEnd | undefined;
  then: RunThen;
  fetch: readonly string[];
  /** What goes on with the run after a restart of its machine. */
  resume: string | undefined;
}

/** What is sent to a machine, from a path of this computer to a folder there. */
export interface Sending {
  from: string;
  to: string;
  near: NearTree;
}

interface Asked {
  plan: RunPlan;
  sendings: readonly Sending[];
  confirmed: boolean;
}

/**
 * The one question before a run: what is sent, where, for how long and how much at most, what is fetched, and what then
 * becomes of the instance. The person can change the last ones. Undefined if they said no.
 */
export async function agreeOnRun(
  services: Services,
  who: AccountInUse,
  { plan, sendings, confirmed }: Asked,
): Promise<RunPlan | undefined> {
  let wanted = plan;
  const words = () => ({ detail: detailOf(wanted, sendings), yes: yesOf(wanted) });
  const change = async () => {
    wanted = (await changed(services, wanted)) ?? wanted;
    return words();
  };
  for (;;) {
    const question = {
      message: vscode.l10n.t('Run {0} on {1}?', plan.task.name ?? firstLine(plan.task.run), plan.name),
      ...words(),
    };
    const answer = confirmed ? 'yes' : await ask(services, who, wanted, question, change);
    if (answer === 'yes') return wanted;
    if (answer === undefined) return undefined;
    await change();
  }
}

type Answer = 'yes' | 'change' | undefined;

/** Where the instance has to be started, the question is the one for that, with the budgets. */
async function ask(
  services: Services,
  who: AccountInUse,
  { instanceId, rate }: RunPlan,
  question: { message: string; detail: string; yes: string },
  change: () => Promise<{ detail: string; yes: string }>,
): Promise<Answer> {
  const label = vscode.l10n.t('Change…');
  const instance = services.instances.get(instanceId);
  if (instance && lifecycleOf(instance).can.start) {
    const agreed = await confirmSpending(services, who, {
      ...question,
      planned: [{ id: instanceId, rate }],
      yesUntil: (time) => vscode.l10n.t('Run and Stop at {0}', time),
      more: { label, show: change },
    });
    return agreed && 'yes';
  }
  const { yes, ...choice } = question;
  const answer = await chooseFor(services, who, { ...choice, options: [yes, label] });
  return answer === yes ? 'yes' : answer === label ? 'change' : undefined;
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

/** "Run for up to 4 hours, $1.24" */
function yesOf({ limitHours, rate }: RunPlan): string {
  const most = mostDollars({ rate, limitHours });
  return most === undefined
    ? vscode.l10n.t('Run')
    : vscode.l10n.t('Run for at Most {0}', formatDollars(most));
}

function detailOf(
  { task, rate, limitHours, idle, then, fetch, resume }: RunPlan,
  sendings: readonly Sending[],
): string {
  const most = mostDollars({ rate, limitHours });
  const variables = Object.keys(task.variables);
  return [
    task.setup.trim() === '' ? '' : vscode.l10n.t('First: {0}', task.setup.trim()),
    task.run.trim(),
    restartWords(resume, task),
    ...sendings.map(sendingWords),
    [
      rate === undefined
        ? vscode.l10n.t('The price isn’t known. It ends after {0} at the latest.', hoursOf(limitHours))
        : vscode.l10n.t(
            '{0}; it ends after {1} at the latest, so it costs {2} at most.',
            formatPerHour(rate),
            hoursOf(limitHours),
            formatDollars(most ?? NaN),
          ),
      idle === undefined ? '' : idleWords(idle),
      fetch.length === 0
        ? vscode.l10n.t('Fetches nothing.')
        : vscode.l10n.t('Fetches {0} when it ends.', formatList(fetch)),
      thenWords(then),
      variables.length === 0 ? '' : vscode.l10n.t('Variables: {0}', formatList(variables)),
      task.secrets.length === 0 ? '' : vscode.l10n.t('Secrets: {0}', formatList(task.secrets)),
    ]
      .filter(Boolean)
      .join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function sendingWords({ from, to, near }: Sending, index: number): string {
  const files = filesOf([...near.entries.values()]);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const what = counted(files.length, vscode.l10n.t('{0} file ({1})|{0} files ({1})'), formatBytes(bytes));
  const first =
    index === 0
      ? vscode.l10n.t('Sends new and changed files of {0}, which has {1}.', from, what)
      : vscode.l10n.t('Sends new and changed files of {0}, which has {2}, to {1}.', from, to, what);
  return [first, ...leftOutLines(near.leftOut)].join('\n');
}

export const hoursOf = (hours: number): string =>
  hours < 1
    ? formatSpan(Math.round(hours * 60), 'minute')
    : formatSpan(Math.round(hours * 100) / 100, 'hour');

const idleWords = ({ minutes, below }: IdleEnd): string =>
  vscode.l10n.t(
    'It ends earlier if every GPU has a load below {0} for {1}.',
    formatPercent(below / 100),
    hoursOf(minutes / 60),
  );

function thenWords(then: RunThen): string {
  switch (then) {
    case 'keep':
      return vscode.l10n.t('Then the instance goes on, and costs what it costs now.');
    case 'stop':
      return vscode.l10n.t('Then the instance stops itself; its disk is still billed.');
    case 'destroy':
      return vscode.l10n.t('Then the instance stops itself, and is destroyed once the results are here.');
  }
}

/** Lets the person change one of the terms. Undefined if they changed nothing. */
async function changed(services: Services, plan: RunPlan): Promise<RunPlan | undefined> {
  const title = vscode.l10n.t('Run on GPU');
  const rows = [
    { label: vscode.l10n.t('Time limit'), description: hoursOf(plan.limitHours), what: 'limit' },
    {
      label: vscode.l10n.t('End when idle'),
      description: plan.idle ? idleWords(plan.idle) : vscode.l10n.t('Never'),
      what: 'idle',
    },
    { label: vscode.l10n.t('Afterwards'), description: thenWords(plan.then), what: 'then' },
    { label: vscode.l10n.t('Results to fetch'), description: formatList(plan.fetch), what: 'fetch' },
    { label: vscode.l10n.t('Command'), description: firstLine(plan.task.run), what: 'run' },
    ...plan.task.secrets.map((secret) => ({
      label: vscode.l10n.t('Value of {0}', secret),
      what: 'secret' as const,
      secret,
    })),
  ] as const;
  const step = await pick(rows, { title, placeholder: vscode.l10n.t('What do you want to change?') });
  const item = step.kind === 'done' ? step.value.item : undefined;
  if (item?.what === 'secret') await askSecret(services, plan.folder, item.secret);
  const what = item?.what;
  if (what === 'then') {
    const all = thens.map((then) => ({ label: thenWords(then), then }));
    const chosen = await pick(all, { title, placeholder: vscode.l10n.t('What becomes of the instance?') });
    const then = chosen.kind === 'done' ? chosen.value.item?.then : undefined;
    return then && { ...plan, then };
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

function typed(
  title: string,
  prompt: string,
  value: string,
  isValid: (value: string) => boolean = () => true,
): Thenable<string | undefined> {
  const wrong = vscode.l10n.t('This can’t be used.');
  return vscode.window.showInputBox({
    title,
    prompt,
    value,
    ignoreFocusOut: true,
    validateInput: (text) => (isValid(text) ? undefined : wrong),
  });
}

import * as vscode from 'vscode';
import {
  counted,
  formatBytes,
  formatDollars,
  formatLines,
  formatList,
  formatParagraphs,
  formatPercent,
  formatSpan,
} from '../../domain/format';
import type { AgreedSpending } from '../../domain/money/budget';
import { formatPerHour } from '../../domain/money/cost';
import type { RunThen } from '../../domain/runs/afterRun';
import { filesOf, leftOutLines } from '../../domain/runs/copyWords';
import type { IdleEnd, Run } from '../../domain/runs/run';
import { mostDollars } from '../../domain/runs/runCost';
import { unfetchedIn } from '../../domain/runs/runFolders';
import { restartWords } from '../../domain/tasks/projectRun';
import type { ParameterTable } from '../../domain/sweeps/parameters';
import { jobTitle } from '../../domain/sweeps/sweep';
import type { NearTree } from '../../ssh/transfer/nearTree';
import type { PickedTask } from './pickTask';

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
  /** It is a sweep: `rate` is that of all machines, and `name` counts them. */
  sweep?: SweepPlan;
  /** Machines that run it at a time: `rate` is that of all, and `name` counts them. The first one leads. */
  nodes?: readonly PlannedNode[];
  /** What the person agreed to for those that have to be started. */
  startAgreed?: AgreedSpending;
}

/** One of several machines, all of which are ended afterwards. */
export interface PlannedNode {
  /** Undefined for one that is rented once this is agreed to. */
  id?: number;
  /** As a person calls it. */
  name: string;
  /** Dollars an hour. */
  rate: number | undefined;
}

export interface SweepPlan {
  table: ParameterTable;
  /** The machines, as a person calls them: all of them are ended afterwards. */
  names: readonly string[];
  /** The first one gives the jobs to all. Dollars an hour. */
  machines: readonly { id: number; rate: number | undefined }[];
}

/** What is sent to a machine, from a path of this computer to a folder there. */
export interface Sending {
  from: string;
  to: string;
  near: NearTree;
}

export const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

/** What a person began, above each question about it. */
export const titleOf = ({ sweep }: Pick<RunPlan, 'sweep'>): string =>
  sweep ? vscode.l10n.t('Run Sweep on GPUs') : vscode.l10n.t('Run on GPU');

/** "Run for up to 4 hours, $1.24" */
export function yesOf(plan: RunPlan): string {
  if (isToBeRented(plan)) return rentAndRunOf(plan);
  const { limitHours, rate } = plan;
  const most = mostDollars({ rate, limitHours });
  return most === undefined
    ? vscode.l10n.t('Run')
    : vscode.l10n.t('Run for at Most {0}', formatDollars(most));
}

/** Whether its machines are yet to be rented. */
export const isToBeRented = ({ nodes = [] }: Pick<RunPlan, 'nodes'>): boolean =>
  nodes.some(({ id }) => id === undefined);

/** The same with the rental of its machines. */
export function rentAndRunOf({ limitHours, rate }: RunPlan): string {
  const most = mostDollars({ rate, limitHours });
  return most === undefined
    ? vscode.l10n.t('Rent and Run')
    : vscode.l10n.t('Rent and Run for at Most {0}', formatDollars(most));
}

/** The machines of a run; one that is yet to be rented has no id. */
export const machinesOf = ({
  instanceId,
  rate,
  sweep,
  nodes,
}: RunPlan): readonly Omit<PlannedNode, 'name'>[] => sweep?.machines ?? nodes ?? [{ id: instanceId, rate }];

/** What is only on the machines of a run, in its folder; empty for nothing. */
export function riskOf(plan: RunPlan, [own]: readonly Sending[], runs: readonly Run[]): string {
  const ids = machinesOf(plan).flatMap(({ id }) => id ?? []);
  const names = own ? unfetchedIn(runs, ids, own.to) : [];
  return names.length === 0
    ? ''
    : vscode.l10n.t('The results of {0} aren’t here yet. This run may overwrite them.', formatList(names));
}

/** @param risk see `riskOf` */
export function detailOf(
  { task, rate, limitHours, idle, then, fetch, resume, sweep, nodes }: RunPlan,
  sendings: readonly Sending[],
  risk = '',
): string {
  const most = mostDollars({ rate, limitHours });
  const variables = Object.keys(task.variables);
  return formatParagraphs(
    task.setup.trim() === '' ? '' : vscode.l10n.t('First: {0}', task.setup.trim()),
    task.run.trim(),
    ...(sweep ? [jobLines(sweep.table)] : []),
    ...(sweep && sweep.names.length > 0 ? [vscode.l10n.t('Instances: {0}', formatList(sweep.names))] : []),
    ...(nodes ? [nodeLine(nodes)] : []),
    restartWords(resume, task),
    ...sendings.map(sendingWords),
    risk,
    formatLines(
      rate === undefined
        ? vscode.l10n.t('The price isn’t known. It ends after {0} at the latest.', hoursOf(limitHours))
        : vscode.l10n.t(
            '{0}; it ends after {1} at the latest, so it costs {2} at most.',
            formatPerHour(rate),
            hoursOf(limitHours),
            formatDollars(most ?? NaN),
          ),
      idle === undefined ? '' : idleWords(idle),
      sweep
        ? vscode.l10n.t('Fetches the results of all jobs when it ends.')
        : fetch.length === 0
          ? vscode.l10n.t('Fetches nothing.')
          : nodes
            ? vscode.l10n.t('Fetches {0} from each instance when it ends.', formatList(fetch))
            : vscode.l10n.t('Fetches {0} when it ends.', formatList(fetch)),
      sweep || nodes ? thenWordsOfAll(then) : thenWords(then),
      variables.length === 0 ? '' : vscode.l10n.t('Variables: {0}', formatList(variables)),
      task.secrets.length === 0 ? '' : vscode.l10n.t('Secrets: {0}', formatList(task.secrets)),
    ),
  );
}

function nodeLine(nodes: readonly PlannedNode[]): string {
  const names = formatList(nodes.map(({ name }) => name));
  return nodes.some(({ id }) => id === undefined)
    ? vscode.l10n.t('Rents in one network: {0}', names)
    : vscode.l10n.t('Instances: {0}', names);
}

/** The first runs of a table. */
const linesShown = 3;

const jobLines = (table: ParameterTable): string =>
  [
    ...table.rows.slice(0, linesShown).map((_, row) => jobTitle(table, row + 1)),
    ...(table.rows.length > linesShown
      ? [vscode.l10n.t('… and {0} more', table.rows.length - linesShown)]
      : []),
  ].join('\n');

function thenWordsOfAll(then: RunThen): string {
  switch (then) {
    case 'keep':
      return vscode.l10n.t('Then the instances go on, and cost what they cost now.');
    case 'stop':
      return vscode.l10n.t('Then each instance stops itself; its disk is still billed.');
    case 'destroy':
      return vscode.l10n.t('Then each instance stops itself, and is destroyed once the results are here.');
  }
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

export const idleWords = ({ minutes, below }: IdleEnd): string =>
  vscode.l10n.t(
    'It ends earlier if every GPU has a load below {0} for {1}.',
    formatPercent(below / 100),
    hoursOf(minutes / 60),
  );

export function thenWords(then: RunThen): string {
  switch (then) {
    case 'keep':
      return vscode.l10n.t('The instance then keeps running at the same price.');
    case 'stop':
      return vscode.l10n.t('Then the instance stops itself; its disk is still billed.');
    case 'destroy':
      return vscode.l10n.t('Then the instance stops itself, and is destroyed once the results are here.');
  }
}

import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { hour } from '../../clock';
import {
  counted,
  formatDollars,
  formatLines,
  formatList,
  formatPercent,
  formatSpan,
} from '../../domain/format';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatPerHour } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { isOver, type Run } from '../../domain/runs/run';
import { dollarsOf, mostDollars, sumOfDollars } from '../../domain/runs/runCost';
import type { MachineReport } from '../../ssh/runs/lookAtRuns';
import { jobCounts } from '../../domain/sweeps/sweep';
import { type DetailNode, detailRows } from '../detailNode';
import { jobRows, progressWords } from './sweepWords';
import type { SeenRun } from './seenRun';
import { dateAndTime } from '../../ask/timeWords';

export class RunNode {
  readonly runId: string;

  constructor(runId: string) {
    this.runId = runId;
  }
}

export interface RunFacts {
  accountId: string;
  /** Milliseconds since the epoch. */
  now: number;
  gpus: MachineReport['gpus'];
  /** Undefined once it is gone. */
  instance: SharedInstance | undefined;
  /** Of several machines, what the others run. */
  serving?: readonly SeenRun[];
}

/** What a run does, in words. */
export function phaseWords({ phase, why, code, setupCode, stoppedAt, sweep, halted }: SeenRun): string {
  if (halted !== undefined) return vscode.l10n.t('instance: {0}', halted);
  if (stoppedAt !== undefined && phase !== 'lost') return vscode.l10n.t('its machine was stopped');
  switch (phase) {
    case 'starting':
      return vscode.l10n.t('starting');
    case 'setup':
      return vscode.l10n.t('setting up');
    case 'running':
      return vscode.l10n.t('running');
    case 'lost':
      return vscode.l10n.t('lost: its machine doesn’t know how it ended');
    case 'ended':
      break;
  }
  switch (why) {
    case 'setup':
      return vscode.l10n.t('set-up failed with exit code {0}', setupCode ?? '?');
    case 'limit':
      return vscode.l10n.t('ended at its time limit');
    case 'idle':
      return vscode.l10n.t('ended because the GPU was idle');
    case 'stopped':
      return vscode.l10n.t('stopped');
    case 'interrupted':
      return vscode.l10n.t('interrupted by a restart of its machine');
    case 'exit':
    case undefined:
      if (sweep && code === 0) return progressWords(sweep);
      return code === 0
        ? vscode.l10n.t('succeeded')
        : vscode.l10n.t('failed with exit code {0}', code ?? '?');
  }
}

/** How long it has run, or ran. */
export function timeOf({ startedAt, endedAt, stoppedAt }: Run, now: number): string {
  if (startedAt === undefined) return '';
  const seconds = Math.max(0, Math.round(((endedAt ?? stoppedAt ?? now) - startedAt) / 1000));
  if (seconds < 120) return formatSpan(seconds, 'second');
  return seconds < 7200
    ? formatSpan(Math.round(seconds / 60), 'minute')
    : formatSpan(Math.round(seconds / 360) / 10, 'hour');
}

/** "$0.06 of at most $1.24" */
export function costWords(run: Run, now: number, serving: readonly Run[] = []): string {
  const all = [run, ...serving];
  const [spent, most] = [
    sumOfDollars(all.map((one) => dollarsOf(one, now))),
    sumOfDollars(all.map(mostDollars)),
  ];
  if (spent === undefined || most === undefined) return '';
  return isOver(run)
    ? formatDollars(spent)
    : vscode.l10n.t('{0} of at most {1}', formatDollars(spent), formatDollars(most));
}

function iconOf({ phase, why, code, stoppedAt, sweep, halted }: SeenRun): vscode.ThemeIcon {
  const color = (name: string): vscode.ThemeColor => new vscode.ThemeColor(name);
  if (phase === 'lost' || stoppedAt !== undefined || halted !== undefined)
    return new vscode.ThemeIcon('question', color('problemsWarningIcon.foreground'));
  if (phase !== 'ended') return new vscode.ThemeIcon('loading~spin');
  if (why === 'stopped') return new vscode.ThemeIcon('circle-slash');
  if (code === 0 && sweep && jobCounts(sweep).failed > 0)
    return new vscode.ThemeIcon('warning', color('problemsWarningIcon.foreground'));
  return why === 'exit' && code === 0
    ? new vscode.ThemeIcon('pass', color('testing.iconPassed'))
    : new vscode.ThemeIcon('error', color('testing.iconFailed'));
}

/** What an instance costs that was to be destroyed after a run and is kept, in words; empty for others. */
export function keptWords(
  { then, endedAt, phase }: Run,
  instance: SharedInstance | undefined,
  now: number,
): string {
  if (then !== 'destroy' || !isOver({ phase }) || !instance) return '';
  if (lifecycleOf(instance).phase !== 'stopped') return '';
  const { stopped } = hourlyCost(instance);
  const cost = formatPerHour(stopped);
  return stopped === undefined || endedAt === undefined
    ? vscode.l10n.t('kept for {0}', cost)
    : vscode.l10n.t(
        'kept for {0}, about {1} so far',
        cost,
        formatDollars((stopped * (now - endedAt)) / hour),
      );
}

export function runItem(
  run: SeenRun,
  { accountId, now, gpus, instance, serving }: RunFacts,
): vscode.TreeItem {
  const item = new vscode.TreeItem(plainText(run.name, 100), vscode.TreeItemCollapsibleState.Collapsed);
  const load =
    isOver(run) || run.halted !== undefined || gpus.length === 0
      ? undefined
      : Math.max(...gpus.map((gpu) => gpu.load));
  const { resumes = 0 } = run;
  const phase = phaseWords(run);
  const progress = run.sweep ? progressWords(run.sweep) : '';
  const words = [
    phase,
    run.nodes === undefined ? '' : counted(run.nodes, vscode.l10n.t('{0} instance|{0} instances')),
    progress === phase ? '' : progress,
    resumes > 0 ? counted(resumes, vscode.l10n.t('resumed {0} time|resumed {0} times')) : '',
    timeOf(run, now),
    costWords(run, now, serving),
    keptWords(run, instance, now),
    load === undefined ? '' : vscode.l10n.t('GPU {0}', formatPercent(load / 100)),
  ].filter(Boolean);
  item.id = `${accountId}/run/${run.id}`;
  item.description = words.join(' · ');
  item.iconPath = iconOf(run);
  item.contextValue = `;run;${run.sweep ? 'sweep;' : ''}${run.network ? 'network;' : ''}${isOver(run) ? 'over' : 'active'};${run.fetch.length > 0 ? 'fetch;' : ''}${run.fetchedAt === undefined ? '' : 'fetched;'}`;
  const last = plainText(run.lastLine ?? '', 200);
  item.tooltip = formatLines(plainText(run.run, 500), ...words, last);
  item.accessibilityInformation = { label: [run.name, ...words].join(', ') };
  return item;
}

/** What there is to know of a run, a row each. */
export function runDetails(run: SeenRun, { now, gpus, instance, serving = [] }: RunFacts): DetailNode[] {
  const rows = detailRows(`run/${run.id}`, [
    ['last', vscode.l10n.t('Last line'), 'output', run.lastLine],
    ['results', vscode.l10n.t('Results'), 'folder', run.fetchedAt === undefined ? '' : run.results],
    ['gpu', vscode.l10n.t('GPU'), 'dashboard', isOver(run) || run.halted !== undefined ? '' : gpuWords(gpus)],
    ['command', vscode.l10n.t('Command'), 'terminal', run.run.trim()],
    ['instance', vscode.l10n.t('Instance'), 'vm', run.instanceName],
    ['hardware', vscode.l10n.t('Hardware'), 'circuit-board', run.hardware],
    ['cost', vscode.l10n.t('Cost'), 'credit-card', costWords(run, now, serving)],
    ['machines', vscode.l10n.t('Other instances'), 'vm', formatList(serving.map(machineWords))],
    ['kept', vscode.l10n.t('Instance stopped'), 'archive', keptWords(run, instance, now)],
    ['started', vscode.l10n.t('Started'), 'calendar', dateAndTime(run.createdAt / 1000)],
    ['commit', vscode.l10n.t('Commit'), 'git-commit', commitWords(run)],
    ['ports', vscode.l10n.t('Ports'), 'plug', isOver(run) ? '' : formatList((run.ports ?? []).map(String))],
  ]);
  return run.sweep ? [...jobRows(run, run.sweep), ...rows] : rows;
}

export function commitWords({ commit = '', isChanged }: Run): string {
  const short = commit.slice(0, 8);
  return isChanged ? vscode.l10n.t('{0}, with changes', short) : short;
}

/** "train (8): running" */
const machineWords = (run: SeenRun): string => vscode.l10n.t('{0}: {1}', run.instanceName, phaseWords(run));

/** "87% · 12 of 24 GB", for each GPU */
function gpuWords(gpus: MachineReport['gpus']): string {
  const gigabytes = (mebibytes: number): string => String(Math.round(mebibytes / 1024));
  return formatList(
    gpus.map(({ load, used, memory }) =>
      vscode.l10n.t('{0} · {1} of {2} GB', formatPercent(load / 100), gigabytes(used), gigabytes(memory)),
    ),
  );
}

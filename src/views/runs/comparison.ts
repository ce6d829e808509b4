import * as path from 'node:path';
import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { counted, formatDollars } from '../../domain/format';
import { formatPerHour } from '../../domain/money/cost';
import { dollarsOf } from '../../domain/runs/runCost';
import { escapeMarkdown, markdownTable } from '../../domain/markdown';
import { commitWords, phaseWords, timeOf } from './runNodes';
import type { SeenRun } from './seenRun';
import { dateAndTime } from '../../ask/timeWords';

/** What a row says of each run; an empty text where it isn't known. */
type Row = readonly [label: string, values: readonly string[]];

/** Runs side by side, as Markdown: first what differs, then what is the same in all. @param now milliseconds */
export function comparisonOf(runs: readonly SeenRun[], now: number): string {
  const rows = rowsOf(runs, now).filter(([, values]) => values.some(Boolean));
  const isSame = ([, values]: Row): boolean => new Set(values).size === 1;
  const same = rows.filter(isSame);
  const title = counted(runs.length, vscode.l10n.t('Comparison of {0} run|Comparison of {0} runs'));
  const names = runs.map(
    ({ name, createdAt }) => `${escapeMarkdown(plainText(name, 60))}<br>${dateAndTime(createdAt / 1000)}`,
  );
  return [
    `# ${title}`,
    table(
      ['', ...names],
      rows.filter((row) => !isSame(row)),
    ),
    ...(same.length === 0
      ? []
      : [
          `## ${vscode.l10n.t('The Same in All')}`,
          table(
            ['', ''],
            same.map(([label, [value = '']]) => [label, [value]]),
          ),
        ]),
  ].join('\n\n');
}

function rowsOf(runs: readonly SeenRun[], now: number): Row[] {
  const row = (label: string, value: (run: SeenRun) => string | undefined): Row => [
    label,
    runs.map((run) => value(run) ?? ''),
  ];
  const metrics = new Set(runs.flatMap((run) => Object.keys(run.metrics ?? {})));
  return [
    row(vscode.l10n.t('State'), phaseWords),
    // The state says that of a command which ended by itself.
    row(vscode.l10n.t('Exit code'), ({ why, code }) => (why === 'exit' ? '' : code?.toString())),
    ...[...metrics].map((name) => row(name, (run) => run.metrics?.[name])),
    row(vscode.l10n.t('Duration'), (run) => timeOf(run, now)),
    row(vscode.l10n.t('Cost'), (run) => dollarsText(dollarsOf(run, now))),
    row(vscode.l10n.t('Price'), ({ rate }) => (rate === undefined ? '' : formatPerHour(rate))),
    row(vscode.l10n.t('Hardware'), ({ hardware }) => hardware),
    row(vscode.l10n.t('Instance'), ({ instanceName }) => instanceName),
    row(vscode.l10n.t('Task'), ({ taskFile, folder }) => taskFile && path.relative(folder, taskFile)),
    row(vscode.l10n.t('Command'), ({ run }) => run.trim()),
    row(vscode.l10n.t('Set-up'), ({ setup }) => setup.trim()),
    row(vscode.l10n.t('Commit'), commitWords),
    row(vscode.l10n.t('Folder'), ({ folder }) => folder),
  ];
}

const dollarsText = (dollars: number | undefined): string =>
  dollars === undefined ? '' : formatDollars(dollars);

function table(heads: readonly string[], rows: readonly Row[]): string {
  const cell = (text: string): string => escapeMarkdown(plainText(text, 500)) || '—';
  return markdownTable(
    heads,
    rows.map(([label, values]) => [`**${cell(label)}**`, ...values.map(cell)]),
  );
}

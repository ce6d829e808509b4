import * as vscode from 'vscode';
import { counted, formatList, formatSentences } from '../../domain/format';
import { isOver, lacksResults } from '../../domain/runs/run';
import type { Services } from '../services';
import type { AccountInUse } from '../../stores/account/accountInUse';

/** Runs whose results are on one of these instances alone, or that this isn't known, in a sentence; empty if there are none. */
export async function unfetched(
  { runs }: Pick<Services, 'runs'>,
  { account }: AccountInUse,
  ids: readonly number[],
): Promise<string> {
  const all = await runs.readAll(account.id);
  const names = (all ?? (await runs.read(account.id)))
    .filter((run) => ids.includes(run.instanceId) && lacksResults(run))
    .map(({ name }) => name);
  return formatSentences([
    all ? '' : vscode.l10n.t('The list of runs can’t be read. Results that are only there may be lost.'),
    names.length === 0
      ? ''
      : vscode.l10n.t(
          'The results of these runs aren’t on this computer and would be lost: {0}.',
          formatList([...new Set(names)]),
        ),
  ]);
}

/** Runs that go on on these instances, or that this isn't known, in a sentence; empty if there are none. */
export async function goingOn(
  { runs }: Pick<Services, 'runs'>,
  { account }: AccountInUse,
  ids: readonly number[],
): Promise<string> {
  const all = await runs.readAll(account.id);
  const names = (all ?? (await runs.read(account.id)))
    .filter((run) => ids.includes(run.instanceId) && !isOver(run))
    .map(({ name }) => name);
  return formatSentences([
    all ? '' : vscode.l10n.t('Runs that can’t be read from the list may be in progress.'),
    names.length === 0
      ? ''
      : counted(
          names.length,
          ids.length === 1
            ? vscode.l10n.t(
                'A run in progress on it is interrupted: {1}.|Runs in progress on it are interrupted: {1}.',
              )
            : vscode.l10n.t(
                'A run in progress on them is interrupted: {1}.|Runs in progress on them are interrupted: {1}.',
              ),
          formatList(names),
        ),
  ]);
}

import * as vscode from 'vscode';
import type { Question } from '../../ask/dialogs';
import { amountOf, copyLines, someOf } from '../../domain/runs/copyWords';
import { counted, filled, formatBytes, formatLines, formatParagraphs } from '../../domain/format';
import type { CopyPlan } from '../../domain/runs/tree';

/** What the question about a copy names. */
export interface CopyEnds {
  /** The machine, as a person calls it. */
  name: string;
  from: string;
  to: string;
  /** Free space where the files go, in bytes, if it is known. */
  freeBytes?: number | undefined;
}

/** Asks about a copy, with what goes, what is replaced and what is left out. */
export function copyQuestion(plan: CopyPlan, direction: 'to' | 'from', ends: CopyEnds): Question {
  const { name, from, to, freeBytes } = ends;
  const [amount, replaces] = [amountOf(plan), plan.replaced.length > 0];
  const free = freeBytes === undefined ? '' : vscode.l10n.t('{0} free there.', formatBytes(freeBytes));
  return {
    message:
      direction === 'to'
        ? filled(vscode.l10n.t('Copy {0} to {1}?'), amount, name)
        : filled(vscode.l10n.t('Copy {0} from {1}?'), amount, name),
    detail: formatParagraphs(
      formatLines(vscode.l10n.t('From {0}', from), vscode.l10n.t('To {0}', to), free),
      copyLines(plan).join('\n'),
    ),
    yes: replaces ? vscode.l10n.t('Copy and Replace') : vscode.l10n.t('Copy'),
    warns: replaces,
  };
}

/** Asks about files of a machine that were changed there later than here, or may have been, and would be replaced for a run. */
export const replaceQuestion = (name: string, paths: readonly string[]): Question => ({
  message: counted(
    paths.length,
    vscode.l10n.t(
      'Replace {0} file on {1} that may be newer than here?|Replace {0} files on {1} that may be newer than here?',
    ),
    name,
  ),
  detail: formatParagraphs(
    someOf(paths),
    vscode.l10n.t(
      'The run needs the files of this computer. To keep those of the instance, cancel and copy them from there.',
    ),
  ),
  yes: vscode.l10n.t('Replace'),
  warns: true,
});

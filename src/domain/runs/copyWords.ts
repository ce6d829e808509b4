import * as l10n from '@vscode/l10n';
import { counted, formatBytes, formatList, formatSpan } from '../format';
import type { CopyPlan, LeftOut, LeftOutReason, TreeEntry } from './tree';

/** How many names stand in a line before the rest is counted. */
const namesShown = 4;

/** Files and links, which a person counts; folders come with them. */
export const filesOf = (entries: readonly TreeEntry[]): readonly TreeEntry[] =>
  entries.filter(({ kind }) => kind !== 'folder');

/** "214 files (22 MB)" */
export function amountOf({ added, replaced, bytes }: CopyPlan): string {
  const count = filesOf(added).length + replaced.length;
  return counted(count, l10n.t('{0} file ({1})|{0} files ({1})'), formatBytes(bytes));
}

/** What to know before a copy: a line each. */
export function copyLines(plan: CopyPlan): string[] {
  const { replaced, unchanged, leftOut } = plan;
  return [
    replaced.length === 0
      ? ''
      : counted(
          replaced.length,
          l10n.t('Replaces {0} file that differs: {1}.|Replaces {0} files that differ: {1}.'),
          someOf(replaced.map(({ path }) => path)),
        ),
    unchanged === 0
      ? ''
      : counted(unchanged, l10n.t('{0} file is already there.|{0} files are already there.')),
    ...leftOutLines(leftOut),
  ].filter(Boolean);
}

/** What isn't copied: a line for each reason. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const byReason = Map.groupBy(leftOut, ({ why }) => why);
  return [...byReason].map(([why, all]) =>
    l10n.t('Left out, {0}: {1}.', reasonFor(why), someOf(all.map(({ path }) => path || '.'))),
  );
}

function reasonFor(why: LeftOutReason): string {
  switch (why) {
    case 'ignored':
      return l10n.t('named in .gitignore or .gpuignore');
    case 'repository':
      return l10n.t('files of Git itself');
    case 'environment':
      return l10n.t('virtual environments, which work only where they were made');
    case 'linkOutside':
      return l10n.t('links that lead out of the folder');
    case 'special':
      return l10n.t('neither files nor folders');
    case 'unreadable':
      return l10n.t('not readable');
    case 'notText':
      return l10n.t('names that aren’t valid text');
    case 'nameHere':
      return l10n.t('names that this computer can’t hold');
    case 'sameName':
      return l10n.t('names that are the same on this computer');
    case 'linksHere':
      return l10n.t('links, which this computer can’t make');
    case 'otherKind':
      return l10n.t('a folder, file or link of that name is in the way');
  }
}

/** "a, b, c and 12 more" */
export function someOf(names: readonly string[]): string {
  const more = names.length - namesShown;
  if (more <= 0) return formatList(names);
  return counted(more, l10n.t('{1} and {0} more|{1} and {0} more'), formatList(names.slice(0, namesShown)));
}

/** Measures how fast a copy is: the last seconds count, so that a break shows. */
export class CopySpeed {
  readonly #marks: { at: number; bytes: number }[] = [];

  /**
   * "4.2 of 22 MB · 3.1 MB/s · 6 seconds left"
   *
   * @param at milliseconds of a clock that nobody sets
   */
  words(at: number, bytes: number, total: number): string {
    this.#marks.push({ at, bytes });
    while (this.#marks.length > 2 && at - (this.#marks[0]?.at ?? at) > window) this.#marks.shift();
    const done = l10n.t('{0} of {1}', formatBytes(bytes), formatBytes(total));
    const [first] = this.#marks;
    const rate = first && at > first.at ? ((bytes - first.bytes) / (at - first.at)) * 1000 : 0;
    if (rate <= 0 || bytes >= total) return done;
    const left = (total - bytes) / rate;
    const time =
      left < 90 ? formatSpan(Math.ceil(left), 'second') : formatSpan(Math.ceil(left / 60), 'minute');
    return [done, l10n.t('{0} a second', formatBytes(rate)), l10n.t('{0} left', time)].join(' · ');
  }
}

/** Milliseconds over which the speed is measured. */
const window = 5000;

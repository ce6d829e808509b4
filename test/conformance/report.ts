import type { Outcome } from './player';
import type { Row } from './row';

export interface Result {
  row: Row;
  outcome: Outcome;
}

const titles = { failed: 'FAILED', otherwise: 'otherwise than chosen' } as const;

/** Counts by group, then what failed and why, then what was skipped and why. */
export function reportOf(results: readonly Result[]): string {
  const groups = [...new Set(results.map(({ row }) => row.group))];
  const lines = groups.map((group) =>
    countsOf(
      group,
      results.filter(({ row }) => row.group === group),
    ),
  );
  const failures = results.flatMap(({ row, outcome }) =>
    'problems' in outcome
      ? [
          `${titles[outcome.kind]} ${row.group}: ${row.says}`,
          ...outcome.problems.map((text) => `       ${text}`),
        ]
      : [],
  );
  const reasons = results.flatMap(({ outcome }) => (outcome.kind === 'skipped' ? [outcome.reason] : []));
  const skips = [...new Set(reasons)].map(
    (reason) => `skipped ${reasons.filter((one) => one === reason).length}: ${reason}`,
  );
  return [...lines, countsOf('All', results), ...failures, ...skips].join('\n');
}

function countsOf(name: string, results: readonly Result[]): string {
  const count = (kind: Outcome['kind']): number =>
    results.filter(({ outcome }) => outcome.kind === kind).length;
  const choices = results.filter(({ row }) => row.choice !== undefined).length;
  const otherwise = count('otherwise') === 0 ? '' : `, ${count('otherwise')} otherwise than chosen`;
  const counts = `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped${otherwise}`;
  return `${name.padEnd(40)} ${String(results.length).padStart(4)} rows: ${counts}; ${choices} of them choices`;
}

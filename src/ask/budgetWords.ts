import * as vscode from 'vscode';
import type { PassedLimit } from '../domain/money/budget';
import { formatSum } from '../domain/money/cost';
import { shortTime, timeWords } from './timeWords';

/** What becomes of a limit, for a question about money. @param now milliseconds since the epoch */
export function limitWords(limit: PassedLimit, now: number): string {
  const earlier = vscode.l10n.t('Not all costs are known, so it may be earlier.');
  const words = limit.of === 'instance' ? ofInstance(limit, now) : ofDay(limit, now);
  const isLater = limit.at !== undefined && limit.at > now;
  return limit.isLeast && isLater ? `${words} ${earlier}` : words;
}

function ofDay({ of, limit, at, spent, spentThen }: PassedLimit, now: number): string {
  const [budget, then, more] = [formatSum(limit), formatSum(spentThen), formatSum(spentThen - limit)];
  if (at === undefined)
    return vscode.l10n.t(
      'Can’t tell whether this stays within today’s budget of {0}, because not all costs are known. Today has cost at least {1} so far.',
      budget,
      formatSum(spent),
    );
  if (of === 'tomorrow')
    return vscode.l10n.t(
      'With this, tomorrow’s budget of {0} is reached at {1}. At this rate, tomorrow will cost {2}, {3} over budget.',
      budget,
      shortTime(at, at),
      then,
      more,
    );
  return at <= now
    ? vscode.l10n.t(
        'Today’s budget of {0} is already reached. With this, today will cost {1} at this rate, {2} over budget.',
        budget,
        then,
        more,
      )
    : vscode.l10n.t(
        'With this, today’s budget of {0} is reached at {1}. At this rate, today will cost {2}, {3} over budget.',
        budget,
        shortTime(at, now),
        then,
        more,
      );
}

function ofInstance({ limit, at, spent }: PassedLimit, now: number): string {
  const budget = formatSum(limit);
  if (at === undefined)
    return vscode.l10n.t(
      'Can’t tell when this reaches the budget of {0} per instance, because not all costs are known.',
      budget,
    );
  return at <= now
    ? vscode.l10n.t(
        'The budget of {0} per instance is already reached: this one has cost {1}.',
        budget,
        formatSum(spent),
      )
    : vscode.l10n.t('The budget of {0} per instance is reached at {1}.', budget, timeWords(at, now));
}

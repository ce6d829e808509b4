import * as vscode from 'vscode';
import {
  type HourlyCost,
  hourlyCost,
  type Rate,
  rateFrom,
  sumOfCosts,
  sumOfRates,
} from '../../domain/money/cost';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { nameOf } from './eachInstance';
import { formatList } from '../../domain/format';

/** The names of several instances, one per line; empty for a single one, which is in the question. */
export const namesOf = (services: Pick<Services, 'instances'>, ids: readonly number[]): string =>
  ids.length === 1 ? '' : ids.map((id) => nameOf(services, id)).join('\n');

/** The total cost of several instances in dollars per hour; a member is missing if it is unknown for one of them. */
export const costOf = (services: Pick<Services, 'instances'>, ids: readonly number[]): HourlyCost =>
  sumOfCosts(
    ids.map((id) => {
      const instance = services.instances.get(id);
      return instance ? hourlyCost(instance) : {};
    }),
  );

/** What several instances cost now. */
export const costNow = (services: Pick<Services, 'instances'>, ids: readonly number[]): Rate =>
  sumOfRates(
    ids.map((id) => {
      const instance = services.instances.get(id);
      return instance ? hourlyCost(instance).now : rateFrom(undefined);
    }),
  );

/** Names the selected instances that a command skips because they don't support it; else empty. */
export function leftAsTheyAre(
  services: Pick<Services, 'instances'>,
  { instanceIds }: Call,
  ids: readonly number[],
): string {
  const left = instanceIds.filter((id) => !ids.includes(id)).map((id) => nameOf(services, id));
  if (left.length === 0) return '';
  return left.length === 1
    ? vscode.l10n.t('{0} isn’t changed.', left[0] ?? '')
    : vscode.l10n.t('These aren’t changed: {0}.', formatList(left));
}

/** Joins the non-empty parts of a dialog's text with blank lines. */
export const paragraphs = (...parts: readonly string[]): string => parts.filter(Boolean).join('\n\n');

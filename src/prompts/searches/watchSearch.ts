import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { showStatus } from '../../ask/notify';
import { formatPerHour } from '../../domain/money/cost';
import type { PanelQuery } from '../../domain/offers/filters/panelQuery';
import { longestName, searchWords } from '../../domain/offers/savedSearch';
import { positiveNumber } from '../../domain/typedNumber';
import { accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { ask } from '../steps';
import type { Services } from '../services';
import { formatSentences } from '../../domain/format';

export interface SearchToWatch {
  query: PanelQuery;
  /** The filters of the search in words if missing. */
  name?: string | undefined;
  /** What the cheapest offer costs now, in dollars per hour. */
  cheapest?: number | undefined;
}

/** The name of a watch whose search has none. */
export const watchName = (query: PanelQuery): string => plainText(searchWords(query), longestName);

/** Asks for a price, and watches a search. Resolves to the watch's id. @throws LocalError 'not_possible' if there are too many */
export async function watchSearch(
  { watches, accounts }: Pick<Services, 'accounts' | 'watches'>,
  { query, name = watchName(query), cheapest }: SearchToWatch,
): Promise<string | undefined> {
  const who = accountInUse(accounts);
  const step = await ask({
    title: vscode.l10n.t('Watch Offers'),
    prompt: formatSentences([
      `${plainText(name, longestName)}.`,
      cheapest === undefined ? '' : vscode.l10n.t('The cheapest now: {0}.', formatPerHour(cheapest)),
      vscode.l10n.t(
        'For a day, you’re notified when an offer costs at most this much per hour with {0} GB disk. Nothing is rented.',
        query.disk,
      ),
    ]),
    placeholder: vscode.l10n.t('Dollars per hour, such as 0.25'),
    validate: (text) => positiveNumber(text).problem,
  });
  const limit = step.kind === 'done' ? positiveNumber(step.value).value : undefined;
  if (limit === undefined) return undefined;
  mustBeInUse(accounts, who);
  const { id } = await (await watches.load()).begin(who.account.id, { name, query, limit });
  const text = vscode.l10n.t('Watching {0} for at most {1}', plainText(name, 60), formatPerHour(limit));
  showStatus('eye', text, 5000);
  return id;
}

import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { showStatus } from '../../ask/notify';
import type { PanelQuery } from '../../domain/offers/filters/panelQuery';
import { longestName, searchWords } from '../../domain/offers/savedSearch';
import { accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { ask } from '../steps';
import type { Services } from '../services';

/**
 * Saves a search under a name that the person types, and resolves to it. A search of the same name is replaced only with
 * consent. @throws LocalError 'not_possible' if there are too many
 */
export async function saveSearchAs(
  { searches, accounts, dialogs }: Pick<Services, 'accounts' | 'dialogs' | 'searches'>,
  query: PanelQuery,
): Promise<string | undefined> {
  const who = accountInUse(accounts);
  const taken = new Set((await searches.list(who.account.id)).map(({ name }) => name));
  const words = searchWords(query);
  const step = await ask({
    title: vscode.l10n.t('Save Search'),
    prompt: vscode.l10n.t('Search name. The filters are saved: {0}', words),
    value: plainText(words, longestName),
    validate: (text) => {
      if (text.trim() === '') return vscode.l10n.t('Enter a name.');
      return text.trim().length > longestName
        ? vscode.l10n.t('Enter at most {0} characters.', longestName)
        : undefined;
    },
  });
  if (step.kind !== 'done') return undefined;
  const name = step.value.trim();
  const shown = plainText(name, 60);
  const question = {
    message: vscode.l10n.t('Replace saved search {0}?', shown),
    detail: vscode.l10n.t('The filters saved under this name will be lost.'),
    yes: vscode.l10n.t('Replace'),
    warns: true,
  };
  if (taken.has(name) && !(await dialogs.confirm(question))) return undefined;
  mustBeInUse(accounts, who);
  await searches.save(who.account.id, { name, query });
  showStatus('check', vscode.l10n.t('Search {0} saved', shown), 5000);
  return name;
}

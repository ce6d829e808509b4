import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { showStatus } from '../../ask/notify';
import type { PanelQuery } from '../../domain/offers/filters/panelQuery';
import { longestName, searchWords, type SavedSearch } from '../../domain/offers/savedSearch';
import type { Services } from '../services';
import { askText, pickOne } from '../steps';
import { accountInUse, mustBeInUse } from '../../stores/account/accountInUse';

/**
 * Saves a search under a name that the person types, and resolves to it. A search of the same name is replaced only with
 * consent. @throws LocalError 'not_possible' if there are too many
 */
export async function saveSearchAs(
  { searches, accounts, dialogs }: Pick<Services, 'accounts' | 'dialogs' | 'searches'>,
  query: PanelQuery,
): Promise<string | undefined> {
  const who = accountInUse(accounts);
  const words = searchWords(query);
  const typed = await askText({
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
  if (typed === undefined) return undefined;
  const name = typed.trim();
  const shown = plainText(name, 60);
  const question = {
    message: vscode.l10n.t('Replace saved search {0}?', shown),
    detail: vscode.l10n.t('The filters saved under this name will be lost.'),
    yes: vscode.l10n.t('Replace'),
    warns: true,
  };
  // Another window may have saved it while the name was typed.
  const replaced = (await searches.list(who.account.id)).some((one) => one.name === name);
  if (replaced && !(await dialogs.confirm(question))) return undefined;
  mustBeInUse(accounts, who);
  await searches.save(who.account.id, { name, query });
  showStatus('check', vscode.l10n.t('Search {0} saved', shown), 5000);
  return name;
}

type SearchServices = Pick<Services, 'accounts' | 'searches'>;
type Row = vscode.QuickPickItem & { search: SavedSearch };

/**
 * One of the saved searches of the account in use. @param first further rows, on top
 * @throws LocalError 'nothing_yet' if there is nothing to pick
 */
export async function pickSearch(
  { accounts, searches }: SearchServices,
  title: string,
  first: readonly Row[] = [],
): Promise<SavedSearch | undefined> {
  const saved = await searches.list(accountInUse(accounts).account.id);
  if (saved.length + first.length === 0)
    throw new LocalError('nothing_yet', vscode.l10n.t('You have no saved searches.'));
  const rows = saved.map((search): Row => ({
    search,
    label: `$(bookmark) ${plainText(search.name, 60)}`,
    description: plainText(searchWords(search.query)),
  }));
  const picked = await pickOne<Row>([...first, ...rows], {
    title,
    placeholder: vscode.l10n.t('Select a search'),
  });
  return picked?.search;
}

/** @throws LocalError 'not_found' */
export async function searchNamed(
  { accounts, searches }: SearchServices,
  name: string,
): Promise<SavedSearch> {
  const saved = await searches.list(accountInUse(accounts).account.id);
  const found = saved.find((one) => one.name === name);
  if (found) return found;
  throw new LocalError(
    'not_found',
    vscode.l10n.t('There is no saved search named {0}.', plainText(name, 60)),
  );
}

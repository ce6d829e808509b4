import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { type SavedSearch, searchWords } from '../../domain/offers/savedSearch';
import { accountInUse } from '../../stores/account/accountInUse';
import { pick } from '../steps';
import type { Services } from '../services';

type SearchServices = Pick<Services, 'accounts' | 'searches'>;
type Row = vscode.QuickPickItem & { search: SavedSearch };

/**
 * One of the saved searches of the account in use. @param first further rows, on top
 * @throws LocalError 'nothing_suits' if there is nothing to pick
 */
export async function pickSearch(
  { accounts, searches }: SearchServices,
  title: string,
  first: readonly Row[] = [],
): Promise<SavedSearch | undefined> {
  const saved = await searches.list(accountInUse(accounts).account.id);
  if (saved.length + first.length === 0)
    throw new LocalError('nothing_suits', vscode.l10n.t('You have no saved searches.'));
  const rows = saved.map((search): Row => ({
    search,
    label: `$(bookmark) ${plainText(search.name, 60)}`,
    description: plainText(searchWords(search.query)),
  }));
  const step = await pick<Row>([...first, ...rows], {
    title,
    placeholder: vscode.l10n.t('Select a search'),
  });
  return step.kind === 'done' ? step.value.item?.search : undefined;
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

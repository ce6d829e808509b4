import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { SavedSearch } from '../../domain/offers/savedSearch';
import { pickSearch, searchNamed } from '../../prompts/searches/pickSearch';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** Opens the offers panel with a saved search: `{name}`. */
export async function openSavedSearch(
  services: Pick<Services, 'accounts' | 'offersPanel' | 'searches'>,
  call: Call,
): Promise<SavedSearch | undefined> {
  const name = read(call.arguments, 'name', z.optional(z.string()));
  const search =
    name === undefined
      ? await pickSearch(services, vscode.l10n.t('Open Saved Search'))
      : await searchNamed(services, name);
  if (search) await services.offersPanel.show({ bid: undefined, ...search.query });
  return search;
}

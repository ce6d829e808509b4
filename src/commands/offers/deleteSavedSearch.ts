import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { plainText } from '../../api/plainText';
import { confirmFor } from '../../ask/confirmFor';
import { accountInUse } from '../../stores/account/accountInUse';
import { pickSearch, searchNamed } from '../../prompts/searches/pickSearch';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** Deletes a saved search: `{name, confirmed}`. What is watched goes on. */
export async function deleteSavedSearch(
  services: Pick<Services, 'accounts' | 'dialogs' | 'searches'>,
  call: Call,
): Promise<{ name: string } | undefined> {
  const who = accountInUse(services.accounts);
  const given = read(call.arguments, 'name', z.optional(z.string()));
  const search =
    given === undefined
      ? await pickSearch(services, vscode.l10n.t('Delete Saved Search'))
      : await searchNamed(services, given);
  if (!search) return undefined;
  const { name } = search;
  const question = {
    message: vscode.l10n.t('Delete saved search {0}?', plainText(name, 60)),
    yes: vscode.l10n.t('Delete'),
    warns: true,
  };
  if (!call.confirmed && !(await confirmFor(services, who, question))) return undefined;
  await services.searches.forget(who.account.id, name);
  return { name };
}

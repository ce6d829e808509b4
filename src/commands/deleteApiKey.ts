import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { plainText } from '../api/plainText';
import { signedIn } from '../stores/signedIn';
import { pick } from '../views/wizard/steps';
import { type Call, read } from './call';
import { keyRow, readKeys } from './listApiKeys';
import type { Services } from './services';

/** Deletes an API key: it stops working at once, wherever it is used. */
export async function deleteApiKey(services: Services, call: Call): Promise<{ id: number } | undefined> {
  const id = read(call.arguments, 'id', z.optional(z.int())) ?? (await pickKey(services));
  if (id === undefined) return undefined;
  const name = plainText(read(call.arguments, 'name', z.optional(z.string())) ?? '', 60);
  const agreed =
    call.confirmed ||
    (await services.dialogs.confirm({
      message: name
        ? vscode.l10n.t('Delete the API key “{0}”?', name)
        : vscode.l10n.t('Delete API key {0}?', id),
      detail: vscode.l10n.t(
        'Everything that uses it fails from then on. If it is the key you are signed in with here, you have to sign in again.',
      ),
      yes: vscode.l10n.t('Delete'),
    }));
  if (!agreed) return undefined;
  await signedIn(services.accounts).apiKeys.delete(id);
  if (call.interactive) void vscode.window.showInformationMessage(vscode.l10n.t('The API key was deleted.'));
  return { id };
}

async function pickKey(services: Services): Promise<number | undefined> {
  const step = await pick(
    readKeys(services).then((keys) => keys.map(keyRow)),
    {
      title: vscode.l10n.t('Delete API Key'),
      placeholder: vscode.l10n.t('The key to delete'),
      waiting: vscode.l10n.t('Asking for your keys…'),
    },
  );
  return step.kind === 'done' ? step.value.item?.key.id : undefined;
}

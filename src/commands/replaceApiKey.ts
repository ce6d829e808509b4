import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import { ask } from '../views/wizard/steps';
import { type Call, read } from './call';
import type { Services } from './services';

/** Takes another API key of the same account in place of the stored one, once the service has accepted it. */
export async function replaceApiKey(
  services: Services,
  call: Call,
): Promise<{ accountId: string; kept: boolean } | undefined> {
  const { accounts, createClient } = services;
  const account = accounts.active;
  if (!account) throw new ApiError('unauthorized', vscode.l10n.t('You are not signed in.'));
  const apiKey = (read(call.arguments, 'apiKey', z.optional(z.string())) ?? (await askForKey()))?.trim();
  if (!apiKey) return undefined;
  const user = await createClient(account.baseUrl, apiKey).currentUser();
  if (user.id !== account.userId)
    throw new ApiError(
      'invalid_request',
      vscode.l10n.t('This key belongs to another account. Sign in with it instead.'),
    );
  const kept = await accounts.replaceKey(account.id, apiKey);
  if (call.interactive)
    void vscode.window.showInformationMessage(
      kept
        ? vscode.l10n.t('The new key is in use.')
        : vscode.l10n.t(
            'The new key is in use, but this system’s keyring did not take it: it lasts until this window closes.',
          ),
    );
  return { accountId: account.id, kept };
}

async function askForKey(): Promise<string | undefined> {
  const step = await ask({
    title: vscode.l10n.t('Replace API Key'),
    prompt: vscode.l10n.t(
      'Another API key of the same account; the stored one is forgotten here, not deleted',
    ),
    password: true,
  });
  return step.kind === 'done' ? step.value : undefined;
}

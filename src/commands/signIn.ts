import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { parseBaseUrl } from '../api/baseUrl';
import { describeError } from '../api/describeError';
import { isAborted } from '../api/errors';
import { settings } from '../stores/settings';
import { type Call, read } from './call';
import type { Services } from './services';

export interface SignedIn {
  accountId: string;
  userId: number;
  email?: string | undefined;
  baseUrl: string;
  /** False when the keyring refused the key, so that it lasts only as long as this window. */
  kept: boolean;
}

/** Takes an API key, proves it with the service and keeps it in the secret storage. */
export async function signIn(services: Services, call: Call): Promise<SignedIn | undefined> {
  const given = read(call.arguments, 'apiKey', z.optional(z.string()))?.trim();
  const baseUrl = parseBaseUrl(
    read(call.arguments, 'baseUrl', z.optional(z.string())) ?? settings.baseUrl,
  ).url;
  const result =
    given === undefined ? await askForKey(services, baseUrl) : await verify(services, baseUrl, given);
  if (!result) return undefined;
  if (!result.kept) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'This system’s keyring did not take the key. You stay signed in until this window closes.',
      ),
    );
  }
  return result;
}

/** Asks until a key is accepted or the person stops; a refused key stays in the box to be corrected. */
async function askForKey(services: Services, baseUrl: string): Promise<SignedIn | undefined> {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Sign In to GPU Rental');
  input.prompt = vscode.l10n.t('API key for {0}', new URL(baseUrl).host);
  input.placeholder = vscode.l10n.t('Paste the key; you create one in the service’s web console');
  input.password = true;
  input.ignoreFocusOut = true;
  const abort = new AbortController();
  return new Promise<SignedIn | undefined>((resolve) => {
    input.onDidHide(() => {
      abort.abort();
      resolve(undefined);
    });
    input.onDidChangeValue(() => {
      input.validationMessage = undefined;
    });
    input.onDidAccept(async () => {
      const apiKey = input.value.trim();
      if (apiKey === '' || input.busy) return;
      input.busy = true;
      try {
        resolve(await verify(services, baseUrl, apiKey, abort.signal));
      } catch (error) {
        if (!isAborted(error)) input.validationMessage = describeError(error).message;
      } finally {
        input.busy = false;
      }
    });
    input.show();
  }).finally(() => input.dispose());
}

async function verify(
  services: Services,
  baseUrl: string,
  apiKey: string,
  signal?: AbortSignal,
): Promise<SignedIn> {
  const user = await services.createClient(baseUrl, apiKey).currentUser(signal ? { signal } : {});
  const { account, kept } = await services.accounts.add(baseUrl, apiKey, user);
  return {
    accountId: account.id,
    userId: account.userId,
    email: account.email,
    baseUrl: account.baseUrl,
    kept,
  };
}

import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import type { Account } from '../stores/accountFiles';
import { ask } from '../views/wizard/steps';
import { twoFactorLogin } from '../views/wizard/twoFactorLogin';
import { type Call, read } from './call';
import {
  isSecondFactorDemand,
  proveSecondFactor,
  type Proved,
  readProof,
  tellLogin,
} from './logInWithTwoFactor';
import type { Services } from './services';

/** Takes another API key of the same account in place of the stored one, once the service has accepted it. */
export async function replaceApiKey(
  services: Services,
  call: Call,
): Promise<{ accountId: string; kept: boolean } | undefined> {
  const { accounts } = services;
  const account = accounts.active;
  if (!account) throw new ApiError('unauthorized', vscode.l10n.t('You are not signed in.'));
  const apiKey = (read(call.arguments, 'apiKey', z.optional(z.string())) ?? (await askForKey()))?.trim();
  if (!apiKey) return undefined;
  const owner = await ownerOf(services, account, apiKey, call);
  if (!owner) return undefined;
  const { id, proved } = owner;
  if (id !== account.userId)
    throw new ApiError(
      'invalid_request',
      vscode.l10n.t('This key belongs to another account. Sign in with it instead.'),
    );
  const keyKept = await accounts.replaceKey(account.id, apiKey);
  const sessionKept = proved ? await accounts.startSession(account.id, proved.sessionKey) : true;
  const kept = keyKept && sessionKept;
  if (call.interactive)
    void vscode.window.showInformationMessage(
      kept
        ? vscode.l10n.t('The new key is in use.')
        : vscode.l10n.t(
            'The new key is in use, but this system’s keyring did not take it: it lasts until this window closes.',
          ),
    );
  if (call.interactive && proved?.byBackupCode) void tellLogin(proved, true);
  return { accountId: account.id, kept };
}

/** Whose a key is. Where the service tells nothing to the key alone, the login with a second factor does. */
async function ownerOf(
  { createClient, users }: Services,
  account: Account,
  apiKey: string,
  call: Call,
): Promise<{ id: number; proved?: Proved } | undefined> {
  const client = createClient(account.baseUrl, apiKey);
  try {
    return { id: (await client.currentUser()).id };
  } catch (error) {
    const given = readProof(call);
    if (!isSecondFactorDemand(error) || (!call.interactive && !given)) throw error;
    const name = account.email ?? String(account.userId);
    const proved = await proveSecondFactor(client, given, () =>
      twoFactorLogin({ client, account: name, user: users.state.user, now: () => Date.now() }),
    );
    return proved && { id: proved.login.id, proved };
  }
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

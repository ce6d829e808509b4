import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { CancelledError } from '../../api/cancelled';
import { describeError } from '../../api/describeError';
import { showInfo, showWarning, withProgress } from '../../connect/notify';
import { accountName } from '../../domain/accountName';
import type { Account } from '../../stores/accountFiles';
import { ask } from '../../prompts/steps';
import { type Call, read } from '../call';
import { accountInUse } from '../../stores/accountInUse';
import { notifyLogin } from '../../prompts/account/secondFactor';
import { readProof } from './proofArguments';
import { putInUse } from '../../prompts/account/putInUse';
import type { Services } from '../services';

/** Replaces the stored API key with another one of the same account, once the service has accepted it. */
export async function replaceApiKey(
  services: Services,
  call: Call,
): Promise<{ accountId: string; kept: boolean } | undefined> {
  const { account } = accountInUse(services.accounts);
  const given = read(call.arguments, 'apiKey', z.optional(z.string()));
  const { interactive } = call;
  const replace = (apiKey: string) =>
    putInUse(services, account, { apiKey: apiKey.trim(), proof: readProof(call), interactive });
  const result = given === undefined ? await askUntilAccepted(account, replace) : await replace(given);
  if (!result) return undefined;
  const { kept, proved } = result;
  if (interactive) void notifyInUse(account, kept);
  if (interactive && proved?.byBackupCode) void notifyLogin(proved, true);
  return { accountId: account.id, kept };
}

/** A refused key comes back to its box, with the reason. */
async function askUntilAccepted<T>(
  account: Account,
  replace: (apiKey: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let refused: { key: string; problem: string } | undefined; ;) {
    const apiKey = await askForKey(account, refused);
    if (!apiKey?.trim()) return undefined;
    try {
      return await withProgress(
        { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Checking the key…') },
        () => replace(apiKey),
      );
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      refused = { key: apiKey, problem: describeError(error).message };
    }
  }
}

async function notifyInUse(account: Account, kept: boolean): Promise<void> {
  const name = accountName(account);
  if (kept) await showInfo(vscode.l10n.t('The new key is in use. You stay signed in as {0}.', name));
  else
    await showWarning(
      vscode.l10n.t(
        'The new key of {0} is in use, but it couldn’t be saved in this system’s keyring. It lasts until this window closes.',
        name,
      ),
    );
}

async function askForKey(
  account: Account,
  refused: { key: string; problem: string } | undefined,
): Promise<string | undefined> {
  const step = await ask({
    title: vscode.l10n.t('Replace API Key of {0}', accountName(account)),
    prompt: vscode.l10n.t(
      'Another API key of the same account. It’s checked first. The stored key is removed from this computer, not deleted',
    ),
    password: true,
    value: refused?.key ?? '',
    problem: refused?.problem,
  });
  return step.kind === 'done' ? step.value : undefined;
}

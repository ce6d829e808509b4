import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { CancelledError } from '../../api/cancelled';
import { describeError } from '../../api/describeError';
import type { Client } from '../../api/client';
import { showInfo, showWarning, withNotice } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import { formatChoice } from '../../domain/format';
import { keyInUse } from '../../domain/account/keyInUse';
import { categoriesOf, missingAbilities } from '../../domain/account/keyPermissions';
import { instead } from '../../log/log';
import type { Account } from '../../stores/account/accountFiles';
import { askText } from '../../prompts/steps';
import { type Call, read } from '../call';
import { accountInUse } from '../../stores/account/accountInUse';
import { notifyLogin } from '../../prompts/account/secondFactor';
import { readProof } from '../twoFactor/proofArguments';
import { putInUse } from '../../prompts/account/putInUse';
import type { Services } from '../../prompts/services';

/** Replaces the stored API key with another one of the same account, once the service has accepted it. */
export async function replaceApiKey(
  services: Services,
  call: Call,
): Promise<{ accountId: string; kept: boolean } | undefined> {
  const { account } = accountInUse(services.accounts);
  const given = read(call.arguments, 'apiKey', z.optional(z.string()));
  const { interactive } = call;
  const replace = (apiKey: string) =>
    putInUse(services, account, {
      apiKey: apiKey.trim(),
      proof: readProof(call),
      interactive,
      agree: (client) => mayReplace(services, call, account, { apiKey, client }),
    });
  const result = given === undefined ? await askUntilAccepted(account, replace) : await replace(given);
  if (!result) return undefined;
  const { kept, proved } = result;
  if (interactive) void notifyInUse(account, kept);
  if (interactive && proved?.byBackupCode) void notifyLogin(proved, true);
  return { accountId: account.id, kept };
}

/** A person who typed the key is only asked about one that can do less than the extension needs. */
async function mayReplace(
  { dialogs, log }: Pick<Services, 'dialogs' | 'log'>,
  call: Call,
  account: Account,
  { apiKey, client }: { apiKey: string; client: Client },
): Promise<boolean> {
  if (call.confirmed) return true;
  const why = 'the question then doesn’t say what the key can do';
  const keys = await client.apiKeys.list().catch(instead(log, why, []));
  const id = keyInUse(keys, { value: apiKey.trim() });
  const permissions =
    id === undefined ? undefined : categoriesOf(keys.find((key) => key.id === id)?.permissions);
  const missing = permissions && missingAbilities(permissions);
  const byPerson = call.interactive && call.arguments.apiKey === undefined;
  if (byPerson && !missing?.length) return true;
  return dialogs.confirm({
    message: vscode.l10n.t('Replace the API key of {0} that is in use here?', accountName(account)),
    detail:
      missing === undefined
        ? vscode.l10n.t(
            'It’s not known what the new key can do. With one that can only read, nothing can be stopped here any more.',
          )
        : missing.length === 0
          ? vscode.l10n.t('The new key can do all that GPU Rental needs.')
          : vscode.l10n.t('The new key can’t {0}.', formatChoice(missing)),
    yes: vscode.l10n.t('Replace Key'),
    warns: missing?.length !== 0,
  });
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
      return await withNotice(vscode.l10n.t('Checking the key…'), () => replace(apiKey));
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
  return askText({
    title: vscode.l10n.t('Replace API Key of {0}', accountName(account)),
    prompt: vscode.l10n.t(
      'Another API key of the same account. It’s checked first. The stored key is removed from this computer, not deleted',
    ),
    password: true,
    value: refused?.key ?? '',
    problem: refused?.problem,
  });
}

import * as vscode from 'vscode';
import { outcomeUnknown } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { saidOrUnknown } from '../../api/saidOrUnknown';
import { sayLate, showErrorMessage, showInfo } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import type { Account } from '../../stores/account/accountFiles';
import { handOverOnce } from '../../prompts/account/oneTimeValue';
import type { Call } from '../call';
import { keyName, readKeys } from '../../prompts/account/knownKeys';
import { accountInUse } from '../../stores/account/accountInUse';
import { isSecondFactorDemand } from '../../prompts/account/secondFactor';
import type { Services } from '../../prompts/services';
import { callCommand } from '../../commandNames';
import { instead } from '../../log/log';

/**
 * Resets the key that this account is signed in with and stores its new value. The old value stops working at once,
 * everywhere.
 */
export async function resetApiKey(
  services: Pick<Services, 'accounts' | 'dialogs' | 'features' | 'log'>,
  call: Call,
): Promise<{ accountId: string; kept: boolean } | undefined> {
  const { accounts, features, dialogs } = services;
  const { account } = accountInUse(services.accounts);
  const name = accountName(account);
  const agreed =
    call.confirmed ||
    (await dialogs.confirm({
      message: vscode.l10n.t('Reset the API key of {0} that is in use here?', name),
      detail: [
        await sayLate(call.interactive && vscode.l10n.t('Checking the key…'), whichKey(services, account)),
        vscode.l10n.t(
          'The service creates a new value, which replaces the one stored here. The old value stops working immediately: update the scripts, machines and editors that use it.',
        ),
      ].join('\n'),
      yes: vscode.l10n.t('Reset Key'),
      warns: true,
    }));
  if (!agreed) return undefined;
  // With a session, the service would reset the session's key.
  const client = accounts.clientWithoutSession(account.id);
  const lost = vscode.l10n.t(
    'The service’s response was lost, and the key may have been reset. If this account is signed out, create a key in the web console.',
  );
  const resetting = features.use('apiKeys', () => saidOrUnknown(client.apiKeys.reset(), lost));
  const title = vscode.l10n.t('Resetting the key…');
  const reset = await sayLate(call.interactive && title, resetting).catch((error: unknown) => {
    if (!isSecondFactorDemand(error)) throw error;
    if (!call.interactive) throw new LocalError('not_possible', outOfReach(), { cause: error });
    void suggestAnother();
  });
  if (!reset) return undefined;
  const { key } = reset;
  const noted = accounts.notedKeyId(account.id);
  if (key === undefined)
    throw outcomeUnknown(
      vscode.l10n.t(
        'The key was reset, but the service didn’t return its new value. Create a key in the web console.',
      ),
    );
  // Before anything that could fail: the old one no longer works, and this one comes only once.
  const kept = await accounts.replaceKey(account.id, key, reset.id ?? noted).catch((error: unknown) => {
    void handOver(name, key, false);
    throw error;
  });
  if (call.interactive || !kept) void handOver(name, key, kept);
  return { accountId: account.id, kept };
}

/** The key's name, if it can be loaded within a moment. */
async function whichKey(
  services: Pick<Services, 'accounts' | 'features' | 'log'>,
  account: Account,
): Promise<string> {
  const patience = new Promise<[]>((resolve) => setTimeout(() => resolve([]), 1000));
  const read = readKeys(services, account);
  const known = read.catch(instead(services.log, 'the question then doesn’t name the key', []));
  const keys = await Promise.race([known, patience]);
  const key = keys.find(({ inUse }) => inUse);
  return key
    ? vscode.l10n.t('Key: “{0}”.', keyName(key))
    : vscode.l10n.t('It’s not known which of the account’s keys this is.');
}

/** The key alone is refused, and a session would reset its own key, so entering a second factor doesn't help here. */
function outOfReach(): string {
  return vscode.l10n.t(
    'The key wasn’t reset. This account requires a second factor, and with one the service would reset the session’s key instead. Create another key, use it here and delete the old one, or reset it in the web console.',
  );
}

async function suggestAnother(): Promise<void> {
  const create = vscode.l10n.t('Create API Key…');
  const console = vscode.l10n.t('Open Web Console');
  const pressed = await showErrorMessage(outOfReach(), create, console);
  if (pressed === create) await callCommand('createApiKey');
  if (pressed === console) await callCommand('openConsole');
}

/** The value comes only once: a person who needs it elsewhere, or whose keyring refused it, gets it now. */
async function handOver(name: string, key: string, kept: boolean): Promise<void> {
  const copy = vscode.l10n.t('Copy New Key');
  if (!kept) {
    await handOverOnce({
      message: vscode.l10n.t('The key of {0} was reset, but the new one couldn’t be saved', name),
      detail: vscode.l10n.t(
        'This system’s keyring refused it. It lasts until this window closes and won’t be shown again.',
      ),
      value: key,
      copy,
    });
    return;
  }
  const pressed = await showInfo(
    vscode.l10n.t(
      'The key was reset, and the new one is in use here for {0}. Copy it if you need it elsewhere.',
      name,
    ),
    copy,
  );
  if (pressed === copy) await vscode.env.clipboard.writeText(key);
}

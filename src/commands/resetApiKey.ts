import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import type { Call } from './call';
import { isSecondFactorDemand } from './logInWithTwoFactor';
import type { Services } from './services';

/**
 * Gives the key that this account is signed in with a new value, and keeps that one in its place. The old value stops
 * working at once, wherever else it is used.
 */
export async function resetApiKey(
  services: Services,
  call: Call,
): Promise<{ accountId: string; kept: boolean } | undefined> {
  const { accounts, features, dialogs } = services;
  const account = accounts.active;
  if (!account) throw new ApiError('unauthorized', vscode.l10n.t('You are not signed in.'));
  const agreed =
    call.confirmed ||
    (await dialogs.confirm({
      message: vscode.l10n.t('Reset the API key of {0}?', account.email ?? account.userId),
      detail: vscode.l10n.t(
        'The service makes a new value, which is kept here in place of the old one. The old value stops working at once, with no overlap: scripts, other machines and other editors that use it have to be given the new one.',
      ),
      yes: vscode.l10n.t('Reset Key'),
    }));
  if (!agreed) return undefined;
  // With a session it would be the session's own key that gets the new value.
  const client = accounts.clientWithoutSession(account.id);
  const reset = await features
    .use('apiKeys', () => client.apiKeys.reset())
    .catch((error: unknown) => {
      if (!isSecondFactorDemand(error)) throw error;
      if (!call.interactive) throw new ApiError('method_not_allowed', outOfReach(), { cause: error });
      void suggestAnother();
    });
  if (!reset) return undefined;
  const { key } = reset;
  if (key === undefined)
    throw new ApiError(
      'invalid_response',
      vscode.l10n.t(
        'The key was reset, but the service did not show its new value. Create a key in the web console.',
      ),
    );
  const kept = await accounts.replaceKey(account.id, key).catch((error: unknown) => {
    // The old one is dead, and this one comes only once.
    void handOver(key, false);
    throw error;
  });
  if (call.interactive || !kept) void handOver(key, kept);
  return { accountId: account.id, kept };
}

/** The key alone is refused, and a session would reset its own: entering a second factor does not help here. */
function outOfReach(): string {
  return vscode.l10n.t(
    'The key was not reset: the service wants a second factor for this account, and would then reset the session’s key instead. Create another key, use it here and delete the old one, or reset it in the web console.',
  );
}

async function suggestAnother(): Promise<void> {
  const create = vscode.l10n.t('Create API Key…');
  const console = vscode.l10n.t('Open Web Console');
  const pressed = await vscode.window.showErrorMessage(outOfReach(), create, console);
  if (pressed === create) await vscode.commands.executeCommand('gpuRental.createApiKey');
  if (pressed === console) await vscode.commands.executeCommand('gpuRental.openConsole');
}

/** The value comes this once: whoever needs it elsewhere, or whose keyring refused it, gets it now. */
async function handOver(key: string, kept: boolean): Promise<void> {
  const copy = vscode.l10n.t('Copy New Key');
  const pressed = kept
    ? await vscode.window.showInformationMessage(
        vscode.l10n.t(
          'The key was reset, and the new one is in use here. Copy it if something else needs it.',
        ),
        copy,
      )
    : await vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The key was reset, but this system’s keyring did not take the new one: it lasts until this window closes. Copy it now.',
        ),
        copy,
      );
  if (pressed === copy) await vscode.env.clipboard.writeText(key);
}

import * as vscode from 'vscode';
import { withProgress } from '../../ask/notify';
import type { PublicKey } from '../../ssh/keys/publicKey';
import type { AccountInUse } from '../../stores/account/accountInUse';

/** Registers a key with an account and shows progress, because these calls are seconds apart. */
export async function sendKey({ client }: AccountInUse, { text }: PublicKey): Promise<void> {
  await withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Registering the SSH key…') },
    () => client.sshKeys.register(text),
  );
}

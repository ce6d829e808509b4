import * as vscode from 'vscode';
import { confirmFor } from '../../ask/confirmFor';
import { accountName } from '../../domain/account/accountName';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Call, isAgreed } from '../call';
import type { Services } from '../../prompts/services';

/** Forgets the session key of the account in use, so that calls use its API key again. The service isn't notified. */
export async function endTwoFactorSession(
  services: Pick<Services, 'accounts' | 'dialogs' | 'users'>,
  call: Call,
): Promise<{ accountId: string } | undefined> {
  const { accounts, users } = services;
  if (!accounts.active || !accounts.hasSession) return undefined;
  const who = accountInUse(accounts);
  const { account } = who;
  const agreed = await confirmFor(services, who, {
    confirmed: isAgreed(call),
    message: vscode.l10n.t('End the two-factor session of {0}?', accountName(account)),
    detail: vscode.l10n.t(
      'What needs a second factor is refused until you log in again. That can include scheduled stops.',
    ),
    yes: vscode.l10n.t('End Session'),
  });
  if (!agreed) return undefined;
  await accounts.endSession(account.id);
  users.wake();
  return { accountId: account.id };
}

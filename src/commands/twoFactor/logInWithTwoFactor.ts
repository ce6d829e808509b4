import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Account } from '../../stores/account/accountFiles';
import { type LoggedIn, twoFactorLogin } from '../../prompts/account/twoFactorLogin';
import { codesLeft, notifyLogin, proveSecondFactor } from '../../prompts/account/secondFactor';
import type { Call } from '../call';
import { readProof } from './proofArguments';
import type { Services } from '../../prompts/services';
import { ignore } from '../../log/log';

export interface TwoFactorSessionStarted {
  accountId: string;
  /** False if the keyring refused the session key, which then lasts only until this window closes. */
  kept: boolean;
  /** After a login with a backup code: how many are left. */
  backupCodesRemaining?: number;
}

/** Signs in with a second factor: calls then use the session key until the service ends it. */
export async function logInWithTwoFactor(
  services: Services,
  call: Call,
): Promise<TwoFactorSessionStarted | undefined> {
  const { accounts } = services;
  const account = accounts.active;
  if (!account) throw new LocalError('not_signed_in', vscode.l10n.t('You’re not signed in.'));
  const client = accounts.clientOf(account.id);
  const proved = await proveSecondFactor(client, readProof(call), () => ask(services, account));
  if (!proved) return undefined;
  const kept = await accounts.startSession(account.id, proved.sessionKey);
  services.users.wake();
  void services.instances.refresh().catch(ignore(services.log, 'the view shows it'));
  if (call.interactive || !kept) void notifyLogin(proved, kept);
  return { accountId: account.id, kept, ...codesLeft(proved) };
}

async function ask(
  { accounts, users, clock, log }: Pick<Services, 'accounts' | 'clock' | 'log' | 'users'>,
  account: Account,
): Promise<LoggedIn | undefined> {
  const client = accounts.clientOf(account.id);
  const why = 'the questions don’t need the account';
  const user = users.state.user ?? (await client.users.current().catch(ignore(log, why)));
  const name = account.email ?? String(account.userId);
  return twoFactorLogin({ client, account: name, user, now: () => clock.now() });
}

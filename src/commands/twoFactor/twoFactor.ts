import * as vscode from 'vscode';
import { LocalError, signedIn } from '../../api/localError';
import type { TwoFactorStatus } from '../../api/schemas/account/twoFactor';
import type { User } from '../../api/schemas/account/user';
import { confirmFor } from '../../ask/confirmFor';
import { sayLate } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import { omitUndefined } from '../../domain/omitUndefined';
import { ignore } from '../../log/log';
import { codesLeft, notifyLogin, proveSecondFactor } from '../../prompts/account/secondFactor';
import { type LoggedIn, twoFactorLogin } from '../../prompts/account/twoFactorLogin';
import type { Services } from '../../prompts/services';
import type { Account } from '../../stores/account/accountFiles';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Call, isAgreed } from '../call';
import { readProof } from './proofArguments';

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
  const loading = (): Promise<User | undefined> => client.users.current().catch(ignore(log, why));
  const user = users.state.user ?? (await sayLate(vscode.l10n.t('Loading account…'), loading()));
  const name = account.email ?? String(account.userId);
  return twoFactorLogin({ client, account: name, user, now: () => clock.now() });
}

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

/** Opens the panel for two-factor authentication. A program gets what is set up. */
export async function manageTwoFactor(
  { accounts, twoFactor }: Pick<Services, 'accounts' | 'twoFactor'>,
  call: Call,
): Promise<{ opened: true; status?: TwoFactorStatus }> {
  const client = signedIn(accounts);
  const status = call.interactive ? undefined : await client.twoFactor.status();
  await twoFactor.show();
  return { opened: true, ...omitUndefined({ status }) };
}

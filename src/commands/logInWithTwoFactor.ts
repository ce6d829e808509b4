import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Client } from '../api/client';
import { ApiError } from '../api/errors';
import type { LoginRequest } from '../api/endpoints/twoFactorRequests';
import type { Account } from '../stores/accountFiles';
import { type LoggedIn, twoFactorLogin } from '../views/wizard/twoFactorLogin';
import { type Call, read } from './call';
import type { Services } from './services';

export interface TwoFactorSessionStarted {
  accountId: string;
  /** False when the keyring refused the session key, so that it lasts only as long as this window. */
  kept: boolean;
  /** After a login by a backup code: how many are left. */
  backupCodesRemaining?: number;
}

/** Signs in with a second factor: from then on calls go with the session key, until the service ends it. */
export async function logInWithTwoFactor(
  services: Services,
  call: Call,
): Promise<TwoFactorSessionStarted | undefined> {
  const { accounts } = services;
  const account = accounts.active;
  if (!account) throw new ApiError('unauthorized', vscode.l10n.t('You are not signed in.'));
  const client = accounts.clientOf(account.id);
  const proved = await proveSecondFactor(client, readProof(call), () => ask(services, account));
  if (!proved) return undefined;
  const kept = await accounts.startSession(account.id, proved.sessionKey);
  services.users.wake();
  void services.instances.refresh().catch(() => undefined);
  if (call.interactive || !kept) void tellLogin(proved, kept);
  return { accountId: account.id, kept, ...codesLeft(proved) };
}

/** True when the key is right, but the service does nothing for it alone. */
export function isSecondFactorDemand(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'two_factor_required';
}

/** A login that the service has given a session. */
export interface Proved extends LoggedIn {
  /** Secret. */
  sessionKey: string;
}

/**
 * Takes a second factor: what a program gave or else what the person is asked for; undefined when they stopped.
 * @throws ApiError also when the service gave no session: calls with the key alone would be refused as before
 */
export async function proveSecondFactor(
  client: Client,
  given: LoginRequest | undefined,
  ask: () => Promise<LoggedIn | undefined>,
): Promise<Proved | undefined> {
  const loggedIn = given
    ? { login: await client.twoFactor.logIn(given), byBackupCode: given.backup_code !== undefined }
    : await ask();
  if (!loggedIn) return undefined;
  const { session_key: sessionKey } = loggedIn.login;
  if (sessionKey === undefined)
    throw new ApiError('refused', vscode.l10n.t('The service accepted the code but gave no session.'));
  return { ...loggedIn, sessionKey };
}

const proofArguments = z.object({
  code: z.optional(z.string()),
  backupCode: z.optional(z.string()),
  method: z.optional(z.enum(['sms', 'totp', 'email'])),
  methodId: z.optional(z.int()),
  secret: z.optional(z.string()),
  admin: z.optional(z.boolean()),
});

/** What a program gives, in the specification's terms; undefined when it leaves the proof to the person. */
export function readProof({ arguments: object }: Call): LoginRequest | undefined {
  const { code, backupCode, method, methodId, secret, admin } = read(
    { proof: object },
    'proof',
    proofArguments,
  );
  if (code === undefined && backupCode === undefined) return undefined;
  return {
    ...(backupCode === undefined ? {} : { backup_code: backupCode }),
    ...(code === undefined ? {} : { code, tfa_method: method ?? ('totp' as const) }),
    ...(methodId === undefined ? {} : { tfa_method_id: methodId }),
    ...(secret === undefined ? {} : { secret }),
    ...(admin === undefined ? {} : { admin }),
  };
}

async function ask({ accounts, users }: Services, account: Account): Promise<LoggedIn | undefined> {
  const client = accounts.clientOf(account.id);
  const user = users.state.user ?? (await client.currentUser().catch(() => undefined));
  const name = account.email ?? String(account.userId);
  return twoFactorLogin({ client, account: name, user, now: () => Date.now() });
}

/** The answer to a backup code names what is left only while any is (specification, POST tfa). */
export function codesLeft({ login, byBackupCode }: LoggedIn): { backupCodesRemaining?: number } {
  return byBackupCode ? { backupCodesRemaining: login.backup_codes_remaining ?? 0 } : {};
}

/** Says what the person has to know of a login. @param kept false when the keyring refused the session key */
export async function tellLogin(loggedIn: LoggedIn, kept: boolean): Promise<void> {
  const { backupCodesRemaining: left } = codesLeft(loggedIn);
  const isLegacy = loggedIn.login.legacy_tfa_user === true;
  const message = [
    vscode.l10n.t('Signed in with a second factor.'),
    left === 0 ? vscode.l10n.t('That was your last backup code. Make new ones before you need one.') : '',
    left !== undefined && left > 0 ? vscode.l10n.t('Backup codes left: {0}.', left) : '',
    isLegacy
      ? vscode.l10n.t('This account has it in an older form: make new backup codes once to renew it.')
      : '',
    kept
      ? ''
      : vscode.l10n.t(
          'This system’s keyring did not take the session’s key: the session lasts until this window closes.',
        ),
  ]
    .filter(Boolean)
    .join(' ');
  const manage = vscode.l10n.t('Manage Two-Factor Authentication');
  const buttons = left === 0 || isLegacy ? [manage] : [];
  const pressed =
    left === 0 || !kept
      ? await vscode.window.showWarningMessage(message, ...buttons)
      : await vscode.window.showInformationMessage(message, ...buttons);
  if (pressed === manage) await vscode.commands.executeCommand('gpuRental.manageTwoFactor');
}

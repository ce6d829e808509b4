import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import type { LoginRequest } from '../api/endpoints/twoFactorRequests';
import type { TwoFactorLogin } from '../api/schemas/twoFactor';
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
  const given = readProof(call);
  const loggedIn = given
    ? { login: await client.twoFactor.logIn(given), byBackupCode: given.backup_code !== undefined }
    : await ask(services, account);
  if (!loggedIn) return undefined;
  const { login } = loggedIn;
  if (login.session_key === undefined)
    throw new ApiError('refused', vscode.l10n.t('The service accepted the code but gave no session.'));
  const kept = await accounts.startSession(account.id, login.session_key);
  services.users.wake();
  void services.instances.refresh().catch(() => undefined);
  if (call.interactive) void say(loggedIn);
  return { accountId: account.id, kept, ...codesLeft(loggedIn) };
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
function codesLeft({ login, byBackupCode }: LoggedIn): { backupCodesRemaining?: number } {
  return byBackupCode ? { backupCodesRemaining: login.backup_codes_remaining ?? 0 } : {};
}

async function say(loggedIn: LoggedIn): Promise<void> {
  const { backupCodesRemaining: left } = codesLeft(loggedIn);
  const manage = vscode.l10n.t('Manage Two-Factor Authentication');
  const pressed =
    left === 0
      ? await vscode.window.showWarningMessage(
          vscode.l10n.t('That was your last backup code. Make new ones before you need one.'),
          manage,
        )
      : left !== undefined
        ? await vscode.window.showInformationMessage(
            vscode.l10n.t('Signed in with a second factor. Backup codes left: {0}.', left),
          )
        : await vscode.window.showInformationMessage(
            signedInWords(loggedIn.login),
            ...legacy(loggedIn, manage),
          );
  if (pressed === manage) await vscode.commands.executeCommand('gpuRental.manageTwoFactor');
}

function signedInWords({ legacy_tfa_user }: TwoFactorLogin): string {
  return legacy_tfa_user
    ? vscode.l10n.t(
        'Signed in with a second factor. This account has it in an older form: make new backup codes once to renew it.',
      )
    : vscode.l10n.t('Signed in with a second factor.');
}

function legacy({ login }: LoggedIn, button: string): string[] {
  return login.legacy_tfa_user ? [button] : [];
}

import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { parseBaseUrl } from '../../api/baseUrl';
import { describeError } from '../../api/describeError';
import type { LoginRequest } from '../../api/endpoints/account/twoFactorRequests';
import { CancelledError } from '../../api/cancelled';
import { showStatus, showWarning } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import type { Account } from '../../stores/account/accountFiles';
import { settings } from '../../stores/settings';
import { mustServe } from '../../prompts/account/putInUse';
import {
  codesLeft,
  isSecondFactorDemand,
  notifyLogin,
  proveSecondFactor,
} from '../../prompts/account/secondFactor';
import { twoFactorLogin } from '../../prompts/account/twoFactorLogin';
import { type Call, isAgreed, read } from '../call';
import { readProof } from '../twoFactor/proofArguments';
import type { Services } from '../../prompts/services';

export interface SignedIn {
  accountId: string;
  userId: number;
  email?: string | undefined;
  baseUrl: string;
  /** False if the keyring refused the key, which then lasts only until this window closes. */
  kept: boolean;
  /** After a login with a backup code: how many are left. */
  backupCodesRemaining?: number;
}

/** Takes an API key, checks it with the service and stores it in the secret storage. */
export async function signIn(
  services: Pick<Services, 'accounts' | 'clock' | 'createClient' | 'dialogs'>,
  call: Call,
): Promise<SignedIn | undefined> {
  const given = read(call.arguments, 'apiKey', z.optional(z.string()))?.trim();
  const baseUrl = parseBaseUrl(
    read(call.arguments, 'baseUrl', z.optional(z.string())) ?? settings.baseUrl,
  ).url;
  const proof = readProof(call);
  if (given !== undefined && !(await mayUse(services, call, baseUrl))) return undefined;
  const result =
    given === undefined
      ? await askForKey(services, baseUrl)
      : await verify(services, baseUrl, given, { proof });
  if (!result) return undefined;
  if (!result.kept)
    void showWarning(
      vscode.l10n.t(
        'The key couldn’t be saved in this system’s keyring. You stay signed in until this window closes.',
      ),
    );
  // Nothing else says so where the side bar shows something else.
  else if (call.interactive)
    showStatus('check', vscode.l10n.t('Signed in as {0}', accountName(result)), 5000);
  return result;
}

/** What is rented then, with its variables, goes to the account of a key that somebody else chose. */
async function mayUse({ dialogs }: Pick<Services, 'dialogs'>, call: Call, baseUrl: string): Promise<boolean> {
  if (isAgreed(call)) return true;
  const { host } = new URL(baseUrl);
  return dialogs.confirm({
    message: vscode.l10n.t('Sign in to {0} with an API key that isn’t from you?', host),
    detail: vscode.l10n.t(
      'The key’s account is then in use in all windows: you rent with it, and what you rent, with its variables, goes to {0}.',
      host,
    ),
    yes: vscode.l10n.t('Sign In'),
    warns: true,
  });
}

/** Asks until a key is accepted or the person stops. A refused key stays in the box to be corrected. */
async function askForKey(
  services: Pick<Services, 'accounts' | 'clock' | 'createClient'>,
  baseUrl: string,
): Promise<SignedIn | undefined> {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Sign In to GPU Rental');
  input.prompt = vscode.l10n.t('API key for {0}', new URL(baseUrl).host);
  input.placeholder = vscode.l10n.t('Paste an API key. You can create one in the web console');
  input.password = true;
  input.ignoreFocusOut = true;
  const abort = new AbortController();
  const answer = await new Promise<SignedIn | NeedsSecondFactor | undefined>((resolve) => {
    input.onDidHide(() => {
      abort.abort();
      resolve(undefined);
    });
    input.onDidChangeValue(() => {
      input.validationMessage = undefined;
    });
    input.onDidAccept(async () => {
      const apiKey = input.value.trim();
      if (apiKey === '' || input.busy) return;
      input.busy = true;
      try {
        resolve(await verify(services, baseUrl, apiKey, { signal: abort.signal }));
      } catch (error) {
        if (isSecondFactorDemand(error)) resolve({ secondFactorFor: apiKey });
        else if (!(error instanceof CancelledError)) input.validationMessage = describeError(error).message;
      } finally {
        input.busy = false;
      }
    });
    input.show();
  }).finally(() => input.dispose());
  return answer && 'secondFactorFor' in answer
    ? signInWithSecondFactor(services, baseUrl, answer.secondFactorFor)
    : answer;
}

/** The key is correct, but the service requires a second factor. */
interface NeedsSecondFactor {
  secondFactorFor: string;
}

/** The login returns the account (specification, POST tfa). */
async function signInWithSecondFactor(
  services: Pick<Services, 'accounts' | 'clock' | 'createClient'>,
  baseUrl: string,
  apiKey: string,
  proof?: LoginRequest,
): Promise<SignedIn | undefined> {
  const client = services.createClient(baseUrl, apiKey);
  const { host } = new URL(baseUrl);
  const proved = await proveSecondFactor(client, proof, () =>
    twoFactorLogin({ client, account: host, user: undefined, now: () => services.clock.now() }),
  );
  if (!proved) return undefined;
  if (replacesKey(services, baseUrl, proved.login.id, apiKey)) {
    client.useSession(proved.sessionKey);
    await mustServe(client);
  }
  const { account, kept } = await services.accounts.add(baseUrl, apiKey, proved.login, proved.sessionKey);
  // The notification about the API key already says that the keyring refused.
  if (!proof) void notifyLogin(proved, true);
  return { ...signedInAs(account, kept), ...codesLeft(proved) };
}

async function verify(
  services: Pick<Services, 'accounts' | 'clock' | 'createClient'>,
  baseUrl: string,
  apiKey: string,
  { signal, proof }: { signal?: AbortSignal; proof?: LoginRequest | undefined } = {},
): Promise<SignedIn | undefined> {
  try {
    const client = services.createClient(baseUrl, apiKey);
    const user = await client.users.current({ signal });
    if (replacesKey(services, baseUrl, user.id, apiKey)) await mustServe(client);
    if (signal?.aborted) return undefined;
    const { account, kept } = await services.accounts.add(baseUrl, apiKey, user);
    return signedInAs(account, kept);
  } catch (error) {
    if (!proof || !isSecondFactorDemand(error)) throw error;
    return signInWithSecondFactor(services, baseUrl, apiKey, proof);
  }
}

/** Whether another key of this account is stored, which may still work. */
function replacesKey(
  { accounts }: Pick<Services, 'accounts'>,
  baseUrl: string,
  userId: number,
  apiKey: string,
): boolean {
  const known = accounts.accounts.find((one) => one.baseUrl === baseUrl && one.userId === userId);
  return known !== undefined && !accounts.usesKey(known.id, apiKey);
}

function signedInAs({ id, userId, email, baseUrl }: Account, kept: boolean): SignedIn {
  return { accountId: id, userId, email, baseUrl, kept };
}

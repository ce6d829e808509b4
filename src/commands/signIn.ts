import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { parseBaseUrl } from '../api/baseUrl';
import { describeError } from '../api/describeError';
import type { LoginRequest } from '../api/endpoints/twoFactorRequests';
import { isAborted } from '../api/errors';
import type { Account } from '../stores/accountFiles';
import { settings } from '../stores/settings';
import { twoFactorLogin } from '../views/wizard/twoFactorLogin';
import { type Call, read } from './call';
import {
  codesLeft,
  isSecondFactorDemand,
  proveSecondFactor,
  readProof,
  tellLogin,
} from './logInWithTwoFactor';
import type { Services } from './services';

export interface SignedIn {
  accountId: string;
  userId: number;
  email?: string | undefined;
  baseUrl: string;
  /** False when the keyring refused the key, so that it lasts only as long as this window. */
  kept: boolean;
  /** After a login by a backup code: how many are left. */
  backupCodesRemaining?: number;
}

/** Takes an API key, proves it with the service and keeps it in the secret storage. */
export async function signIn(services: Services, call: Call): Promise<SignedIn | undefined> {
  const given = read(call.arguments, 'apiKey', z.optional(z.string()))?.trim();
  const baseUrl = parseBaseUrl(
    read(call.arguments, 'baseUrl', z.optional(z.string())) ?? settings.baseUrl,
  ).url;
  const proof = readProof(call);
  const result =
    given === undefined
      ? await askForKey(services, baseUrl)
      : await verify(services, baseUrl, given, { proof });
  if (!result) return undefined;
  if (!result.kept) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'This system’s keyring did not take the key. You stay signed in until this window closes.',
      ),
    );
  }
  return result;
}

/** Asks until a key is accepted or the person stops; a refused key stays in the box to be corrected. */
async function askForKey(services: Services, baseUrl: string): Promise<SignedIn | undefined> {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Sign In to GPU Rental');
  input.prompt = vscode.l10n.t('API key for {0}', new URL(baseUrl).host);
  input.placeholder = vscode.l10n.t('Paste the key; you create one in the service’s web console');
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
        else if (!isAborted(error)) input.validationMessage = describeError(error).message;
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

/** The key is right, but the service tells nothing to it alone. */
interface NeedsSecondFactor {
  secondFactorFor: string;
}

/** The login itself tells who it is (specification, POST tfa). */
async function signInWithSecondFactor(
  services: Services,
  baseUrl: string,
  apiKey: string,
  proof?: LoginRequest,
): Promise<SignedIn | undefined> {
  const client = services.createClient(baseUrl, apiKey);
  const { host } = new URL(baseUrl);
  const proved = await proveSecondFactor(client, proof, () =>
    twoFactorLogin({ client, account: host, user: undefined, now: () => Date.now() }),
  );
  if (!proved) return undefined;
  const { account, kept } = await services.accounts.add(baseUrl, apiKey, proved.login, proved.sessionKey);
  // That the keyring refused is said of the key itself.
  if (!proof) void tellLogin(proved, true);
  return { ...signedInAs(account, kept), ...codesLeft(proved) };
}

async function verify(
  services: Services,
  baseUrl: string,
  apiKey: string,
  { signal, proof }: { signal?: AbortSignal; proof?: LoginRequest | undefined } = {},
): Promise<SignedIn | undefined> {
  try {
    const user = await services.createClient(baseUrl, apiKey).currentUser(signal ? { signal } : {});
    const { account, kept } = await services.accounts.add(baseUrl, apiKey, user);
    return signedInAs(account, kept);
  } catch (error) {
    if (!proof || !isSecondFactorDemand(error)) throw error;
    return signInWithSecondFactor(services, baseUrl, apiKey, proof);
  }
}

function signedInAs({ id, userId, email, baseUrl }: Account, kept: boolean): SignedIn {
  return { accountId: id, userId, email, baseUrl, kept };
}

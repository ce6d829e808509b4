import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { LocalError } from '../../api/localError';
import type { LoginRequest } from '../../api/endpoints/account/twoFactorRequests';
import type { Clock } from '../../clock';
import { omitUndefined } from '../../domain/omitUndefined';
import { accountName } from '../../domain/account/accountName';
import type { Account } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import type { UserStore } from '../../stores/account/userStore';
import { isSecondFactorDemand, proveSecondFactor, type Proved } from './secondFactor';
import { twoFactorLogin } from './twoFactorLogin';

interface KeyServices {
  accounts: AccountStore;
  users: UserStore;
  clock: Clock;
  createClient: (baseUrl: string, apiKey: string) => Client;
}

export interface NewKey {
  /** Secret. */
  apiKey: string;
  /** The service's id for it, if known. */
  keyId?: number | undefined;
  /** A second factor from a program. */
  proof?: LoginRequest | undefined;
  /** Whether to ask for a second factor. */
  interactive: boolean;
  /** Asks whether a key that was accepted is put in use. */
  agree?: (client: Client) => Promise<boolean>;
}

/**
 * Replaces an account's stored API key with another one, after checking that the service accepts it for what the
 * extension needs. Undefined if the person stopped; then, or if it rejects, the stored one stays.
 */
export async function putInUse(
  services: KeyServices,
  account: Account,
  key: NewKey,
): Promise<{ kept: boolean; proved?: Proved } | undefined> {
  const { accounts, createClient } = services;
  const client = createClient(account.baseUrl, key.apiKey);
  const owner = await ownerOf(services, client, account, key);
  if (!owner) return undefined;
  const { id, proved } = owner;
  if (id !== account.userId)
    throw new LocalError(
      'invalid_input',
      vscode.l10n.t(
        'This key belongs to a different account than {0}. Sign in with it instead.',
        accountName(account),
      ),
    );
  if (proved) client.useSession(proved.sessionKey);
  await mustServe(client);
  if (key.agree && !(await key.agree(client))) return undefined;
  const keyKept = await accounts.replaceKey(account.id, key.apiKey, key.keyId);
  const sessionKept = proved ? await accounts.startSession(account.id, proved.sessionKey) : true;
  return { kept: keyKept && sessionKept, ...omitUndefined({ proved }) };
}

/** Checks what a key must be able to do here: without the list of instances, costs would not be visible. */
export async function mustServe(client: Client): Promise<void> {
  await client.instances.list();
}

/** The owner of a key. If the service requires a second factor, the login returns the owner. */
async function ownerOf(
  { users, clock }: KeyServices,
  client: Client,
  account: Account,
  { proof, interactive }: NewKey,
): Promise<{ id: number; proved?: Proved } | undefined> {
  try {
    return { id: (await client.users.current()).id };
  } catch (error) {
    if (!isSecondFactorDemand(error) || (!interactive && !proof)) throw error;
    const name = accountName(account);
    const proved = await proveSecondFactor(client, proof, () =>
      twoFactorLogin({ client, account: name, user: users.state.user, now: () => clock.now() }),
    );
    return proved && { id: proved.login.id, proved };
  }
}

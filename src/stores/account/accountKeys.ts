import type { Client } from '../../api/client';
import { ApiError, isUnsupported } from '../../api/errors';
import type { CallOptions } from '../../api/http/requests';
import { type RegisteredKey, registeredKeys } from '../../ssh/keys/publicKey';

/** The public keys registered for an account. */
export interface AccountKeys {
  keys: readonly RegisteredKey[];
  /** Why the service doesn't list all of them to this account, if it doesn't. */
  refusal?: ApiError;
}

interface AskedClient {
  sshKeys: Pick<Client['sshKeys'], 'list'>;
  users: Pick<Client['users'], 'current'>;
}

/**
 * The listed keys of an account together with those that `users/current` names (`ssh_key`).
 * @throws ApiError if loading the list failed
 */
export async function accountKeys(client: AskedClient, options?: CallOptions): Promise<AccountKeys> {
  const list = client.sshKeys.list(options).then(
    (listed) => ({ listed }),
    (error: unknown) => {
      if (error instanceof ApiError && isUnsupported(error)) return { listed: [], refusal: error };
      throw error;
    },
  );
  // It only adds to the list: a key that may not read the account may still list keys.
  const named = client.users.current(options).then(
    ({ ssh_key: key }) => key,
    () => undefined,
  );
  const [{ listed, ...others }, own] = await Promise.all([list, named]);
  return { keys: registeredKeys(listed, own), ...others };
}

/** Whether one of these keys is registered. */
export function isRegistered(keys: readonly RegisteredKey[], text: string): boolean {
  return keys.some(({ key }) => key?.text === text);
}

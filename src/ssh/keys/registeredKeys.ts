import type { SshKey } from '../../api/schemas';
import { parsePublicKey, parsePublicKeys, type PublicKey } from './publicKey';

/** A public key that is registered for an account or an instance. */
export interface RegisteredKey {
  /** The id for removing it; undefined if the service returns none. */
  id?: number | undefined;
  /** Undefined if its text can't be read. */
  key?: PublicKey | undefined;
  /** Unix time in seconds. */
  createdAt?: number | undefined;
}

/** The keys of a list and those of the account itself (`ssh_key`, one per line), each once. */
export function registeredKeys(listed: readonly SshKey[], ofAccount = ''): RegisteredKey[] {
  const own = listed.map(({ id, key = '', created_at }) => ({
    id,
    key: parsePublicKey(key),
    createdAt: created_at,
  }));
  const others = parsePublicKeys(ofAccount).map((key) => ({ key }));
  const all: RegisteredKey[] = [...own, ...others];
  return all.filter(({ key }, index) => !key || all.findIndex((one) => one.key?.text === key.text) === index);
}

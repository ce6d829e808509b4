import * as z from 'zod/mini';
import { parseBaseUrl } from '../../api/baseUrl';
import type { Log } from '../../log/log';
import type { Account } from './accountFiles';
import type { Keyring } from './keyring';
import { jsonAs } from '../../files/jsonAs';

const secretSchema = z.object({
  origin: z.string(),
  apiKey: z.string(),
  /** The service's id of the key if it was created here. It lets a list of keys show which one is in use. */
  keyId: z.optional(z.int()),
  /** Sent instead of the API key after a login with a second factor, until the service no longer accepts it. */
  sessionKey: z.optional(z.string()),
});
type StoredSecret = z.infer<typeof secretSchema>;

/** The keys of an account. */
export type Secret = Omit<StoredSecret, 'origin'>;

const prefix = 'gpuRental.account.';

/** The keys of the accounts in the keyring, each bound to the origin that verified it. */
export class AccountSecrets {
  readonly #keyring: Keyring;
  readonly #log: Log;

  constructor(keyring: Keyring, log: Log) {
    this.#keyring = keyring;
    this.#log = log;
  }

  /** No secret if there is no valid one, or if the keyring `failed` to answer. */
  async look(account: Account): Promise<{ secret?: Secret | undefined; failed: boolean }> {
    const keyIn = (stored: string | undefined) => secretIn(stored, account)?.apiKey;
    // A session that another window ended doesn't make its key a newer one.
    const { value, failed } = await this.#keyring.look(
      prefix + account.id,
      (one, other) => keyIn(one) === keyIn(other),
    );
    const secret = failed ? undefined : secretIn(value, account);
    if (!secret && !failed) this.#log.debug('Without a valid secret, the account isn’t signed in.');
    return { secret, failed };
  }

  /** False if the keyring refused it; it then lasts only until this window closes. */
  store({ id, baseUrl }: Account, secret: Secret): Promise<boolean> {
    const { origin } = parseBaseUrl(baseUrl);
    return this.#keyring.store(prefix + id, JSON.stringify({ origin, ...secret }));
  }

  async delete(id: string): Promise<void> {
    await this.#keyring.delete(prefix + id);
  }
}

/** The keys in a stored text; undefined if it is damaged, or if another origin verified them. */
export function secretIn(
  stored: string | undefined,
  { baseUrl }: Pick<Account, 'baseUrl'>,
): Secret | undefined {
  const said = jsonAs(secretSchema, stored);
  if (!said) return undefined;
  const { origin, ...secret } = said;
  try {
    // A key is sent only to the origin that verified it, whatever the account's file says.
    return origin === parseBaseUrl(baseUrl).origin ? secret : undefined;
  } catch {
    // No address that a key may be sent to.
    return undefined;
  }
}

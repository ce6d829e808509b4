import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../../api/baseUrl';
import { LocalError } from '../../api/localError';
import type { User } from '../../api/schemas/account/user';
import type { Clock } from '../../clock';
import { ignore } from '../../log/log';
import { lockAccountFile } from '../windows/sharedFile';
import { type Account, type AccountFiles, accountIdOf } from './accountFiles';
import type { AccountSecrets, Secret } from './accountSecrets';

/** How long a change waits for another one, in milliseconds: a keyring may be asking for its password. */
const longestWait = 10_000;

/** What stores keys and forgets them: one change at a time in all windows, so that none puts an old key back. */
export class KeyChanges {
  readonly #files: AccountFiles;
  readonly #secrets: AccountSecrets;
  readonly #clock: Clock;

  constructor(files: AccountFiles, secrets: AccountSecrets, clock: Clock) {
    this.#files = files;
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /** Stores an account. `kept` is false if the keyring refused the key. */
  add(
    baseUrl: string,
    { id: userId, email }: User,
    secret: Secret,
  ): Promise<{ account: Account; kept: boolean }> {
    const { url } = parseBaseUrl(baseUrl);
    const account: Account = { id: accountIdOf(url, userId), baseUrl: url, userId, email };
    return this.#alone(async () => {
      await this.#files.write(account);
      return { account, kept: await this.#secrets.store(account, secret) };
    });
  }

  /** Stores a key in place of another one, without reading that. False if the keyring refused it. */
  replace(account: Account, secret: Secret): Promise<boolean> {
    return this.#alone(async () => {
      const why = 'a new key is stored, because the old one may no longer work';
      const listed = await this.#files.list().catch(ignore(this.#files.log, why));
      if (listed?.some(({ id }) => id === account.id) === false) throw notSignedIn();
      return this.#secrets.store(account, secret);
    });
  }

  /** Stores what `renew` makes of the keys. False if the keyring refused it. */
  renew(account: Account, renew: (secret: Secret) => Secret): Promise<boolean> {
    return this.#alone(async () => {
      const { secret, failed } = await this.#secrets.look(account);
      if (secret) return this.#secrets.store(account, renew(secret));
      if (!failed) throw notSignedIn();
      throw new LocalError('may_pass', l10n.t('This system’s keyring doesn’t answer. Try again later.'));
    });
  }

  remove(id: string): Promise<void> {
    return this.#alone(async () => {
      await this.#secrets.delete(id);
      await this.#files.remove(id);
    });
  }

  async #alone<T>(change: () => Promise<T>): Promise<T> {
    const file = this.#files.folderOf('keys');
    const held = await lockAccountFile(this.#files, this.#clock, file, longestWait);
    try {
      return await change();
    } finally {
      await held?.release();
    }
  }
}

const notSignedIn = (): LocalError =>
  new LocalError('not_signed_in', l10n.t('This account isn’t signed in.'));

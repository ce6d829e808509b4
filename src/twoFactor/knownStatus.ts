import type { ApiError } from '../api/errors';
import { lockEnd } from '../domain/lockTime';
import { ignore } from '../log/log';
import { authorizationLifetime, type Known, type SessionOptions, type VerificationOption } from './state';

/** What the service said about the account when it was asked last, and what has changed by time alone since. */
export class KnownStatus {
  readonly #options: SessionOptions;
  /** As it was asked for; undefined before the first answer. */
  last: Known | undefined;
  /** A method may be added until then, in milliseconds since the epoch. */
  authorizedUntil: number | undefined;
  /** New backup codes were lost with the window that showed them. */
  codesLost = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** What is known, without an authorization that has expired. */
  get current(): Known | undefined {
    const known = this.last;
    const until = this.authorizedUntil;
    if (!known || until === undefined || until > this.#options.now()) return known;
    return { ...known, status: { ...known.status, new_method_authorized: false } };
  }

  /** Asks the service. @throws ApiError */
  async load(): Promise<void> {
    const { client: connect, log } = this.#options;
    const client = connect();
    const [status, user] = await Promise.all([
      client.twoFactor.status(),
      client.users
        .current()
        .catch(ignore(log, 'the key may not read the account; the status has nearly everything')),
    ]);
    this.last = { status, user };
    await this.#lookForLostCodes(status.tfa_enabled);
    if (!status.new_method_authorized) this.authorizedUntil = undefined;
  }

  /** A refused code says what is now true of its method: how often it failed, and until when it is locked. */
  refused(option: VerificationOption, { failCount, lockedUntil }: ApiError): void {
    option.lockedUntil = lockEnd(lockedUntil, this.#options.now()) ?? option.lockedUntil;
    const known = this.last;
    const { methodId } = option;
    if (!known || methodId === undefined) return;
    const methods = known.status.methods.map((method) =>
      method.id === methodId
        ? {
            ...method,
            fail_count: failCount ?? method.fail_count,
            locked_until: lockedUntil ?? method.locked_until,
          }
        : method,
    );
    this.last = { ...known, status: { ...known.status, methods } };
  }

  /** The service has just allowed a method to be added. */
  authorize(): void {
    this.authorizedUntil = this.#options.now() + authorizationLifetime;
  }

  async #lookForLostCodes(isOn: boolean): Promise<void> {
    const { kept } = this.#options;
    this.codesLost = kept.get() === undefined && (await kept.areLost());
    if (!this.codesLost || isOn) return;
    // Without a method there are no codes, so none can be lost.
    kept.forget();
    this.codesLost = false;
  }
}

import type { ApiError } from '../api/errors';
import { ignore, type Log } from '../log/log';
import type { SessionOptions } from './sessionOptions';
import { authorizationLifetime } from './state';
import type { Known } from './known';

/** What the service said about the account when it was asked last, and what has changed by time alone since. */
export class KnownStatus {
  readonly #options: Pick<SessionOptions, 'client' | 'now' | 'kept'>;
  readonly #log: Log;
  #known: Known | undefined;
  #authorizedUntil: number | undefined;
  #codesLost = false;

  constructor(options: Pick<SessionOptions, 'client' | 'now' | 'kept'>, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  /** As it was asked for; undefined before the first answer. */
  get last(): Known | undefined {
    return this.#known;
  }

  /** What is known, without an authorization that has expired. */
  get current(): Known | undefined {
    const known = this.#known;
    const until = this.#authorizedUntil;
    if (!known || until === undefined || until > this.#options.now()) return known;
    return { ...known, status: { ...known.status, new_method_authorized: false } };
  }

  /** A method may be added until then, in milliseconds since the epoch. */
  get authorizedUntil(): number | undefined {
    return this.#authorizedUntil;
  }

  /** New backup codes were lost with the window that showed them. */
  get codesLost(): boolean {
    return this.#codesLost;
  }

  /** Asks the service. @throws ApiError */
  async load(): Promise<void> {
    const client = this.#options.client();
    const [status, user] = await Promise.all([
      client.twoFactor.status(),
      client.users
        .current()
        .catch(ignore(this.#log, 'the key may not read the account; the status has nearly everything')),
    ]);
    this.#known = { status, user };
    await this.#lookForLostCodes(status.tfa_enabled);
    if (!status.new_method_authorized) this.#authorizedUntil = undefined;
  }

  forget(): void {
    this.#known = undefined;
  }

  /** A refused code says what is now true of its method: how often it failed, and until when it is locked. */
  refused(methodId: number | undefined, { failCount, lockedUntil }: ApiError): void {
    const known = this.#known;
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
    this.#known = { ...known, status: { ...known.status, methods } };
  }

  /** The service has just allowed a method to be added. */
  authorize(): void {
    this.#authorizedUntil = this.#options.now() + authorizationLifetime;
  }

  /** New backup codes are kept or stored. */
  hasCodes(): void {
    this.#codesLost = false;
  }

  async #lookForLostCodes(isOn: boolean): Promise<void> {
    const { kept } = this.#options;
    this.#codesLost = kept.get() === undefined && (await kept.areLost());
    if (!this.#codesLost || isOn) return;
    // Without a method there are no codes, so none can be lost.
    kept.forget();
    this.#codesLost = false;
  }
}

import * as l10n from '@vscode/l10n';
import { ApiError, type ApiErrorCode } from './errors';

const refusedKey: ReadonlySet<ApiErrorCode> = new Set(['unauthorized', 'auth_error']);

export interface CredentialsOptions {
  apiKey: string;
  /** Told when the service no longer knows the session key; the API key is used from then on. */
  sessionEnded?: ((sessionKey: string) => void) | undefined;
}

/**
 * The value that is sent as Bearer: the API key or, while a session with a second factor lasts, its session key
 * (specification, Authentication, 7). Nobody is told when a session expires, so a refusal is what shows it.
 */
export class Credentials {
  readonly #options: CredentialsOptions;
  #sessionKey: string | undefined;

  constructor(options: CredentialsOptions) {
    this.#options = options;
  }

  /** Never to be seen in an error. */
  get secrets(): string[] {
    return [this.#options.apiKey, ...(this.#sessionKey === undefined ? [] : [this.#sessionKey])];
  }

  /** @param sessionKey undefined: the API key again */
  useSession(sessionKey: string | undefined): void {
    this.#sessionKey = sessionKey;
  }

  /**
   * Makes an attempt with the session key and, if that is refused, one with the API key: a refused call was not
   * carried out. One that must be sent once only is not made again.
   *
   * @throws ApiError
   */
  async send<T>(attempt: (bearer: string) => Promise<T>, { once }: { once: boolean }): Promise<T> {
    const session = this.#sessionKey;
    if (session === undefined) return attempt(this.#options.apiKey);
    try {
      return await attempt(session);
    } catch (error) {
      if (!isRefusedKey(error)) throw error;
      if (!once) return await this.#withoutSession(attempt, session);
      this.#end(session);
      throw new ApiError(
        'two_factor_required',
        l10n.t('The session with your second factor has ended, so this was not done.'),
        { status: error.status },
      );
    }
  }

  async #withoutSession<T>(attempt: (bearer: string) => Promise<T>, session: string): Promise<T> {
    try {
      const answer = await attempt(this.#options.apiKey);
      this.#end(session);
      return answer;
    } catch (error) {
      // Refused in the same way, it is not the session: the account may not do this, or both keys are gone.
      if (!isRefusedKey(error)) this.#end(session);
      throw error;
    }
  }

  #end(session: string): void {
    // Another call may have ended it, or a new session may have begun in the meantime.
    if (this.#sessionKey !== session) return;
    this.#sessionKey = undefined;
    this.#options.sessionEnded?.(session);
  }
}

function isRefusedKey(error: unknown): error is ApiError {
  return error instanceof ApiError && refusedKey.has(error.code);
}

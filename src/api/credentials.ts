import * as l10n from '@vscode/l10n';
import { ApiError, type ApiErrorCode } from './errors';

const refusedKey: ReadonlySet<ApiErrorCode> = new Set(['unauthorized', 'auth_error']);

export interface CredentialsOptions {
  apiKey: string;
  /** Called when the service no longer accepts the session key. The API key is used from then on. */
  sessionEnded?: ((sessionKey: string) => void) | undefined;
}

/**
 * The value sent as Bearer: the API key or, during a session with a second factor, its session key (specification,
 * Authentication, 7). The service doesn't say when a session expires; a refusal shows it.
 */
export class Credentials {
  readonly #options: CredentialsOptions;
  #sessionKey: string | undefined;

  constructor(options: CredentialsOptions) {
    this.#options = options;
  }

  /** Must never appear in an error. */
  get secrets(): string[] {
    return [this.#options.apiKey, ...(this.#sessionKey === undefined ? [] : [this.#sessionKey])];
  }

  /** @param sessionKey undefined: back to the API key */
  useSession(sessionKey: string | undefined): void {
    this.#sessionKey = sessionKey;
  }

  /**
   * Tries the session key first and, if it is refused, the API key: a refused call wasn't carried out. A call that must
   * be sent only once is not repeated.
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
        l10n.t('Your two-factor session has ended. Nothing was done.'),
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
      // If both are refused, it isn't the session: the account lacks the permission, or both keys are gone.
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

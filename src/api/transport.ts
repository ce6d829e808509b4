import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { parseBaseUrl } from './baseUrl';
import { jsonOf, type CallContext } from './classify';
import { Credentials } from './credentials';
import { decode } from './decode';
import { ApiError, type ApiErrorCode } from './errors';
import { exchange, type HttpAnswer, type HttpRequest } from './exchange';
import { networkError } from './networkError';
import type { Fetch } from './nodeFetch';
import type { CallOptions } from './requests';
import { retrying } from './retry';
import { secretsIn } from './secrets';
import { sentenceFor } from './sentences';
import { Spacing, type EndpointName } from './spacing';

export interface TransportOptions {
  /** As `parseBaseUrl` accepts it. */
  baseUrl: string;
  apiKey: string;
  fetch: Fetch;
  /** Milliseconds for one exchange, the body included; 30,000 when missing. */
  timeoutMs?: number;
  /** Multiplies every distance and pause between calls; 1 when missing, tests take 0. */
  spacingScale?: number;
  /** Largest answer accepted, in bytes; 32 MB when missing. */
  maxBytes?: number;
  /** 0 to 1, for the jitter. */
  random?: () => number;
  observer?: CallObserver | undefined;
}

/** Hears what calls reveal about the key. */
export interface CallObserver {
  /** The service no longer knows the session key. */
  sessionEnded(sessionKey: string): void;
  /** The key was let do something, or was refused it for want of a permission. */
  permission(endpoint: EndpointName, write: boolean, allowed: boolean): void;
}

/** One call of an endpoint. */
export interface Call {
  /** Whose spacing it keeps. */
  endpoint: EndpointName;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the version's prefix, with the slash at its end. */
  path: string;
  version?: 'v0' | 'v1';
  query?: Readonly<Record<string, string>>;
  body?: object;
  /** It changes nothing, so it may be tried again. */
  read?: boolean;
  timeoutFactor?: number;
}

const userAgent = 'gpu-rental';

/** Carries calls to one origin with one key, and decodes what comes back. */
export class Transport {
  readonly #baseUrl: string;
  readonly #host: string;
  readonly #credentials: Credentials;
  readonly #observer: CallObserver | undefined;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;
  readonly #scale: number;
  readonly #random: () => number;
  readonly #spacing: Spacing;

  /** @throws ApiError 'invalid_request' when the base URL cannot be used */
  constructor(options: TransportOptions) {
    this.#baseUrl = parseBaseUrl(options.baseUrl).url;
    this.#host = new URL(this.#baseUrl).host;
    this.#observer = options.observer;
    this.#credentials = new Credentials({
      apiKey: options.apiKey,
      sessionEnded: (sessionKey) => options.observer?.sessionEnded(sessionKey),
    });
    this.#fetch = options.fetch;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#maxBytes = options.maxBytes ?? 32 * 1024 * 1024;
    this.#scale = options.spacingScale ?? 1;
    this.#random = options.random ?? Math.random;
    this.#spacing = new Spacing(this.#scale);
  }

  /** Sends this key instead of the API key, for as long as the service knows it; undefined: the API key again. */
  useSession(sessionKey: string | undefined): void {
    this.#credentials.useSession(sessionKey);
  }

  /**
   * Sends the call when its turn has come and decodes the answer.
   *
   * @throws ApiError
   */
  call<T extends z.ZodMiniType>(call: Call, schema: T, options: CallOptions = {}): Promise<z.infer<T>> {
    const { signal } = options;
    return this.#cancellable(signal, async () => {
      const attempt = (): Promise<unknown> =>
        this.#spacing.run(call.endpoint, () => this.#attempt(call, signal), signal);
      const retry = { scale: this.#scale, random: this.#random, signal };
      const answer = call.read ? await retrying(attempt, retry) : await attempt();
      return decode(schema, answer, this.#host);
    });
  }

  /**
   * The text at an address that the service gave, fetched without the key; undefined while it is not there.
   *
   * @throws ApiError 'invalid_response' for an address that is neither https nor the service's own
   */
  download(address: string, { signal }: CallOptions = {}): Promise<string | undefined> {
    return this.#cancellable(signal, async () => {
      const url = URL.parse(address);
      const isAllowed = url?.protocol === 'https:' || url?.origin === new URL(this.#baseUrl).origin;
      if (!url || !isAllowed || url.username || url.password) throw this.#failure('invalid_response');
      const answer = await this.#exchange({
        url: url.href,
        method: 'GET',
        headers: { 'User-Agent': userAgent },
        timeoutMs: this.#timeoutMs,
        maxBytes: this.#maxBytes,
        signal,
      });
      return answer.status === 200 ? answer.text : undefined;
    });
  }

  /** Waits between two looks at something; scaled like the spacing. */
  pause(ms: number, { signal }: CallOptions = {}): Promise<void> {
    return this.#cancellable(signal, () => sleep(ms * this.#scale, undefined, signal ? { signal } : {}));
  }

  /** What was aborted while it waited for its turn or for another attempt has sent nothing since. */
  async #cancellable<T>(signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
    try {
      signal?.throwIfAborted();
      return await run();
    } catch (error) {
      if (error instanceof ApiError || !signal?.aborted) throw error;
      throw this.#failure('aborted');
    }
  }

  #failure(code: ApiErrorCode): ApiError {
    return new ApiError(code, sentenceFor(code, { host: this.#host }), { sent: false });
  }

  async #attempt(call: Call, signal: AbortSignal | undefined): Promise<unknown> {
    const context: CallContext = {
      host: this.#host,
      twoFactor: call.endpoint === 'twoFactor',
      secrets: [...this.#credentials.secrets, ...secretsIn(call.body)],
    };
    const send = async (bearer: string) =>
      jsonOf(await this.#exchange(this.#requestOf(call, bearer, signal)), context);
    try {
      const answer = await this.#credentials.send(send, { once: call.endpoint === 'instances.create' });
      this.#observer?.permission(call.endpoint, !call.read, true);
      return answer;
    } catch (error) {
      if (isMissingPermission(error)) this.#observer?.permission(call.endpoint, !call.read, false);
      throw error;
    }
  }

  async #exchange(request: HttpRequest): Promise<HttpAnswer> {
    try {
      return await exchange(this.#fetch, request);
    } catch (error) {
      throw networkError(error, new URL(request.url).host, request.signal);
    }
  }

  #requestOf(call: Call, bearer: string, signal: AbortSignal | undefined): HttpRequest {
    const query = call.query ? `?${new URLSearchParams(call.query).toString()}` : '';
    return {
      url: `${this.#baseUrl}/api/${call.version ?? 'v0'}/${call.path}${query}`,
      method: call.method,
      headers: this.#headers(bearer, call.body !== undefined),
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      timeoutMs: this.#timeoutMs * (call.timeoutFactor ?? 1),
      maxBytes: this.#maxBytes,
      signal,
    };
  }

  #headers(bearer: string, withBody: boolean): Record<string, string> {
    // A header cannot carry anything else, and Node's error about it would be no help to a person.
    if (!/^[\x21-\x7e]+$/.test(bearer)) {
      throw this.#failure('unauthorized');
    }
    return {
      Authorization: `Bearer ${bearer}`,
      Accept: 'application/json',
      'User-Agent': userAgent,
      ...(withBody ? { 'Content-Type': 'application/json' } : {}),
    };
  }
}

/** The two-factor endpoints have one code for this and for a wrong key; the words tell them apart. */
function isMissingPermission(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'forbidden') return true;
  return error.code === 'auth_error' && /permission/i.test(error.serverMessage ?? '');
}

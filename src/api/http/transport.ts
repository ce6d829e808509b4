import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { type Clock, systemClock } from '../../clock';
import { inChunks } from '../../inChunks';
import { type Log, silent } from '../../log/log';
import { parseBaseUrl } from '../baseUrl';
import { CancelledError, throwIfCancelled } from '../cancelled';
import { type Call, fitsHeader, repeatableAfter, requestOf, userAgent } from './call';
import type { CallContext } from '../answers/classify';
import { Credentials } from '../credentials';
import { ApiError, type ApiErrorCode, type ApiErrorDetails } from '../errors';
import { exchange, type HttpAnswer, type HttpRequest } from './exchange';
import type { LastAnswer } from './lastAnswer';
import { logExchange } from './logExchange';
import type { Fetch } from './nodeFetch';
import type { CallOptions } from './requests';
import { parsingRows } from './parseRows';
import { plainJson, readAnswer, reportTo } from './readAnswer';
import { type RetryOptions, retrying } from './retry';
import { readingRows } from '../schemas/rows';
import { secretsIn } from '../secrets';
import { Spacing, type EndpointName } from './spacing';

export interface TransportOptions {
  /** As `parseBaseUrl` accepts it. */
  baseUrl: string;
  apiKey: string;
  fetch: Fetch;
  /** Milliseconds for one exchange, the body included; 30,000 when missing. */
  timeoutMs?: number;
  /** Multiplied with every distance and pause between calls; 1 if missing, tests use 0. */
  spacingScale?: number;
  /** The largest answer accepted, in bytes, including all its pages; 32 MB if missing. */
  maxBytes?: number;
  /** Tells how long an exchange took. */
  clock?: Clock | undefined;
  /** 0 to 1, for the jitter. */
  random?: () => number;
  observer?: CallObserver | undefined;
  /** Once it is aborted, nothing is sent any more. What was sent goes on. */
  closing?: AbortSignal | undefined;
  /** Gets a line for each exchange and for each place in an answer that can't be read, never a value. */
  log?: Log | undefined;
}

/** Is notified of what calls reveal about the key. */
export interface CallObserver {
  /** The service no longer accepts the session key. */
  sessionEnded(sessionKey: string): void;
  /** The key was allowed to do something, or lacked the permission. */
  permission(endpoint: EndpointName, write: boolean, allowed: boolean): void;
}

/** Sends calls to one origin with one key and decodes the answers. */
export class Transport {
  readonly #baseUrl: string;
  readonly #host: string;
  readonly #credentials: Credentials;
  readonly #observer: CallObserver | undefined;
  readonly #closing: AbortSignal | undefined;
  readonly #fetch: Fetch;
  /** For one exchange. */
  readonly #limits: Pick<HttpRequest, 'timeoutMs' | 'maxBytes'>;
  readonly #pauses: Pick<RetryOptions, 'scale' | 'random'>;
  readonly #spacing: Spacing;
  readonly #log: Log;
  readonly #clock: Clock;
  /** Lines already logged, because a poll would repeat them every few seconds. */
  readonly #logged = new Set<string>();

  /** @throws LocalError 'invalid_input' when the base URL cannot be used */
  constructor(options: TransportOptions) {
    this.#baseUrl = parseBaseUrl(options.baseUrl).url;
    this.#host = new URL(this.#baseUrl).host;
    this.#observer = options.observer;
    this.#closing = options.closing;
    this.#credentials = new Credentials({
      apiKey: options.apiKey,
      sessionEnded: (sessionKey) => options.observer?.sessionEnded(sessionKey),
    });
    this.#fetch = options.fetch;
    const { timeoutMs = 30_000, maxBytes = 32 * 1024 * 1024 } = options;
    this.#limits = { timeoutMs, maxBytes };
    this.#pauses = { scale: options.spacingScale ?? 1, random: options.random ?? Math.random };
    this.#spacing = new Spacing(this.#pauses.scale);
    this.#log = options.log ?? silent;
    this.#clock = options.clock ?? systemClock;
  }

  /** One budget for all parts of an answer. */
  newBudget(): { bytes: number } {
    return { bytes: this.#limits.maxBytes };
  }

  /** Uses this key instead of the API key as long as the service accepts it. Undefined: back to the API key. */
  useSession(sessionKey: string | undefined): void {
    this.#credentials.useSession(sessionKey);
  }

  /**
   * Sends the call when its turn comes and decodes the answer.
   *
   * @param last for a repeated call: an answer equal to the last one resolves to the same value
   * @throws ApiError; CancelledError
   */
  call<T extends z.ZodMiniType>(
    call: Call,
    schema: T,
    options: CallOptions = {},
    last?: LastAnswer<z.infer<T>>,
  ): Promise<z.infer<T>> {
    const { signal, onSend, onRetry, background } = options;
    return this.#cancellable(signal, async () => {
      let attempts = 0;
      const send = () => {
        throwIfCancelled(this.#closing);
        onSend?.();
        return this.#attempt(call, signal, ++attempts, last);
      };
      const attempt = () => this.#spacing.run(call.endpoint, send, { signal, background });
      const after = background ? 'none' : repeatableAfter(call);
      const received = await retrying(attempt, { after, ...this.#pauses, signal, onRetry });
      if ('same' in received) return received.same;
      const { json, text } = received;
      const report = reportTo((place) => this.#logOnce(call, place));
      if (call.rows) await inChunks(readingRows(json, call.rows, report));
      const read = readAnswer(schema, json, report);
      if ('path' in read) throw await this.#failure('invalid_response', { status: 200 }, read.path);
      last?.keep(text, read.value);
      return read.value;
    });
  }

  /**
   * The text at an address that the service returned, fetched without the key; undefined while it isn't there.
   *
   * @throws ApiError 'invalid_response' for an address that is neither https nor the service's own
   */
  download(address: string, { signal }: CallOptions = {}): Promise<string | undefined> {
    return this.#cancellable(signal, async () => {
      const url = URL.parse(address);
      const isAllowed = url?.protocol === 'https:' || url?.origin === new URL(this.#baseUrl).origin;
      if (!url || !isAllowed || url.username || url.password) throw await this.#failure('invalid_response');
      const request: HttpRequest = {
        url: url.href,
        method: 'GET',
        headers: { 'User-Agent': userAgent },
        ...this.#limits,
        signal,
      };
      // Anyone who knows the address may be able to read the text.
      const shown = { method: 'GET', path: 'download', read: true } as const;
      return logExchange({ log: this.#log, clock: this.#clock }, shown, 1, async (answered) => {
        const answer = await this.#exchange(request);
        answered(answer.status);
        return answer.status === 200 ? answer.text : undefined;
      });
    });
  }

  /** Waits between two looks at something; scaled like the spacing. */
  pause(ms: number, { signal }: CallOptions = {}): Promise<void> {
    return this.#cancellable(signal, () => sleep(ms * this.#pauses.scale, undefined, { signal }));
  }

  /** A call that is aborted while it waits for its turn or for a retry has sent nothing in the meantime. */
  async #cancellable<T>(signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
    try {
      throwIfCancelled(signal);
      return await run();
    } catch (error) {
      const isOurs = error instanceof ApiError || error instanceof CancelledError;
      if (isOurs || !signal?.aborted) throw error;
      throw new CancelledError();
    }
  }

  #logOnce({ method, version = 'v0', path }: Call, place: string): void {
    const line = `${method} /api/${version}/${path}: cannot read ${place.replaceAll(/\[\d+\]/g, '[]')}`;
    if (this.#logged.has(line) || this.#logged.size >= 200) return;
    this.#logged.add(line);
    this.#log.warn(line);
  }

  /** The words for failures are loaded with the first one. @param path the place of an answer that can't be read */
  async #failure(
    code: ApiErrorCode,
    details: ApiErrorDetails = { sent: false },
    path?: string,
  ): Promise<ApiError> {
    const { sentenceFor } = await import('../answers/sentences');
    return new ApiError(code, sentenceFor(code, { host: this.#host, path }), details);
  }

  async #attempt<T>(
    call: Call,
    signal: AbortSignal | undefined,
    attempt: number,
    last?: LastAnswer<T>,
  ): Promise<Received<T>> {
    const context: CallContext = {
      host: this.#host,
      twoFactor: call.endpoint === 'twoFactor',
      secrets: [...this.#credentials.secrets, ...secretsIn(call.body)],
    };
    const send = (bearer: string): Promise<Received<T>> =>
      logExchange({ log: this.#log, clock: this.#clock }, call, attempt, async (answered) => {
        const answer = await this.#exchange(await this.#requestOf(call, bearer, signal), call.budget);
        answered(answer.status);
        const known = last?.equalTo(answer);
        if (known) return known;
        const { text } = answer;
        const parsed = call.rows && (await inChunks(parsingRows(text, call.rows.name)));
        const json =
          plainJson(answer, parsed) ?? (await import('../answers/classify')).jsonOf(answer, context, parsed);
        return { json, text };
      });
    try {
      const answer = await this.#credentials.send(send, { once: call.endpoint === 'instances.create' });
      this.#observer?.permission(call.endpoint, !call.read, true);
      return answer;
    } catch (error) {
      const { isMissingPermission } = await import('../answers/missingPermission');
      if (isMissingPermission(error)) this.#observer?.permission(call.endpoint, !call.read, false);
      throw error;
    }
  }

  async #exchange(request: HttpRequest, budget?: { bytes: number }): Promise<HttpAnswer> {
    try {
      const answer = await exchange(this.#fetch, request);
      if (budget) budget.bytes -= Buffer.byteLength(answer.text);
      return answer;
    } catch (error) {
      const { networkError } = await import('./networkError');
      throw networkError(error, new URL(request.url).host, request.signal);
    }
  }

  async #requestOf(call: Call, bearer: string, signal: AbortSignal | undefined): Promise<HttpRequest> {
    if (!fitsHeader(bearer)) throw await this.#failure('unauthorized');
    return requestOf(call, bearer, { baseUrl: this.#baseUrl, ...this.#limits }, signal);
  }
}

/** An answer as received, or the value of the equal answer before it. */
type Received<T> = { json: unknown; text: string } | { same: T };

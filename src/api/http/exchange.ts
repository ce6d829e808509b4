import type { Fetch } from './nodeFetch';

/** One HTTP request, complete. */
export interface HttpRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Milliseconds for the whole exchange, the body included. */
  timeoutMs: number;
  /** Largest body accepted, in bytes after decompression. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

/** One HTTP response, read to its end. The body of a redirect is not read. */
export interface HttpAnswer {
  status: number;
  contentType: string;
  text: string;
}

/** Thrown instead of node-fetch's AbortError, which does not say who aborted. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The answer is larger than the request allows. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Sends one request and reads the whole answer.
 *
 * @throws TimeoutError; TooLargeError; node-fetch's errors as they are; an AbortError when `signal` aborted
 */
export async function exchange(fetch: Fetch, request: HttpRequest): Promise<HttpAnswer> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const { signal } = request;
  const timeout = new TimeoutError();
  const timer = setTimeout(() => controller.abort(timeout), request.timeoutMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    // Given an aborted signal, node-fetch lets the body's stream throw an error that nothing catches.
    controller.signal.throwIfAborted();
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      // A redirect would carry the key to wherever it points.
      redirect: 'manual',
      signal: controller.signal,
    });
    const contentType = response.headers.get('content-type') ?? '';
    const isRedirect = response.status >= 300 && response.status < 400;
    const text = isRedirect ? '' : await textOf(response, request.maxBytes);
    return { status: response.status, contentType, text };
  } catch (error) {
    if (controller.signal.reason === timeout) throw timeout;
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    // Closes the connection if the body wasn't read to its end.
    abort();
  }
}

/**
 * The body, decoded as it comes: node-fetch's `text` copies and decodes all of it in one piece.
 *
 * @throws TooLargeError
 */
async function textOf({ body }: Awaited<ReturnType<Fetch>>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Without an encoding of its own, the stream has bytes only.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLargeError();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

import type { HttpRequest } from './exchange';
import type { LongList } from '../schemas/rows';
import type { EndpointName } from './spacing';

/** One call of an endpoint. */
export interface Call {
  /** The endpoint whose spacing applies. */
  endpoint: EndpointName;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** After the version, with a trailing slash. */
  path: string;
  version?: 'v0' | 'v1';
  query?: Readonly<Record<string, string>>;
  body?: object;
  /** It changes nothing, so it may be retried. */
  read?: boolean;
  /** From then on something is billed, or billed higher, or it deletes what can’t be had again. It is sent once, whatever the answer. */
  spends?: boolean;
  /** The answer may have thousands of rows, which are read in parts. */
  rows?: LongList;
  timeoutFactor?: number;
  /** How many bytes may still be read of an answer in several parts. Decreases with each part. */
  budget?: { bytes: number };
}

/** How all calls of a transport are sent. */
interface Sending {
  /** Without a slash at its end. */
  baseUrl: string;
  /** Milliseconds for one exchange. */
  timeoutMs: number;
  /** Largest answer, in bytes. */
  maxBytes: number;
}

export const userAgent = 'gpu-rental';

/**
 * After which failures a call may be sent again. A change that was refused because calls come too fast was not carried
 * out; POST and the second factor are left out, because what a repeated one would do isn't known.
 */
export function repeatableAfter({ read, spends, method, endpoint }: Call): 'any' | 'refusal' | 'none' {
  if (read) return 'any';
  return spends || method === 'POST' || endpoint === 'twoFactor' ? 'none' : 'refusal';
}

/** A header can't contain anything else, and Node's error message wouldn't help a person. */
export const fitsHeader = (bearer: string): boolean => /^[\x21-\x7e]+$/.test(bearer);

/** The request of a call. @param bearer the key to send, see `fitsHeader` */
export function requestOf(
  call: Call,
  bearer: string,
  { baseUrl, timeoutMs, maxBytes }: Sending,
  signal: AbortSignal | undefined,
): HttpRequest {
  const query = call.query ? `?${new URLSearchParams(call.query).toString()}` : '';
  return {
    url: `${baseUrl}/api/${call.version ?? 'v0'}/${call.path}${query}`,
    method: call.method,
    headers: {
      Authorization: `Bearer ${bearer}`,
      Accept: 'application/json',
      'User-Agent': userAgent,
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    timeoutMs: timeoutMs * (call.timeoutFactor ?? 1),
    // Zero would mean no limit.
    maxBytes: Math.max(1, Math.min(maxBytes, call.budget?.bytes ?? Infinity)),
    signal,
  };
}

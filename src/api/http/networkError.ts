import { CancelledError } from '../cancelled';
import { ApiError, type ApiErrorCode } from '../errors';
import { TimeoutError, TooLargeError } from './exchange';
import { sentenceFor } from '../answers/sentences';

/**
 * System calls that fail before a connection is made. The same error codes can also come while waiting for an answer.
 */
const beforeSending: ReadonlySet<string> = new Set(['connect', 'getaddrinfo']);

/** Codes of Node and OpenSSL for a certificate that can't be verified. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ALTNAME|HOSTNAME_MISMATCH/;

/** Turns an error of the exchange into one of ours. */
export function networkError(
  error: unknown,
  host: string,
  signal: AbortSignal | undefined,
): ApiError | CancelledError {
  const systemCode = codeOf(error);
  if (signal?.aborted)
    return new CancelledError({ cause: error, sent: !provesNothingSent(error, systemCode) });
  const code = apiCode(error, systemCode);
  const sent = code !== 'untrusted_certificate' && !provesNothingSent(error, systemCode);
  const path = error instanceof TooLargeError ? 'size' : undefined;
  return new ApiError(code, sentenceFor(code, { host, path }), { cause: error, sent });
}

function apiCode(error: unknown, systemCode: string): ApiErrorCode {
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof TooLargeError) return 'invalid_response';
  if (certificateCodes.test(systemCode)) return 'untrusted_certificate';
  return 'offline';
}

/** Only a connection that was never made proves that the service received nothing. */
function provesNothingSent(error: unknown, systemCode: string): boolean {
  const call = textIn(error, 'syscall') ?? textIn(error, 'erroredSysCall');
  // Every address of a name refused: Node combines these errors into one without a `syscall`.
  return call === undefined ? systemCode === 'ECONNREFUSED' : beforeSending.has(call);
}

/** The system's error code; node-fetch gives some failures only a `type`. */
function codeOf(error: unknown): string {
  return textIn(error, 'code') ?? textIn(error, 'type') ?? '';
}

function textIn(error: unknown, member: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, member) : undefined;
  return typeof value === 'string' ? value : undefined;
}

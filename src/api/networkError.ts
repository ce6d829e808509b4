import { ApiError, type ApiErrorCode } from './errors';
import { TimeoutError } from './exchange';
import { sentenceFor } from './sentences';

/** Failures before the connection stood: the service has seen nothing of the request. */
const beforeSending = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/** What Node and OpenSSL call a certificate that does not verify. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ALTNAME|HOSTNAME_MISMATCH/;

/** Turns what the exchange threw into an ApiError. */
export function networkError(error: unknown, host: string, signal: AbortSignal | undefined): ApiError {
  const systemCode = codeOf(error);
  const code = apiCode(error, systemCode, signal);
  const sent = code !== 'untrusted_certificate' && !beforeSending.has(systemCode);
  const path = systemCode === 'max-size' ? 'size' : undefined;
  return new ApiError(code, sentenceFor(code, { host, path }), { cause: error, sent });
}

function apiCode(error: unknown, systemCode: string, signal: AbortSignal | undefined): ApiErrorCode {
  if (signal?.aborted) return 'aborted';
  if (error instanceof TimeoutError) return 'timeout';
  if (systemCode === 'max-size') return 'invalid_response';
  if (certificateCodes.test(systemCode)) return 'untrusted_certificate';
  return 'offline';
}

/** The system's error code; node-fetch gives some failures only a `type`. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'type' in error && typeof error.type === 'string' ? error.type : '';
}

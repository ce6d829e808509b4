import type { TwoFactorCode } from './twoFactorCodes';

/** What went wrong, where the two-factor endpoints' own codes do not say it. */
export type GeneralCode =
  // Nothing usable came back.
  | 'offline' // no connection, or one that broke
  | 'untrusted_certificate'
  | 'timeout'
  | 'aborted' // the caller cancelled
  | 'redirected' // refused: the key belongs to one origin
  | 'invalid_response' // HTML, broken JSON, or an answer of another shape
  // The service answered and refused.
  | 'unauthorized'
  | 'two_factor_required'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'gone'
  | 'rate_limited'
  | 'server_error'
  | 'invalid_request'
  | 'refused' // `success: false` without a reason known here
  // Renting.
  | 'outcome_unknown' // whether an instance was created could not be found out
  | 'no_such_ask' // the offer is gone
  | 'invalid_price'
  | 'missing_billing'
  | 'spend_rate_limit'
  | 'no_ssh_key_for_vm'
  // SSH keys and subaccounts.
  | 'team_ssh_keys_not_supported'
  | 'invalid_email'
  | 'user_exists';

export type ApiErrorCode = GeneralCode | TwoFactorCode;

export interface ApiErrorDetails {
  /** The HTTP status, when there was an answer. */
  status?: number | undefined;
  cause?: unknown;
  /** True once a byte of the request may have reached the service. */
  sent?: boolean;
  /** The service's `msg`, cleaned and shortened; safe to show. */
  serverMessage?: string | undefined;
  /** Two-factor: failed attempts so far. */
  failCount?: number | undefined;
  /** Two-factor: Unix time in seconds at which the lock ends. */
  lockedUntil?: number | undefined;
  /** Seconds the service wants between two calls of this endpoint. */
  thresholdSeconds?: number | undefined;
}

/**
 * Every failure of the api layer. `message` is the sentence a person sees: it holds neither a key nor
 * unbounded text from outside.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number | undefined;
  readonly sent: boolean;
  readonly serverMessage: string | undefined;
  readonly failCount: number | undefined;
  readonly lockedUntil: number | undefined;
  readonly thresholdSeconds: number | undefined;

  constructor(code: ApiErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.sent = details.sent ?? details.status !== undefined;
    this.serverMessage = details.serverMessage;
    this.failCount = details.failCount;
    this.lockedUntil = details.lockedUntil;
    this.thresholdSeconds = details.thresholdSeconds;
  }
}

const codesThatLeaveItOpen: ReadonlySet<ApiErrorCode> = new Set([
  'offline',
  'timeout',
  'aborted',
  'invalid_response',
  'server_error',
  'outcome_unknown',
]);

/**
 * True when a call that changes something failed in a way that does not tell whether the service carried
 * it out: it was sent, and no clear answer came back.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.sent && codesThatLeaveItOpen.has(error.code);
}

const codesOfTheKey: ReadonlySet<ApiErrorCode> = new Set([
  'unauthorized',
  'auth_error',
  'two_factor_required',
]);

/** True when an optional endpoint is not there for this account: its command is hidden then. */
export function isUnsupported(error: unknown): boolean {
  // A key or session that is refused says nothing about the endpoint, whatever the status.
  if (!(error instanceof ApiError) || codesOfTheKey.has(error.code)) return false;
  return error.status === 403 || error.status === 404 || error.status === 405;
}

/** True when the caller cancelled, which is no error to a person. */
export function isAborted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'aborted';
}

import { CancelledError } from './cancelled';
import { LocalError } from './localError';
import { plainText, sentenceLimit } from './plainText';
import type { TwoFactorCode } from './answers/twoFactorCodes';

/** What went wrong, apart from the two-factor endpoints' own codes. */
export type GeneralCode =
  // Nothing usable came back.
  | 'offline' // no connection, or one that broke
  | 'untrusted_certificate'
  | 'timeout'
  | 'redirected' // refused: the key belongs to one origin
  | 'invalid_response' // HTML, broken JSON, an answer of another shape, or a 404 of something in between
  // The service answered and refused.
  | 'unauthorized'
  | 'two_factor_required'
  | 'forbidden'
  | 'not_found' // the service itself said so
  | 'method_not_allowed'
  | 'gone'
  | 'rate_limited'
  | 'server_error'
  | 'invalid_request'
  | 'resources_unavailable' // the GPU is in use by someone else
  | 'refused' // `success: false` without a reason known here
  // Renting.
  | 'outcome_unknown' // whether it was done could not be found out
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
 * The service, or the way to it, failed; made in this folder alone. What we refuse ourselves is a `LocalError`, what
 * was cancelled a `CancelledError`. `message` is the sentence a person sees: plain, without keys and without long text
 * from outside, because VS Code shows the message of a rejected command or save unchanged.
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
    super(
      plainText(message, sentenceLimit),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.status = details.status;
    this.sent = details.sent ?? details.status !== undefined;
    this.serverMessage = details.serverMessage;
    this.failCount = details.failCount;
    this.lockedUntil = details.lockedUntil;
    this.thresholdSeconds = details.thresholdSeconds;
  }

  /**
   * The same failure with another message. @param sent whether a request reached the service, if the caller knows
   * better
   */
  reworded(message: string, { sent = this.sent }: { sent?: boolean } = {}): ApiError {
    const { code, status, serverMessage, failCount, lockedUntil, thresholdSeconds } = this;
    const facts = { status, serverMessage, failCount, lockedUntil, thresholdSeconds };
    return new ApiError(code, message, { ...facts, sent, cause: this });
  }
}

/** An answer without something that the caller needs. */
export function incompleteAnswer(message: string): ApiError {
  return new ApiError('invalid_response', message);
}

/** The request may have been carried out: its answer was lost, and a later look didn't show whether it was. */
export function outcomeUnknown(message: string, cause?: unknown): ApiError {
  return new ApiError('outcome_unknown', message, { cause, sent: true });
}

const codesThatLeaveItOpen: ReadonlySet<ApiErrorCode> = new Set([
  'offline',
  'timeout',
  'invalid_response',
  'server_error',
  'outcome_unknown',
]);

/** To be thrown on: with this text if it isn't known whether a call was carried out, else as it is. */
export const lostAs = (error: unknown, text: string): unknown =>
  isOutcomeUnknown(error) ? outcomeUnknown(text, error) : error;

/**
 * True when it isn't known whether the service carried out a call that changes something: it was sent, and no clear
 * answer came back.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof CancelledError) return error.sent;
  if (error instanceof LocalError) return false;
  if (!(error instanceof ApiError)) return true;
  return error.sent && codesThatLeaveItOpen.has(error.code);
}

const codesOfTheKey: ReadonlySet<ApiErrorCode> = new Set([
  'unauthorized',
  'auth_error',
  'two_factor_required',
]);

/** True when an optional endpoint isn't available to this account. Its command is then hidden. */
export function isUnsupported(error: unknown): boolean {
  // A refused key or session says nothing about the endpoint, whatever the status.
  if (!(error instanceof ApiError) || codesOfTheKey.has(error.code)) return false;
  return error.status === 403 || error.status === 404 || error.status === 405;
}

/** True when an offer can no longer be rented, whether the service refused it or our own search didn't find it. */
export function isOfferGone(error: unknown): boolean {
  return error instanceof LocalError
    ? error.code === 'offer_gone'
    : error instanceof ApiError && error.code === 'no_such_ask';
}

/** True when something doesn't exist, whether the service said so or its list doesn't contain it. */
export function isNotFound(error: unknown): boolean {
  return (error instanceof LocalError || error instanceof ApiError) && error.code === 'not_found';
}

/** Undefined for what doesn't exist; throws any other error. */
export function ifNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}

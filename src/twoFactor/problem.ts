import * as l10n from '@vscode/l10n';
import { describeError, type ErrorAction } from '../api/describeError';
import { ApiError, type ApiErrorCode } from '../api/errors';
import { LocalError } from '../api/localError';
import { lockEnd } from '../domain/lockTime';
import { isLongLabel } from './enrol';
import type { Action, Remedy } from './action';
import type { PageState, Place } from './state';

/** What went wrong, where it is shown and what helps. */
export interface Problem {
  /** What it is about. The page may no longer have it when it is drawn. */
  field: Place;
  message: string;
  /** Only waiting helps until then, in milliseconds since the epoch. */
  until?: number | undefined;
  remedies: readonly Remedy[];
}

/** How long to wait after a limit if the service doesn't say, in milliseconds. */
const pauses: Partial<Record<ApiErrorCode, number>> = {
  sms_rate_limited: 120_000,
  twilio_rate_limited: 30_000,
  preauth_phone_cap: 120_000,
  service_unavailable: 5_000,
};

const aboutTheNumber: ReadonlySet<ApiErrorCode> = new Set([
  'sms_blocked_number',
  'missing_phone_number',
  'phone_number_mismatch',
  'preauth_phone_cap',
]);

/**
 * Turns a failure into what the panel shows next to the input it belongs to. @param now milliseconds since the epoch
 */
export function problemOf(error: unknown, doing: Action, page: PageState, now: number): Problem {
  const { message, actions } = describeError(error);
  const until = waitUntil(error, now);
  return {
    field: fieldOf(error, doing, page),
    message: isLocked(error, now) ? lockedMessage(page) : message + attempts(error),
    until,
    remedies: [...new Set(actions.flatMap((action) => remediesOf(action, error, doing, page)))],
  };
}

/** If a wrong code locked the method, the message is about the lock, not the code. */
function isLocked(error: unknown, now: number): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'tfa_locked' || lockEnd(error.lockedUntil, now) !== undefined;
}

function lockedMessage(page: PageState): string {
  return page.kind === 'proof' && page.options.length > 1
    ? l10n.t('Too many wrong codes. This method is locked. Use another method, or wait.')
    : l10n.t('Too many wrong codes. This method is locked. Wait until it’s unlocked.');
}

function attempts(error: unknown): string {
  if (!(error instanceof ApiError) || error.failCount === undefined || error.failCount < 2) return '';
  return ` ${l10n.t('({0} wrong codes so far. Too many lock the method for 15 minutes.)', error.failCount)}`;
}

function waitUntil(error: unknown, now: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const lock = lockEnd(error.lockedUntil, now);
  if (lock !== undefined) return lock;
  const pause =
    pauses[error.code] ??
    (error.code === 'tfa_locked' ? 60_000 : undefined) ??
    (error.code === 'rate_limited' ? (error.thresholdSeconds ?? 3) * 1000 : undefined);
  return pause === undefined ? undefined : now + pause;
}

function fieldOf(error: unknown, doing: Action, page: PageState): Place {
  if (error instanceof ApiError && aboutTheNumber.has(error.code) && page.kind === 'phone') return 'phone';
  switch (doing.kind) {
    case 'send':
    case 'resend':
      return 'send';
    case 'sendToNumber':
      return 'phone';
    case 'prove':
      return 'code';
    case 'confirm':
      // The problem is the kind of method, not the code.
      if (error instanceof ApiError && error.code === 'duplicate_tfa_method') return 'page';
      return isLongLabel(doing.label) && isRefusedInput(error) ? 'label' : 'code';
    case 'rename':
      return 'label';
    default:
      return 'page';
  }
}

function isRefusedInput(error: unknown): boolean {
  return error instanceof LocalError
    ? error.code === 'invalid_input'
    : error instanceof ApiError && error.code === 'bad_request';
}

/** Remedies that don't depend on the page. */
const remedyFor: Partial<Record<ErrorAction, Remedy>> = {
  retry: 'retry',
  authorize: 'authorize',
  reconfigure: 'removeAndSetUpAnew',
  regenerateBackupCodes: 'renewCodes',
  signIn: 'signIn',
  completeTwoFactor: 'logIn',
  useOtherAccount: 'switchAccount',
  verifyEmail: 'openConsole',
  openConsole: 'openConsole',
  contactSupport: 'openConsole',
  openBilling: 'openConsole',
};

/** Only what the page doesn't already offer, such as a button to send a code. */
function remediesOf(action: ErrorAction, error: unknown, doing: Action, page: PageState): Remedy[] {
  switch (action) {
    case 'resendCode':
      return error instanceof ApiError && error.code === 'tfa_challenge_exists' ? ['resend'] : [];
    case 'chooseOtherMethod':
      return page.kind === 'secret' || page.kind === 'phone' ? ['otherMethod'] : [];
    case 'refresh':
      return doing.kind === 'refresh' ? ['retry'] : ['refresh'];
    default: {
      const remedy = remedyFor[action];
      return remedy ? [remedy] : [];
    }
  }
}

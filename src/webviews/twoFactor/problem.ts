import * as l10n from '@vscode/l10n';
import { describeError, type ErrorAction } from '../../api/describeError';
import { ApiError, type ApiErrorCode } from '../../api/errors';
import { lockEnd } from '../../domain/lockTime';
import { isLongLabel } from './enrol';
import type { Help, PanelMessage, ProblemView } from './protocol';
import type { PageState } from './state';

/** What went wrong, where it is shown and what helps. */
export interface Problem {
  /** What it is about; the page may not have it any more when it is drawn. */
  field: ProblemView['field'];
  message: string;
  /** Milliseconds since the epoch until which waiting is all that helps. */
  until?: number | undefined;
  helps: readonly Help[];
}

/** Milliseconds that we wait after a limit whose end the service does not tell. */
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

/** Turns a failure into what the panel shows beside the input it belongs to. @param now milliseconds since the epoch */
export function problemOf(error: unknown, doing: PanelMessage, page: PageState, now: number): Problem {
  const { message, actions } = describeError(error);
  const until = waitUntil(error, now);
  return {
    field: fieldOf(error, doing, page),
    message: isLocked(error, now) ? lockedMessage(page) : message + attempts(error),
    ...(until === undefined ? {} : { until }),
    helps: [...new Set(actions.flatMap((action) => helpOf(action, error, doing, page)))],
  };
}

/** A wrong code whose answer says that the method is locked now is about the lock, no longer about the code. */
function isLocked(error: unknown, now: number): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'tfa_locked' || lockEnd(error.lockedUntil, now) !== undefined;
}

function lockedMessage(page: PageState): string {
  return page.kind === 'proof' && page.ways.length > 1
    ? l10n.t('Too many wrong codes: this method is locked. Use another way, or wait.')
    : l10n.t('Too many wrong codes: this method is locked. Wait until it is open again.');
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

function fieldOf(error: unknown, doing: PanelMessage, page: PageState): Problem['field'] {
  if (error instanceof ApiError && aboutTheNumber.has(error.code) && page.kind === 'sms') return 'phone';
  switch (doing.kind) {
    case 'send':
    case 'resend':
      return 'send';
    case 'sendToNumber':
      return 'phone';
    case 'prove':
      return 'code';
    case 'confirm':
      return isLongLabel(doing.label) && isBadRequest(error) ? 'label' : 'code';
    case 'rename':
      return 'label';
    default:
      return 'page';
  }
}

function isBadRequest(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'bad_request';
}

/** What the page does not offer anyway: where a code is to be sent, its button is there. */
function helpOf(action: ErrorAction, error: unknown, doing: PanelMessage, page: PageState): Help[] {
  switch (action) {
    case 'retry':
      return ['retry'];
    case 'resendCode':
      return error instanceof ApiError && error.code === 'tfa_challenge_exists' ? ['resend'] : [];
    case 'authorize':
      return ['authorize'];
    case 'reconfigure':
      return ['removeAndSetUpAnew'];
    case 'chooseOtherMethod':
      return page.kind === 'totp' || page.kind === 'sms' ? ['otherMethod'] : [];
    case 'regenerateBackupCodes':
      return ['renewCodes'];
    case 'refresh':
      return doing.kind === 'refresh' ? ['retry'] : ['refresh'];
    case 'signIn':
      return ['signIn'];
    case 'completeTwoFactor':
      return ['logIn'];
    case 'useOtherAccount':
      return ['switchAccount'];
    case 'verifyEmail':
    case 'openConsole':
    case 'contactSupport':
    case 'openBilling':
      return ['openConsole'];
    default:
      return [];
  }
}

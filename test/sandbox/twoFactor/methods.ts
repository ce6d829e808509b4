import { FAILURES_BEFORE_LOCK, LOCK_SECONDS } from '../choices';
import { badRequest, twoFactorError } from './errors';
import type { Method, TwoFactorState } from './state';

/** A method as answers show it: the phone number masked, the TOTP secret never, a lock until it is over. */
export function viewMethod(method: Method, userId: number, now: number) {
  return {
    id: method.id,
    user_id: userId,
    method: method.method,
    label: method.label,
    ...(method.phoneNumber === undefined ? {} : { phone_number: maskNumber(method.phoneNumber) }),
    is_primary: method.isPrimary,
    fail_count: method.failCount,
    locked_until: method.lockedUntil !== undefined && method.lockedUntil > now ? method.lockedUntil : null,
    created_at: method.createdAt,
    last_used: method.lastUsed ?? null,
  };
}

/** Only the last four digits stay visible. */
export function maskNumber(number: string): string {
  return number.slice(0, -4).replace(/\d/g, '*') + number.slice(-4);
}

/**
 * The method of the wanted type: the one with the id, else the primary one of the type, else the oldest.
 * @throws ServiceError `not_found` when the id matches no method of the user
 */
export function pickMethod(
  state: TwoFactorState,
  type: 'sms' | 'totp',
  id: number | undefined,
): Method | undefined {
  const ofType = state.methods.filter((one) => one.method === type);
  if (id === undefined) return ofType.find((one) => one.isPrimary) ?? ofType[0];
  const method = ofType.find((one) => one.id === id);
  if (method === undefined) throw noSuchMethod();
  return method;
}

/**
 * The method that an update means: by id, or by type when there is exactly one of it.
 * @throws ServiceError `bad_request` or `not_found`
 */
export function methodForUpdate(
  state: TwoFactorState,
  id: number | undefined,
  type: 'sms' | 'totp' | undefined,
): Method {
  if (id === undefined && type === undefined) throw badRequest('tfa_method_id or tfa_method is required.');
  const fitting = state.methods.filter(
    (one) => (id === undefined || one.id === id) && (type === undefined || one.method === type),
  );
  if (fitting.length > 1)
    throw badRequest('tfa_method_id is required: there are several methods of this type.');
  const [method] = fitting;
  if (method === undefined) throw noSuchMethod();
  return method;
}

export function noSuchMethod() {
  return twoFactorError('not_found', 'There is no such two-factor method.');
}

/** @throws ServiceError 429 `tfa_locked` while the method is locked */
export function refuseLocked(method: Method, now: number): void {
  if (method.lockedUntil === undefined) return;
  if (now >= method.lockedUntil) {
    method.lockedUntil = undefined;
    method.failCount = 0;
    return;
  }
  throw twoFactorError('tfa_locked', 'Too many failed attempts. This method is locked.', lockMembers(method));
}

export function countFailure(method: Method, now: number): void {
  method.failCount += 1;
  if (method.failCount >= FAILURES_BEFORE_LOCK) method.lockedUntil = now + LOCK_SECONDS;
}

export function countSuccess(method: Method, now: number): void {
  method.failCount = 0;
  method.lockedUntil = undefined;
  method.lastUsed = now;
}

/** What the answer to a failed verification says about the method (specification, Errors). */
export function lockMembers(method: Method) {
  return { fail_count: method.failCount, locked_until: method.lockedUntil ?? null };
}

/** Removes a method. Another one becomes primary; without any, the backup codes are removed, too. */
export function removeMethod(state: TwoFactorState, method: Method): void {
  state.methods = state.methods.filter((one) => one !== method);
  const [oldest] = state.methods;
  if (method.isPrimary && oldest !== undefined) oldest.isPrimary = true;
  if (oldest === undefined) disable(state);
}

export function disable(state: TwoFactorState): void {
  state.methods = [];
  state.legacy = false;
  state.backupCodes = new Set();
  state.authorizedUntil = 0;
  state.pendingAuthorization = undefined;
}

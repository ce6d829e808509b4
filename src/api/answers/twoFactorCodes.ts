/**
 * The error codes of the two-factor endpoints, all 32 (specification, Two-factor errors). They come in the member
 * `error` of the answer.
 */
export const twoFactorCodes = [
  'bad_request',
  'auth_error',
  'invalid_tfa_method',
  'missing_auth_value',
  'missing_params',
  'email_not_verified',
  '2fa_expired',
  'challenge_not_found',
  'no_challenge_found',
  'tfa_challenge_exists',
  'authorization_required',
  'no_pending_authorization',
  'invalid_backup_code',
  'untracked_2fa_found',
  'duplicate_tfa_method',
  'twilio_error',
  'preauth_phone_cap',
  'sms_rate_limited',
  'tfa_locked',
  'service_unavailable',
  'phone_number_mismatch',
  '2fa_login_failed',
  '2fa_verification_failed',
  'team_user_forbidden',
  'missing_email',
  'missing_phone_number',
  'not_found',
  'tfa_method_not_configured',
  'challenge_creation_failed',
  'sms_blocked_number',
  'sms_fraud_detected',
  'twilio_rate_limited',
] as const;

export type TwoFactorCode = (typeof twoFactorCodes)[number];

const known: ReadonlySet<string> = new Set(twoFactorCodes);

/**
 * The code that matters to a person: for a wrong code that locked its method, the lock.
 * @param lockedUntil Unix time in seconds
 */
export function meaningOf<Code extends string>(
  code: Code,
  lockedUntil: number | undefined,
): Code | 'tfa_locked' {
  const wasWrong = code === '2fa_verification_failed' || code === '2fa_login_failed';
  return wasWrong && lockedUntil !== undefined ? 'tfa_locked' : code;
}

export function isTwoFactorCode(code: string): code is TwoFactorCode {
  return known.has(code);
}

import { ServiceError } from '../serviceError';

/** The 32 errors of the two-factor endpoints with their status (specification, Two-factor errors). */
export const twoFactorStatus = {
  bad_request: 400,
  auth_error: 403,
  invalid_tfa_method: 400,
  missing_auth_value: 400,
  missing_params: 400,
  email_not_verified: 400,
  '2fa_expired': 400,
  challenge_not_found: 400,
  no_challenge_found: 400,
  tfa_challenge_exists: 400,
  authorization_required: 403,
  no_pending_authorization: 400,
  invalid_backup_code: 401,
  untracked_2fa_found: 400,
  duplicate_tfa_method: 400,
  twilio_error: 400,
  preauth_phone_cap: 429,
  sms_rate_limited: 429,
  tfa_locked: 429,
  service_unavailable: 503,
  phone_number_mismatch: 400,
  '2fa_login_failed': 400,
  '2fa_verification_failed': 400,
  team_user_forbidden: 403,
  missing_email: 400,
  missing_phone_number: 400,
  not_found: 404,
  tfa_method_not_configured: 400,
  challenge_creation_failed: 500,
  sms_blocked_number: 400,
  sms_fraud_detected: 403,
  twilio_rate_limited: 429,
} as const;

export type TwoFactorCode = keyof typeof twoFactorStatus;

/** An error of a two-factor endpoint: `{error, msg}`, with what the condition adds. */
export function twoFactorError(code: TwoFactorCode, msg: string, extra: object = {}): ServiceError {
  return new ServiceError(twoFactorStatus[code], { error: code, msg, ...extra });
}

export function badRequest(msg: string): ServiceError {
  return twoFactorError('bad_request', msg);
}

/** Neither a Bearer token nor a secret: the only case in which this error has the status 401. */
export function missingAuthentication(): ServiceError {
  const msg = 'Neither an API key nor a two-factor secret was given.';
  return new ServiceError(401, { error: 'missing_auth_value', msg });
}

import * as l10n from '@vscode/l10n';
import { ApiError, type ApiErrorCode } from './errors';
import { LocalError, type LocalCode } from './localError';
import { plainText, sentenceLimit } from './plainText';
import { meaningOf } from './answers/twoFactorCodes';

/** What helps after an error. The floors above turn it into a button. */
export type ErrorAction =
  | 'retry' // the same call again
  | 'signIn' // give a key, or another one
  | 'completeTwoFactor' // sign in with the second factor
  | 'searchAgain' // look for another offer
  | 'openBilling'
  | 'openConsole'
  | 'openSettings' // the service address, the proxy
  | 'useOtherAccount'
  | 'contactSupport'
  | 'refresh' // what is shown is out of date
  | 'enterAgain' // correct what was entered
  | 'wait' // until the time that the sentence names, where it is known
  | 'sendCode' // a new code
  | 'resendCode' // the same code once more
  | 'authorize' // confirm that it is you, before adding a method
  | 'reconfigure' // set the method up anew
  | 'chooseOtherMethod'
  | 'useOtherNumber'
  | 'verifyEmail'
  | 'regenerateBackupCodes';

export interface ErrorDescription {
  /** A sentence for a person, as plain text. */
  message: string;
  /** The most helpful one first; may be empty. */
  actions: readonly ErrorAction[];
}

/** Turns any error into a sentence and what helps. */
export function describeError(error: unknown): ErrorDescription {
  const said = error instanceof Error ? plainText(error.message, sentenceLimit) : '';
  const message = said || l10n.t('Something went wrong.');
  if (error instanceof ApiError) {
    const { code, lockedUntil } = error;
    return { message, actions: actionsFor[meaningOf(code, lockedUntil)] };
  }
  if (error instanceof LocalError) return { message, actions: actionsForLocal[error.code] };
  return { message, actions: [] };
}

const actionsFor: Readonly<Record<ApiErrorCode, readonly ErrorAction[]>> = {
  offline: ['retry'],
  untrusted_certificate: ['openSettings', 'retry'],
  timeout: ['retry'],
  redirected: ['openSettings'],
  invalid_response: ['openSettings', 'retry'],
  unauthorized: ['signIn'],
  two_factor_required: ['completeTwoFactor'],
  forbidden: ['signIn', 'openConsole'],
  not_found: ['refresh'],
  method_not_allowed: [],
  gone: ['refresh'],
  rate_limited: ['wait', 'retry'],
  server_error: ['retry'],
  invalid_request: ['enterAgain'],
  resources_unavailable: ['retry', 'searchAgain'],
  refused: ['retry'],
  outcome_unknown: ['refresh', 'openConsole'],
  no_such_ask: ['searchAgain'],
  invalid_price: [],
  missing_billing: ['openBilling'],
  spend_rate_limit: ['openBilling', 'contactSupport'],
  no_ssh_key_for_vm: [],
  team_ssh_keys_not_supported: ['useOtherAccount', 'openConsole'],
  invalid_email: ['enterAgain'],
  user_exists: ['enterAgain'],

  bad_request: ['enterAgain'],
  auth_error: ['signIn'],
  invalid_tfa_method: ['chooseOtherMethod'],
  missing_auth_value: ['enterAgain'],
  missing_params: ['sendCode'],
  email_not_verified: ['verifyEmail'],
  '2fa_expired': ['sendCode'],
  challenge_not_found: ['sendCode'],
  no_challenge_found: ['sendCode'],
  tfa_challenge_exists: ['enterAgain', 'resendCode'],
  authorization_required: ['authorize'],
  no_pending_authorization: ['authorize'],
  invalid_backup_code: ['enterAgain', 'chooseOtherMethod'],
  untracked_2fa_found: ['regenerateBackupCodes'],
  duplicate_tfa_method: ['chooseOtherMethod', 'refresh'],
  twilio_error: ['resendCode', 'chooseOtherMethod'],
  preauth_phone_cap: ['useOtherNumber'],
  sms_rate_limited: ['wait', 'chooseOtherMethod'],
  tfa_locked: ['wait', 'chooseOtherMethod'],
  service_unavailable: ['retry'],
  phone_number_mismatch: ['enterAgain'],
  '2fa_login_failed': ['enterAgain', 'sendCode'],
  '2fa_verification_failed': ['enterAgain', 'sendCode'],
  team_user_forbidden: ['useOtherAccount'],
  missing_email: ['openConsole'],
  missing_phone_number: ['enterAgain'],
  tfa_method_not_configured: ['reconfigure', 'chooseOtherMethod'],
  challenge_creation_failed: ['retry'],
  sms_blocked_number: ['useOtherNumber', 'chooseOtherMethod'],
  sms_fraud_detected: ['contactSupport'],
  twilio_rate_limited: ['wait', 'resendCode'],
};

const actionsForLocal: Readonly<Record<LocalCode, readonly ErrorAction[]>> = {
  invalid_input: ['enterAgain'],
  missing_code: ['enterAgain'],
  nothing_sent: ['sendCode'],
  no_method: ['chooseOtherMethod'],
  not_found: ['refresh'],
  not_signed_in: ['signIn'],
  offer_gone: ['searchAgain'],
  other_account: ['useOtherAccount'],
  nothing_suits: [],
  nothing_yet: [],
  not_possible: [],
  may_pass: ['retry'],
};

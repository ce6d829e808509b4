import * as l10n from '@vscode/l10n';
import { speaksOfPermission } from './missingPermission';
import { meaningOf, type TwoFactorCode } from './twoFactorCodes';

interface TwoFactorFacts {
  said?: string | undefined;
  /** Unix time in seconds. */
  lockedUntil?: number | undefined;
}

/** The sentence for each code of the two-factor endpoints (specification, Two-factor errors). */
export function twoFactorSentence(code: TwoFactorCode, { said, lockedUntil }: TwoFactorFacts): string {
  switch (meaningOf(code, lockedUntil)) {
    case 'bad_request':
      return said === undefined
        ? l10n.t('The request is incomplete or invalid.')
        : l10n.t('The request is incomplete or invalid: {0}', said);
    case 'auth_error':
      // A wrong key and a missing permission have the same code; only the message differs.
      if (said !== undefined && speaksOfPermission(said))
        return l10n.t(
          '{0} (The service says: {1})',
          l10n.t('This API key lacks the permission for this.'),
          said,
        );
      return l10n.t('The service doesn’t accept the sign-in for this request. Sign in again.');
    case 'invalid_tfa_method':
      return l10n.t('This verification method can’t be used here. Choose another one.');
    case 'missing_auth_value':
      return l10n.t('Enter a code or a backup code.');
    case 'missing_params':
      return l10n.t('The code or its verification is missing. Send a new code.');
    case 'email_not_verified':
      return l10n.t('The account’s email address isn’t verified yet. Verify it in the web console first.');
    case '2fa_expired':
      return l10n.t('This code has expired. Codes last 10 minutes. Send a new one.');
    case 'challenge_not_found':
      return l10n.t('This verification has ended. Send a new code.');
    case 'no_challenge_found':
      return l10n.t('No code was requested. Send a new code.');
    case 'tfa_challenge_exists':
      return l10n.t('A code was sent a moment ago. Enter it, or resend it.');
    case 'authorization_required':
      return l10n.t('Confirm that it’s you before adding a method. The confirmation lasts 30 minutes.');
    case 'no_pending_authorization':
      return l10n.t('There is nothing to confirm. Add the method again.');
    case 'invalid_backup_code':
      return l10n.t('This backup code is wrong or already used.');
    case 'untracked_2fa_found':
      return l10n.t(
        'This account uses an older version of two-factor authentication. Create new backup codes first.',
      );
    case 'duplicate_tfa_method':
      return l10n.t(
        'The service allows only one method of this kind. Remove the existing one first, or choose another kind.',
      );
    case 'twilio_error':
      return l10n.t('The text message couldn’t be delivered. Try again, or use another method.');
    case 'preauth_phone_cap':
      return l10n.t('This phone number was used in too many attempts. Use another number.');
    case 'sms_rate_limited':
      return l10n.t('Too many text messages were requested. Wait a while, or use another method.');
    case 'tfa_locked':
      return lockedUntil === undefined
        ? l10n.t('Too many wrong codes. This method is locked for 15 minutes.')
        : l10n.t('Too many wrong codes. This method is locked until {0}.', timeOfDay(lockedUntil));
    case 'service_unavailable':
      return l10n.t('The authorization couldn’t be checked. Try again.');
    case 'phone_number_mismatch':
      return l10n.t('The code was sent to a different phone number.');
    case '2fa_login_failed':
      return l10n.t('The sign-in couldn’t be verified. Check the code, or send a new one.');
    case '2fa_verification_failed':
      return l10n.t('This code is incorrect. Check it, or send a new one.');
    case 'team_user_forbidden':
      return l10n.t('Two-factor authentication can’t be changed from a team. Use your personal account.');
    case 'missing_email':
      return l10n.t('The account has no email address. Add one in the web console.');
    case 'missing_phone_number':
      return l10n.t('Enter a phone number.');
    case 'not_found':
      return l10n.t('This method is no longer set up.');
    case 'tfa_method_not_configured':
      return l10n.t('The authenticator app isn’t set up correctly. Remove this method and set it up again.');
    case 'challenge_creation_failed':
      return l10n.t('The verification couldn’t be started. Try again.');
    case 'sms_blocked_number':
      return l10n.t('Text messages to this number are blocked. Use another number.');
    case 'sms_fraud_detected':
      return l10n.t(
        'Text messages are turned off for this account because of suspected fraud. Contact the service’s support.',
      );
    case 'twilio_rate_limited':
      return l10n.t('The text message provider is busy. Try again shortly.');
  }
}

/** HH:MM in the person's time zone. */
function timeOfDay(unixSeconds: number): string {
  const time = new Date(unixSeconds * 1000);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

import * as l10n from '@vscode/l10n';
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
        ? l10n.t('Something in this request is missing or not valid.')
        : l10n.t('Something in this request is missing or not valid: {0}', said);
    case 'auth_error':
      // One code for a wrong key and for one that may not do this; only the words tell them apart.
      if (said !== undefined && /permission/i.test(said))
        return l10n.t(
          '{0} (The service says: {1})',
          l10n.t('This API key does not have the permission for that.'),
          said,
        );
      return l10n.t('The service does not accept the sign-in for this request. Sign in again.');
    case 'invalid_tfa_method':
      return l10n.t('This verification method cannot be used here. Choose another one.');
    case 'missing_auth_value':
      return l10n.t('Enter a code or a backup code.');
    case 'missing_params':
      return l10n.t('The code or the verification it belongs to is missing. Send a new code.');
    case 'email_not_verified':
      return l10n.t(
        'The account’s email address is not verified yet. Verify it in the service’s console first.',
      );
    case '2fa_expired':
      return l10n.t('This code is older than 10 minutes. Send a new one.');
    case 'challenge_not_found':
      return l10n.t('The service no longer knows this verification. Send a new code.');
    case 'no_challenge_found':
      return l10n.t('No code is waiting to be entered. Send a new code.');
    case 'tfa_challenge_exists':
      return l10n.t('A code was sent a moment ago. Enter it, or have it sent again.');
    case 'authorization_required':
      return l10n.t('Confirm that it is you before adding a method. That confirmation lasts 30 minutes.');
    case 'no_pending_authorization':
      return l10n.t('There is nothing to confirm. Begin adding the method anew.');
    case 'invalid_backup_code':
      return l10n.t('This backup code is wrong or was used before.');
    case 'untracked_2fa_found':
      return l10n.t(
        'This account uses an older form of two-factor authentication. Regenerate the backup codes first.',
      );
    case 'duplicate_tfa_method':
      return l10n.t('A method of this kind is already set up.');
    case 'twilio_error':
      return l10n.t('The text message could not be delivered. Try again, or use another method.');
    case 'preauth_phone_cap':
      return l10n.t('This phone number was used in too many attempts. Use another number.');
    case 'sms_rate_limited':
      return l10n.t('Too many text messages were asked for. Wait a while, or use another method.');
    case 'tfa_locked':
      return lockedUntil === undefined
        ? l10n.t('Too many wrong codes: this method is locked for 15 minutes.')
        : l10n.t('Too many wrong codes: this method is locked until {0}.', timeOfDay(lockedUntil));
    case 'service_unavailable':
      return l10n.t('The service could not check the authorization just now. Try again.');
    case 'phone_number_mismatch':
      return l10n.t('This is not the phone number the code was sent to.');
    case '2fa_login_failed':
      return l10n.t('The sign-in could not be verified. Check the code, or send a new one.');
    case '2fa_verification_failed':
      return l10n.t('This code is not right. Check it, or send a new one.');
    case 'team_user_forbidden':
      return l10n.t('Two-factor authentication cannot be changed from a team. Use the personal account.');
    case 'missing_email':
      return l10n.t('The account has no email address. Add one in the service’s console.');
    case 'missing_phone_number':
      return l10n.t('Enter a phone number.');
    case 'not_found':
      return l10n.t('This method is no longer set up.');
    case 'tfa_method_not_configured':
      return l10n.t('The authenticator app is not set up properly. Remove this method and set it up anew.');
    case 'challenge_creation_failed':
      return l10n.t('The service could not begin the verification. Try again.');
    case 'sms_blocked_number':
      return l10n.t('Text messages to this number are blocked. Use another number.');
    case 'sms_fraud_detected':
      return l10n.t(
        'Text messages are switched off for this account because of suspected fraud. Contact the service’s support.',
      );
    case 'twilio_rate_limited':
      return l10n.t('The provider of the text messages is busy. Try again shortly.');
  }
}

/** HH:MM on the person's clock. */
function timeOfDay(unixSeconds: number): string {
  const time = new Date(unixSeconds * 1000);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

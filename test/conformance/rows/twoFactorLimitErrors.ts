import type { CallStep } from '../row';
import { group } from './shared/group';
import { notes } from './shared/notes';
import { anotherAccount } from './shared/steps';
import {
  authorizedByEmail,
  confirmTotp,
  failed,
  nextTotp,
  providerFails,
  sendSms,
  smsSent,
  teamKey,
  tenWrongCodes,
  totpSetUp,
  withTotp,
  wrongCode,
} from './shared/twoFactorSteps';

/** Others use the number as often as an account may. */
const codesToNumber: CallStep[] = [
  { call: 'POST tfa/sms/', as: '$other', body: { phone_number: '$phone' }, status: [200, 429] },
  {
    call: 'POST tfa/sms/resend/',
    as: '$other',
    body: { phone_number: '$phone' },
    status: [200, 400, 429],
    times: 10,
  },
];

export const twoFactorLimitErrors = group('Two-factor errors', [
  {
    says: 'twilio_error',
    given: [providerFails('twilio_error')],
    ...sendSms,
    keep: {},
    ...failed('twilio_error', 400),
  },
  {
    says: 'preauth_phone_cap: a number in too many attempts',
    given: [1, 2, 3, 4, 5].flatMap(() => [anotherAccount(), ...codesToNumber]),
    ...sendSms,
    keep: {},
    ...failed('preauth_phone_cap', 429),
    choice: 'How many are too many is not shown.',
  },
  {
    says: 'sms_rate_limited: too many codes requested',
    given: [
      ...smsSent,
      { call: 'POST tfa/sms/resend/', body: { phone_number: '$phone' }, times: 30, status: [200, 429] },
    ],
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '$phone' },
    ...failed('sms_rate_limited', 429),
    choice: 'How many are too many is not shown.',
  },
  {
    says: 'tfa_locked: too many failures; fail_count and locked_until',
    given: [...withTotp, tenWrongCodes],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: wrongCode },
    ...failed('tfa_locked', 429, { fail_count: { $gte: 1 }, locked_until: 'number' }),
    choice: notes.threshold,
  },
  {
    says: 'service_unavailable: the authorization check could not run',
    given: [...totpSetUp, providerFails('service_unavailable')],
    ...confirmTotp,
    ...failed('service_unavailable', 503),
  },
  {
    says: 'phone_number_mismatch: another number than the challenge’s',
    given: [...authorizedByEmail, ...smsSent],
    call: 'POST tfa/confirm-new/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms', phone_number: '+15550000000' },
    ...failed('phone_number_mismatch', 400),
  },
  {
    says: 'phone_number_mismatch: resend to another number',
    given: smsSent,
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '+15550000000' },
    ...failed('phone_number_mismatch', 400),
  },
  {
    says: '2fa_login_failed: wrong code',
    given: withTotp,
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: wrongCode },
    ...failed('2fa_login_failed', 400),
  },
  {
    says: '2fa_verification_failed: fail_count and locked_until null',
    given: withTotp,
    call: 'DELETE tfa/',
    body: { tfa_method: 'totp', code: wrongCode },
    ...failed('2fa_verification_failed', 400, { fail_count: { $is: 1 }, locked_until: { $is: null } }),
  },
  ...['GET tfa/status/', 'POST tfa/totp-setup/', 'POST tfa/authorize-new-method/', 'POST tfa/email/'].map(
    (call) => ({
      says: `team_user_forbidden: ${call}`,
      given: [teamKey],
      call,
      as: '$team' as const,
      ...failed('team_user_forbidden', 403),
    }),
  ),
  {
    says: 'missing_email',
    given: [{ control: 'unsetEmail', args: ['$account'] }],
    call: 'POST tfa/email/',
    body: {},
    ...failed('missing_email', 400),
  },
  {
    says: 'missing_phone_number: none given, none on the account',
    call: 'POST tfa/sms/',
    body: {},
    ...failed('missing_phone_number', 400),
  },
  {
    says: 'not_found: tfa_method_id at update',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method_id: 999999999, label: 'x' },
    ...failed('not_found', 404),
  },
  {
    says: 'not_found: target_id at remove',
    given: [...withTotp, ...nextTotp],
    call: 'DELETE tfa/',
    body: { tfa_method: 'totp', code: '$code', target_id: 999999999 },
    ...failed('not_found', 404),
  },
  {
    says: 'not_found: tfa_method_id at sms',
    call: 'POST tfa/sms/',
    body: { tfa_method_id: 999999999 },
    ...failed('not_found', 404),
  },
  {
    says: 'tfa_method_not_configured: the TOTP secret is missing',
    given: [...withTotp, ...nextTotp, { control: 'loseTotpSecret', args: ['$account'] }],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    ...failed('tfa_method_not_configured', 400),
  },
  {
    says: 'challenge_creation_failed',
    given: [providerFails('challenge_creation_failed')],
    call: 'POST tfa/authorize-new-method/',
    body: {},
    ...failed('challenge_creation_failed', 500),
  },
  {
    says: 'sms_blocked_number',
    given: [providerFails('sms_blocked_number')],
    ...sendSms,
    keep: {},
    ...failed('sms_blocked_number', 400),
  },
  {
    says: 'sms_fraud_detected',
    given: [{ control: 'setSmsFraud', args: ['$account', true] }],
    ...sendSms,
    keep: {},
    ...failed('sms_fraud_detected', 403),
  },
  {
    says: 'twilio_rate_limited',
    given: [providerFails('twilio_rate_limited')],
    ...sendSms,
    keep: {},
    ...failed('twilio_rate_limited', 429),
  },
]);

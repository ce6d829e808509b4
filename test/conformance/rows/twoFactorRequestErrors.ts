import { group } from './shared/group';
import {
  authorizedByEmail,
  beginByEmail,
  emailUnverified,
  failed,
  totpSetUp,
  withTotp,
} from './shared/twoFactorSteps';

export const twoFactorRequestErrors = group('Two-factor errors', [
  ...(
    [
      ['a code of 5 digits', { tfa_method: 'totp', code: '12345' }],
      ['a code of 7 digits', { tfa_method: 'totp', code: '1234567' }],
      ['a code that is a number', { tfa_method: 'totp', code: 123456 }],
      ['an unknown tfa_method', { tfa_method: 'pigeon', code: '123456' }],
      ['a tfa_method_id that is no number', { tfa_method: 'totp', code: '123456', tfa_method_id: 'first' }],
    ] as const
  ).map(([what, body]) => ({
    says: `bad_request: ${what}`,
    given: withTotp,
    call: 'POST tfa/',
    body,
    status: 400,
    shape: { error: { $in: ['bad_request', 'invalid_tfa_method'] }, msg: 'string' },
  })),
  {
    says: 'bad_request: malformed JSON',
    call: 'POST tfa/email/',
    text: '{"secret":',
    ...failed('bad_request', 400),
  },
  ...['5551234', '+0123456789', '+1-555-123', 'mother'].map((phone_number) => ({
    says: `bad_request: a phone number that is not E.164 (${phone_number})`,
    call: 'POST tfa/sms/',
    body: { phone_number },
    ...failed('bad_request', 400),
  })),
  {
    says: 'bad_request: a label of 31 characters at confirm-new',
    given: [...authorizedByEmail, ...totpSetUp],
    call: 'POST tfa/confirm-new/',
    body: { tfa_method: 'totp', code: '$code', secret: '$totpSecret', label: 'l'.repeat(31) },
    ...failed('bad_request', 400),
  },
  {
    says: 'bad_request: a label of 31 characters at update',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method_id: '$totpId', label: 'l'.repeat(31) },
    ...failed('bad_request', 400),
  },
  {
    says: 'auth_error: a key that is not valid',
    call: 'GET tfa/status/',
    as: 'wrong',
    ...failed('auth_error', 403),
  },
  {
    says: 'invalid_tfa_method: email cannot be added',
    given: authorizedByEmail,
    call: 'POST tfa/confirm-new/',
    body: { tfa_method: 'email', code: '123456', secret: 'x' },
    ...failed('invalid_tfa_method', 400),
  },
  {
    says: 'invalid_tfa_method: update does not apply to email',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method: 'email', label: 'x' },
    ...failed('invalid_tfa_method', 400),
  },
  {
    says: 'missing_auth_value: code or backup_code missing',
    given: withTotp,
    call: 'POST tfa/',
    body: { tfa_method: 'totp' },
    ...failed('missing_auth_value', 400),
  },
  ...['POST tfa/', 'POST tfa/email/', 'POST tfa/sms/', 'POST tfa/sms/resend/'].map((call) => ({
    says: `missing_auth_value: ${call} with neither key nor secret`,
    call,
    as: 'nobody' as const,
    body: {},
    ...failed('missing_auth_value', 401),
  })),
  {
    says: 'missing_params: code and secret missing',
    given: beginByEmail,
    call: 'PUT tfa/authorize-new-method/',
    body: {},
    ...failed('missing_params', 400),
  },
  ...(
    [
      ['POST tfa/email/', {}],
      ['POST tfa/sms/', { phone_number: '$phone' }],
      ['POST tfa/authorize-new-method/', {}],
    ] as const
  ).map(([call, body]) => ({
    says: `email_not_verified: ${call}`,
    given: [emailUnverified],
    call,
    body,
    ...failed('email_not_verified', 400),
  })),
]);

import type { CallStep } from '../row';
import { deniedStatus, group } from './shared/group';
import { advance } from './shared/steps';
import {
  authorizedByEmail,
  beginByEmail,
  emailSent,
  login,
  nextTotp,
  oneSms,
  sendSms,
  smsSent,
  totpSetUp,
  user,
  withSms,
  withTotp,
} from './shared/twoFactorSteps';

const refusedAuthentication: Pick<CallStep, 'status' | 'shape'> = {
  status: deniedStatus,
  shape: { error: { $in: ['auth_error', 'missing_auth_value'] } },
};
export const twoFactorAcceptance = group('Two-factor acceptance of authentication', [
  {
    says: 'POST tfa/: secret only',
    given: [...withTotp, ...nextTotp, login],
    call: 'POST tfa/',
    as: 'nobody',
    body: { tfa_method: 'totp', code: '$code', secret: '$login' },
    shape: user,
  },
  {
    says: 'POST tfa/: Bearer only',
    given: [...withTotp, ...nextTotp],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    shape: { session_key: 'string' },
  },
  {
    says: 'POST tfa/email/: secret only',
    given: [...withTotp, login],
    call: 'POST tfa/email/',
    as: 'nobody',
    body: { secret: '$login' },
  },
  { says: 'POST tfa/email/: Bearer only', call: 'POST tfa/email/', body: {} },
  {
    says: 'POST tfa/sms/: secret only',
    given: [...withSms, advance(601), login],
    call: 'POST tfa/sms/',
    as: 'nobody',
    body: { tfa_method_id: '$smsId', secret: '$login' },
  },
  { says: 'POST tfa/sms/: Bearer only', ...sendSms, ...oneSms },
  {
    says: 'POST tfa/sms/resend/: secret only',
    given: [
      ...withSms,
      advance(601),
      login,
      {
        call: 'POST tfa/sms/',
        as: 'nobody',
        body: { tfa_method_id: '$smsId', secret: '$login' },
        keep: { sms: 'secret' },
      },
    ],
    call: 'POST tfa/sms/resend/',
    as: 'nobody',
    body: { tfa_method_id: '$smsId', secret: '$sms' },
    shape: { secret: 'string' },
  },
  {
    says: 'POST tfa/sms/resend/: the secret of a code that was sent, alone',
    given: smsSent,
    call: 'POST tfa/sms/resend/',
    as: 'nobody',
    body: { phone_number: '$phone', secret: '$sms' },
    shape: { secret: 'string' },
  },
  { says: 'POST tfa/sms/resend/: Bearer only', given: smsSent, call: 'POST tfa/sms/resend/', body: {} },
  {
    says: 'POST tfa/sms/resend/: Bearer and secret',
    given: smsSent,
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '$phone', secret: '$sms' },
  },
  ...(
    [
      ['GET tfa/status/', undefined],
      ['POST tfa/authorize-new-method/', { secret: '$login' }],
      ['PUT tfa/authorize-new-method/', { secret: '$login', code: '123456' }],
      ['POST tfa/totp-setup/', { secret: '$login' }],
      ['PUT tfa/update/', { secret: '$login', tfa_method: 'totp', label: 'x' }],
      ['POST tfa/confirm-new/', { secret: '$login', tfa_method: 'totp', code: '123456' }],
      ['DELETE tfa/', { secret: '$login', tfa_method: 'totp', code: '123456' }],
      ['PUT tfa/regen-backup-codes/', { secret: '$login', tfa_method: 'totp', code: '123456' }],
    ] as const
  ).map(([call, body]) => ({
    says: `${call}: not by a secret alone`,
    given: [...withTotp, login],
    call,
    as: 'nobody' as const,
    ...(body === undefined ? {} : { body }),
    ...refusedAuthentication,
  })),
  {
    says: 'PUT tfa/authorize-new-method/: Bearer and secret',
    given: beginByEmail,
    call: 'PUT tfa/authorize-new-method/',
    body: { code: '$code', secret: '$authorization' },
  },
  {
    says: 'POST tfa/confirm-new/: Bearer without a secret is refused',
    given: [...authorizedByEmail, ...totpSetUp],
    call: 'POST tfa/confirm-new/',
    body: { tfa_method: 'totp', code: '$code' },
    status: 400,
    shape: { error: { $in: ['missing_params', 'bad_request'] } },
  },
  {
    says: 'DELETE tfa/: Bearer, no secret for TOTP',
    given: [...withTotp, ...nextTotp],
    call: 'DELETE tfa/',
    body: { tfa_method: 'totp', code: '$code' },
  },
  {
    says: 'DELETE tfa/: Bearer and secret for SMS',
    given: [...withSms, ...smsSent],
    call: 'DELETE tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
  },
  {
    says: 'DELETE tfa/: Bearer and secret for email',
    given: [...withTotp, ...emailSent],
    call: 'DELETE tfa/',
    body: { tfa_method: 'email', code: '$code', secret: '$email', target_id: '$totpId' },
  },
  {
    says: 'PUT tfa/regen-backup-codes/: Bearer and secret for SMS',
    given: [...withSms, ...smsSent],
    call: 'PUT tfa/regen-backup-codes/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
  },
]);

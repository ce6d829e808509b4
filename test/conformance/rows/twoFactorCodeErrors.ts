import { group } from './shared/group';
import { notes } from './shared/notes';
import { advance } from './shared/steps';
import {
  confirmSms,
  confirmTotp,
  failed,
  legacy,
  smsSent,
  totpSetUp,
  withSms,
  withTotp,
} from './shared/twoFactorSteps';

export const twoFactorCodeErrors = group('Two-factor errors', [
  {
    says: '2fa_expired: a code after 10 minutes',
    given: [...withSms, ...smsSent, advance(601)],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
    ...failed('2fa_expired', 400),
  },
  {
    says: 'challenge_not_found: no challenge matches the secret',
    given: [...withSms, ...smsSent],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: 'no-such-secret' },
    ...failed('challenge_not_found', 400),
  },
  {
    says: 'challenge_not_found: a code is good once',
    given: [
      ...withSms,
      ...smsSent,
      { call: 'POST tfa/', body: { tfa_method: 'sms', code: '$code', secret: '$sms' } },
    ],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
    ...failed('challenge_not_found', 400),
  },
  {
    says: 'no_challenge_found: resend without a code sent',
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '$phone' },
    ...failed('no_challenge_found', 400),
    choice: notes.when,
  },
  {
    says: 'tfa_challenge_exists: a recent SMS code',
    given: smsSent,
    call: 'POST tfa/sms/',
    body: { phone_number: '$phone' },
    ...failed('tfa_challenge_exists', 400),
  },
  {
    says: 'authorization_required: confirm-new without authorization',
    given: totpSetUp,
    ...confirmTotp,
    ...failed('authorization_required', 403),
  },
  {
    says: 'no_pending_authorization: PUT without POST',
    call: 'PUT tfa/authorize-new-method/',
    body: { code: '123456', secret: 'x' },
    ...failed('no_pending_authorization', 400),
  },
  {
    says: 'invalid_backup_code: unknown',
    given: withTotp,
    call: 'POST tfa/',
    body: { backup_code: 'aaaa-bbbb-cccc' },
    ...failed('invalid_backup_code', 401),
  },
  {
    says: 'invalid_backup_code: used',
    given: [...withTotp, { call: 'POST tfa/', body: { backup_code: '$backup' } }],
    call: 'POST tfa/',
    body: { backup_code: '$backup' },
    ...failed('invalid_backup_code', 401),
  },
  {
    says: 'untracked_2fa_found: a legacy account on test-submit',
    given: [legacy, ...smsSent],
    ...confirmSms,
    call: 'POST tfa/test-submit/',
    ...failed('untracked_2fa_found', 400),
  },
  {
    says: 'duplicate_tfa_method',
    given: [
      ...withTotp,
      { call: 'POST tfa/authorize-new-method/', body: { backup_code: '$backup' } },
      ...totpSetUp,
    ],
    ...confirmTotp,
    ...failed('duplicate_tfa_method', 400),
  },
]);

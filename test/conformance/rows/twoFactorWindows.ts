import { group } from './shared/group';
import { notes } from './shared/notes';
import { advance } from './shared/steps';
import {
  authorizedByEmail,
  confirmTotp,
  failed,
  lastCode,
  smsSent,
  status,
  tenWrongCodes,
  totpSetUp,
  withBoth,
  withSms,
  withTotp,
} from './shared/twoFactorSteps';

export const twoFactorWindows = group('Two-factor windows and lockouts', [
  {
    says: 'A challenge is valid for 10 minutes',
    given: [...withSms, ...smsSent, advance(599)],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
  },
  {
    says: 'An authorization lasts 30 minutes',
    given: [...authorizedByEmail, advance(1799)],
    ...status({ new_method_authorized: { $is: true } }),
  },
  {
    says: 'After 30 minutes it is gone',
    given: [...authorizedByEmail, advance(1800), ...totpSetUp],
    ...confirmTotp,
    ...failed('authorization_required', 403),
    after: [status({ new_method_authorized: { $is: false } })],
  },
  {
    says: 'A locked method stays locked for 15 minutes, for the right code too',
    given: [...withTotp, tenWrongCodes, advance(870), { totp: '$totpSecret', keep: 'code' }],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    ...failed('tfa_locked', 429, { locked_until: 'number' }),
    choice: notes.threshold,
  },
  {
    says: 'After 15 minutes the right code is accepted',
    given: [...withTotp, tenWrongCodes, advance(901), { totp: '$totpSecret', keep: 'code' }],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    shape: { session_key: 'string' },
    choice: notes.threshold,
  },
  {
    says: 'The lock is the method’s, not the account’s',
    given: [
      ...withBoth,
      tenWrongCodes,
      advance(601),
      { call: 'POST tfa/sms/', body: { tfa_method_id: '$smsId' }, keep: { sms: 'secret' } },
      lastCode(),
    ],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
    shape: { session_key: 'string' },
    choice: notes.threshold,
  },
  {
    says: 'The status shows the lock',
    given: [...withTotp, tenWrongCodes],
    ...status({ methods: [{ locked_until: 'number', fail_count: { $gte: 1 } }] }),
    choice: notes.threshold,
  },
]);

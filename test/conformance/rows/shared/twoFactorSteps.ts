import type { CallStep, Step } from '../../row';
import type { Shape } from '../../shape';
import { advance } from './steps';

export const lastCode = (name = 'code'): Step => ({ control: 'outbox', keep: { [name]: '-1.code' } });
export const lastMessage = (shape: Shape): Step => ({ control: 'outbox', at: '-1', shape });
export const providerFails = (fault: string): Step => ({ control: 'setTwoFactorFault', args: [fault] });
export const emailUnverified: Step = { control: 'unsetEmail', args: ['$account', { keepAddress: true }] };
export const administrator: Step = { control: 'setAccount', args: ['$account', { isAdmin: true }] };
export const legacy: Step = {
  control: 'makeLegacy',
  args: ['$account', { phoneNumber: '$phone', backupCodes: true }],
};
export const login: Step = { control: 'beginLogin', args: ['$account'], keep: { login: '' } };
export const teamKey: Step = {
  control: 'createKey',
  args: [{ accountId: '$account', team: true }],
  keep: { team: 'apiKey' },
};

export const beginByEmail: Step[] = [
  { call: 'POST tfa/authorize-new-method/', body: {}, keep: { authorization: 'secret' } },
  lastCode(),
];
export const authorizedByEmail: Step[] = [
  ...beginByEmail,
  { call: 'PUT tfa/authorize-new-method/', body: { code: '$code', secret: '$authorization' } },
];
/** A code is good once, so the next one is waited for. */
export const nextTotp: Step[] = [advance(30), { totp: '$totpSecret', keep: 'code' }];
export const totpSetUp: Step[] = [
  { call: 'POST tfa/totp-setup/', keep: { totpSecret: 'secret' } },
  { totp: '$totpSecret', keep: 'code' },
];
export const confirmTotp: CallStep = {
  call: 'POST tfa/confirm-new/',
  body: { tfa_method: 'totp', code: '$code', secret: '$totpSecret' },
};
export const withTotp: Step[] = [
  ...authorizedByEmail,
  ...totpSetUp,
  {
    ...confirmTotp,
    keep: {
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [`backup${index}`, `backup_codes.${index}`]),
      ),
      backup: 'backup_codes.0',
      secondBackup: 'backup_codes.1',
      lastBackup: 'backup_codes.9',
    },
  },
  { call: 'GET tfa/status/', keep: { totpId: 'methods.0.id' } },
];
export const nineBackupCodesUsed: Step[] = Array.from({ length: 9 }, (_, index) => ({
  call: 'POST tfa/',
  body: { backup_code: `$backup${index}` },
}));
export const sendSms: CallStep = {
  call: 'POST tfa/sms/',
  body: { phone_number: '$phone' },
  keep: { sms: 'secret' },
};
/** The number belongs to nobody. */
export const oneSms = { leaves: 'an SMS sent to a made-up number' } as const;
export const smsSent: Step[] = [sendSms, lastCode()];
export const confirmSms: CallStep = {
  call: 'POST tfa/confirm-new/',
  body: { tfa_method: 'sms', code: '$code', secret: '$sms', phone_number: '$phone' },
};
export const withSms: Step[] = [
  ...authorizedByEmail,
  ...smsSent,
  { ...confirmSms, keep: { backup: 'backup_codes.0' } },
  { call: 'GET tfa/status/', keep: { smsId: 'methods.0.id' } },
];
export const withBoth: Step[] = [
  ...withTotp,
  { call: 'POST tfa/authorize-new-method/', body: { backup_code: '$backup' } },
  ...smsSent,
  confirmSms,
  { call: 'GET tfa/status/', keep: { smsId: 'methods.1.id' } },
];
export const emailSent: Step[] = [
  { call: 'POST tfa/email/', body: {}, keep: { email: 'secret' } },
  lastCode(),
];
export const wrongCode = '000001';
export const backupCodes: Shape = { $length: 10, $each: { $match: '^\\w{4}-\\w{4}-\\w{4}$' } };
export const methodRecord = {
  id: 'integer',
  user_id: { $is: '$account' },
  method: { $in: ['sms', 'totp'] },
  label: 'string',
  is_primary: 'boolean',
  fail_count: 'integer',
  locked_until: 'number|null',
  created_at: 'number',
  last_used: 'number|null',
  secret: 'absent',
} satisfies Shape;
export const status = (shape: Shape): CallStep => ({ call: 'GET tfa/status/', shape });
export const user = { id: { $is: '$account' } } satisfies Shape;

export const failed = (
  error: string,
  statusCode: number,
  more: Record<string, Shape> = {},
): Pick<CallStep, 'status' | 'error' | 'shape'> => ({
  status: statusCode,
  error,
  shape: { msg: 'string', ...more },
});
export const tenWrongCodes: CallStep = {
  call: 'POST tfa/',
  body: { tfa_method: 'totp', code: wrongCode },
  status: [400, 429],
  times: 10,
};

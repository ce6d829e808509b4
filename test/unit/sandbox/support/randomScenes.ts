import fc from '../../support/fastCheck';
import type { Later, Step } from './randomRequests';

type Call = readonly [method: string, path: string, body: object];

const emailProof = { tfa_method: 'email', code: { later: 'code' }, secret: { later: 'secret' } };
const smsProof = { ...emailProof, tfa_method: 'sms' };
const totpProof = { tfa_method: 'totp', code: { later: 'totp' } };
const sendEmail: Call = ['POST', 'email/', {}];
const sendSms: Call = ['POST', 'sms/', {}];
const authorize: readonly Call[] = [
  ['POST', 'authorize-new-method/', { tfa_method: 'email' }],
  ['PUT', 'authorize-new-method/', { code: { later: 'code' }, secret: { later: 'secret' } }],
];

/** What a person with phone and mailbox does in a row: by chance alone a code would hardly ever be right. */
const scenes: readonly (readonly Call[])[] = [
  [sendEmail, ['POST', '', emailProof]],
  [sendSms, ['POST', '', smsProof]],
  [['POST', '', totpProof]],
  [['POST', '', { backup_code: { later: 'backupCode' } }]],
  [sendEmail, ['PUT', 'regen-backup-codes/', emailProof]],
  [sendEmail, ['DELETE', '', { ...emailProof, target_id: { later: 'methodId' } }]],
  [
    ...authorize,
    ['POST', 'totp-setup/', {}],
    ['POST', 'confirm-new/', confirmation('totp', 'setupCode', 'setupSecret')],
  ],
  [
    ...authorize,
    ['POST', 'sms/', { phone_number: '+491701234567' }],
    ['POST', 'confirm-new/', { ...confirmation('sms', 'code', 'secret'), phone_number: '+491701234567' }],
  ],
];

function confirmation(tfa_method: string, code: Later['later'], secret: Later['later']): object {
  return { tfa_method, code: { later: code }, secret: { later: secret } };
}

/** One scene, by the seeded account. */
export const scene: fc.Arbitrary<Step[]> = fc.constantFrom(...scenes).map((calls) =>
  calls.map(([method, path, body]) => ({
    kind: 'request',
    method,
    path: `/api/v0/tfa/${path}`,
    caller: 'full',
    pick: 0,
    body,
  })),
);

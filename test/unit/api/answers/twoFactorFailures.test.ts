import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../src/api/client';
import type { Verification } from '../../../../src/api/endpoints/account/twoFactorRequests';
import type { TwoFactorCode } from '../../../../src/api/answers/twoFactorCodes';
import type { Sandbox } from '../../../sandbox';
import type { TestAccount } from '../support/account';
import { useAccount } from '../../support/useAccount';
import { failureOf } from '../support/failures';
import { scenarios } from '../support/scenarios';

let sandbox: Sandbox;
let account: TestAccount;
useAccount((fresh) => {
  sandbox = fresh.sandbox;
  account = fresh;
});

const wrong = '000001';
const totp = (code: string): Verification => ({ tfa_method: 'totp', code });

/** The calls that take a proof, and what each says of a wrong one. */
const proofs: [
  name: string,
  call: (client: Client, proof: Verification) => Promise<unknown>,
  TwoFactorCode,
][] = [
  ['logIn', ({ twoFactor }, proof) => twoFactor.logIn(proof), '2fa_login_failed'],
  ['removeMethod', ({ twoFactor }, proof) => twoFactor.removeMethod(proof), '2fa_verification_failed'],
  [
    'regenerateBackupCodes',
    ({ twoFactor }, proof) => twoFactor.regenerateBackupCodes(proof),
    '2fa_verification_failed',
  ],
];

describe.each(proofs)('twoFactor.%s', (_name, call, ofWrong) => {
  /** With an authenticator and a phone; fails with what `proof` makes of them. */
  async function refusedWith(proof: (own: TestAccount) => Promise<Verification> | Verification) {
    await account.addTotp();
    account.addSms();
    return (await failureOf(call(account.client, await proof(account)))).code;
  }

  it.each<[TwoFactorCode | 'wrong', string, (own: TestAccount) => Promise<Verification> | Verification]>([
    ['bad_request', 'a code of 5 digits', () => totp('12345')],
    ['missing_auth_value', 'neither code nor backup code', () => ({ tfa_method: 'totp' })],
    ['wrong', 'a wrong code', () => totp(wrong)],
    ['bad_request', 'a method that is none', () => ({ ...totp(wrong), tfa_method: 'pigeon' as 'sms' })],
    [
      'not_found',
      'a method that the account has not',
      () => ({ ...totp(wrong), tfa_method_id: 999_999_999 }),
    ],
    [
      'challenge_not_found',
      'a secret that belongs to nothing',
      () => ({ tfa_method: 'sms', code: wrong, secret: 'no-such-secret' }),
    ],
    [
      'no_challenge_found',
      'a code that was sent, without its secret',
      () => ({ tfa_method: 'sms', code: wrong }),
    ],
    [
      '2fa_expired',
      'a code of more than 10 minutes ago',
      async (own) => {
        const { code, secret } = await own.smsCode();
        await sandbox.control.advance(601);
        return { tfa_method: 'sms', code, secret };
      },
    ],
    [
      'tfa_locked',
      'a method that is locked',
      async (own) => {
        for (let time = 0; time < 10; time++)
          await own.client.twoFactor.logIn(totp(wrong)).catch(() => undefined);
        return totp(wrong);
      },
    ],
    [
      'tfa_method_not_configured',
      'an authenticator whose secret is lost',
      (own) => {
        sandbox.control.loseTotpSecret(own.id);
        return totp(wrong);
      },
    ],
  ])('%s: %s', async (code, _what, proof) => {
    const met = await refusedWith(proof);
    expect(met).toBe(code === 'wrong' ? ofWrong : code);
  });

  it('invalid_backup_code', async () => {
    const { methodId } = await account.addTotp();
    const proof = { backup_code: 'aaaa-bbbb-cccc', target_id: methodId };
    expect((await failureOf(call(account.client, proof))).code).toBe('invalid_backup_code');
  });
});

describe('a call that sends a code', () => {
  it.each<[string, (client: Client, phone: string) => Promise<unknown>]>([
    ['sendEmailCode', ({ twoFactor }) => twoFactor.sendEmailCode()],
    ['sendSmsCode', ({ twoFactor }, phone) => twoFactor.sendSmsCode({ phone_number: phone })],
    ['resendSmsCode', ({ twoFactor }, phone) => twoFactor.resendSmsCode({ phone_number: phone })],
    ['beginAuthorization', ({ twoFactor }) => twoFactor.beginAuthorization({})],
  ])('%s needs a verified e-mail address', async (_name, call) => {
    sandbox.control.unsetEmail(account.id, { keepAddress: true });
    expect((await failureOf(call(account.client, account.phone))).code).toBe('email_not_verified');
  });
});

// A login ends in the session of the person, whatever the key's context is.
const inTeam = Object.keys(scenarios).filter(
  (name) => name.startsWith('twoFactor.') && name !== 'twoFactor.logIn',
);
it.each(inTeam)('%s is refused in a team', async (name) => {
  const { call } = await scenarios[name]!(account);
  expect((await failureOf(call(account.inTeam()))).code).toBe('team_user_forbidden');
});

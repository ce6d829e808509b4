import { describe, expect, it } from 'vitest';
import { describeError } from '../../../../src/api/describeError';
import { twoFactorCodes, type TwoFactorCode } from '../../../../src/api/answers/twoFactorCodes';
import type { Sandbox } from '../../../sandbox';
import { TestAccount } from '../support/account';
import { useAccount } from '../../support/useAccount';
import { failureOf } from '../support/failures';

let sandbox: Sandbox;
let account: TestAccount;
useAccount((fresh) => {
  sandbox = fresh.sandbox;
  account = fresh;
});

const wrong = '000001';
const totp = (code: string) => ({ tfa_method: 'totp', code }) as const;

async function confirmTotp(own: TestAccount): Promise<unknown> {
  const { secret } = await own.client.twoFactor.setUpTotp();
  return own.client.twoFactor.confirmMethod({ ...totp(own.totpCodeOf(secret)), secret });
}

/** How each of the 32 codes is met through the client. */
const meetings: Record<TwoFactorCode, (own: TestAccount) => Promise<unknown>> = {
  bad_request: ({ client }) => client.twoFactor.sendSmsCode({ phone_number: 'mother' }),
  auth_error: (own) => own.stranger().twoFactor.status(),
  invalid_tfa_method: async (own) => {
    await own.addTotp();
    return own.client.twoFactor.updateMethod({ tfa_method: 'email' as 'sms', label: 'x' });
  },
  missing_auth_value: async (own) => {
    await own.addTotp();
    return own.client.twoFactor.logIn({ tfa_method: 'totp' });
  },
  missing_params: async (own) => {
    const { secret } = await own.client.twoFactor.beginAuthorization({});
    return own.client.twoFactor.completeAuthorization({ secret: secret! } as {
      code: string;
      secret: string;
    });
  },
  email_not_verified: (own) => {
    sandbox.control.unsetEmail(own.id, { keepAddress: true });
    return own.client.twoFactor.sendEmailCode();
  },
  '2fa_expired': async (own) => {
    own.addSms();
    const { code, secret } = await own.smsCode();
    await sandbox.control.advance(601);
    return own.client.twoFactor.logIn({ code, secret });
  },
  challenge_not_found: async (own) => {
    own.addSms();
    return own.client.twoFactor.logIn({ code: wrong, secret: 'no-such-secret' });
  },
  no_challenge_found: (own) => own.client.twoFactor.resendSmsCode({ phone_number: own.phone }),
  tfa_challenge_exists: async (own) => {
    await own.smsCode();
    return own.smsCode();
  },
  authorization_required: (own) => confirmTotp(own),
  no_pending_authorization: ({ client }) =>
    client.twoFactor.completeAuthorization({ code: wrong, secret: 'x' }),
  invalid_backup_code: async (own) => {
    await own.addTotp();
    return own.client.twoFactor.logIn({ backup_code: 'aaaa-bbbb-cccc' });
  },
  // Only the deprecated path test-submit/ answers so; the client does not call it.
  untracked_2fa_found: async (own) => {
    const body = { error: 'untracked_2fa_found', msg: 'Regenerate your backup codes first.' };
    sandbox.control.failNext({ status: 400, body });
    return own.client.twoFactor.confirmMethod({ tfa_method: 'sms', code: wrong, secret: 'x' });
  },
  duplicate_tfa_method: async (own) => {
    await own.authorize();
    await own.addTotp();
    return confirmTotp(own);
  },
  twilio_error: (own) => withFault(own, 'twilio_error'),
  preauth_phone_cap: async (own) => {
    for (let person = 0; person < 5; person++) {
      const { twoFactor } = new TestAccount(sandbox).client;
      await twoFactor.sendSmsCode({ phone_number: own.phone }).catch(() => undefined);
      for (let time = 0; time < 5; time++) await twoFactor.resendSmsCode({}).catch(() => undefined);
    }
    return own.smsCode();
  },
  sms_rate_limited: async (own) => {
    await own.smsCode();
    for (let time = 0; time < 30; time++) await own.client.twoFactor.resendSmsCode({});
  },
  tfa_locked: async (own) => {
    await own.addTotp();
    for (let time = 0; time < 10; time++)
      await own.client.twoFactor.logIn(totp(wrong)).catch(() => undefined);
    return own.client.twoFactor.logIn(totp(wrong));
  },
  service_unavailable: async (own) => {
    sandbox.control.setTwoFactorFault('service_unavailable');
    return confirmTotp(own);
  },
  phone_number_mismatch: async (own) => {
    await own.smsCode();
    return own.client.twoFactor.resendSmsCode({ phone_number: '+15550000000' });
  },
  '2fa_login_failed': async (own) => {
    await own.addTotp();
    return own.client.twoFactor.logIn(totp(wrong));
  },
  '2fa_verification_failed': async (own) => {
    await own.addTotp();
    return own.client.twoFactor.regenerateBackupCodes(totp(wrong));
  },
  team_user_forbidden: (own) => own.inTeam().twoFactor.setUpTotp(),
  missing_email: (own) => {
    sandbox.control.unsetEmail(own.id);
    return own.client.twoFactor.sendEmailCode();
  },
  missing_phone_number: ({ client }) => client.twoFactor.sendSmsCode({}),
  not_found: async (own) => {
    await own.addTotp();
    return own.client.twoFactor.updateMethod({ tfa_method_id: 999_999_999, label: 'x' });
  },
  tfa_method_not_configured: async (own) => {
    await own.addTotp();
    sandbox.control.loseTotpSecret(own.id);
    return own.client.twoFactor.removeMethod(totp(wrong));
  },
  challenge_creation_failed: (own) => {
    sandbox.control.setTwoFactorFault('challenge_creation_failed');
    return own.client.twoFactor.beginAuthorization({});
  },
  sms_blocked_number: (own) => withFault(own, 'sms_blocked_number'),
  sms_fraud_detected: (own) => {
    sandbox.control.setSmsFraud(own.id, true);
    return own.smsCode();
  },
  twilio_rate_limited: (own) => withFault(own, 'twilio_rate_limited'),
};

function withFault(own: TestAccount, fault: 'twilio_error' | 'sms_blocked_number' | 'twilio_rate_limited') {
  sandbox.control.setTwoFactorFault(fault);
  return own.smsCode();
}

describe('a two-factor error', () => {
  it.each(twoFactorCodes)('%s arrives with its sentence and what to do', async (code) => {
    const error = await failureOf(meetings[code](account));
    expect(error.code).toBe(code);
    const { message, actions } = describeError(error);
    expect(message).toMatch(/^\p{Lu}.{10,}/u);
    expect(actions).not.toHaveLength(0);
  });

  it('about a missing permission says so, as signing in again would not help', async () => {
    const error = await failureOf(account.scoped('user_read').twoFactor.setUpTotp());
    expect(error.code).toBe('auth_error');
    expect(error.message).toMatch(/lacks the permission for this.*user_write/);
    expect(error.message).not.toMatch(/[Ss]ign in/);
  });

  it('tells how often a code was wrong and until when the method is locked', async () => {
    const error = await failureOf(meetings.tfa_locked(account));
    expect(error.failCount).toBeGreaterThan(0);
    expect(error.lockedUntil).toBeGreaterThan(sandbox.control.now());
    expect(describeError(error).message).toMatch(/locked until \d\d:\d\d\.$/);
  });

  it('tells the first failure of a method that is not locked yet', async () => {
    const error = await failureOf(meetings['2fa_verification_failed'](account));
    expect(error).toMatchObject({ failCount: 1, lockedUntil: undefined });
  });
});

describe('two-factor answers that depend on the account', () => {
  it('a login with a session key goes on as that session', async () => {
    const { code } = await account.addTotp();
    const { session_key } = await account.client.twoFactor.logIn(totp(code()));
    expect((await account.clientWith(session_key!).users.current()).id).toBe(account.id);
  });

  it('a backup code leaves a count, the last one none', async () => {
    const { backupCodes } = await account.addTotp();
    const counts = [];
    for (const backup_code of backupCodes) {
      counts.push((await account.client.twoFactor.logIn({ backup_code })).backup_codes_remaining);
    }
    expect(counts).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, undefined]);
  });

  it('a legacy account is told so at login', async () => {
    account.makeLegacy();
    const { code, secret } = await account.smsCode();
    expect(await account.client.twoFactor.logIn({ code, secret })).toMatchObject({ legacy_tfa_user: true });
    expect((await account.client.users.current()).tfa_status).toBe('legacy');
  });

  it('removing one of two methods leaves a count, removing the last none', async () => {
    const { code } = await account.addTotp();
    const { methodId } = account.addSms();
    const first = await account.client.twoFactor.removeMethod({ ...totp(code()), target_id: methodId });
    expect(first.remaining_methods).toBe(1);
    await sandbox.control.advance(30);
    const last = await account.client.twoFactor.removeMethod(totp(code()));
    expect(last.remaining_methods).toBeUndefined();
  });

  it('a backup code authorizes at once', async () => {
    const { backupCodes } = await account.addTotp();
    const begun = await account.client.twoFactor.beginAuthorization({ backup_code: backupCodes[0]! });
    expect(begun.secret).toBeUndefined();
    expect((await account.client.twoFactor.status()).new_method_authorized).toBe(true);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { twoFactorCodes, type TwoFactorCode } from '../../../src/api/answers/twoFactorCodes';
import type { Remedy } from '../../../src/twoFactor/action';
import type { Sandbox } from '../../sandbox';
import { twoFactorStatus } from '../../sandbox/twoFactor/errors';
import type { TestAccount } from '../api/support/account';
import { useAccount } from '../support/useAccount';
import { PersonAtPanel } from './support/personAtPanel';

let sandbox: Sandbox;
let account: TestAccount;
let person: PersonAtPanel;
useAccount((fresh) => {
  sandbox = fresh.sandbox;
  account = fresh;
  person = new PersonAtPanel(account);
});
afterEach(() => sandbox.control.clearFailures());

/** The next call of a two-factor endpoint by this method is refused with this code. */
function refuse(code: TwoFactorCode, method: string, extra: object = {}): void {
  const body = { error: code, msg: `service words about ${code}`, ...extra };
  sandbox.control.failNext({ method, path: '/tfa/', status: twoFactorStatus[code], body });
}

/** What the panel offers beside the code, for those codes for which entering it again is not the only remedy. */
const remediesBesideTheCode: Partial<Record<TwoFactorCode, Remedy[]>> = {
  auth_error: ['signIn'],
  email_not_verified: ['openConsole'],
  authorization_required: ['authorize'],
  no_pending_authorization: ['authorize'],
  untracked_2fa_found: ['renewCodes'],
  duplicate_tfa_method: ['refresh'],
  tfa_challenge_exists: ['resend'],
  service_unavailable: ['retry'],
  team_user_forbidden: ['switchAccount'],
  missing_email: ['openConsole'],
  not_found: ['refresh'],
  tfa_method_not_configured: ['removeAndSetUpAnew'],
  challenge_creation_failed: ['retry'],
  sms_fraud_detected: ['openConsole'],
};

describe('each of the 32 errors', () => {
  it.each(twoFactorCodes)('%s stands beside the code as what a person can do', async (code) => {
    await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    refuse(
      code,
      'PUT',
      code === 'tfa_locked' ? { fail_count: 5, locked_until: sandbox.control.now() + 600 } : {},
    );
    await person.do({ kind: 'prove', code: '123456' });
    const { problem } = person.view;
    expect(problem?.field).toBe('code');
    expect(problem?.remedies).toEqual(remediesBesideTheCode[code] ?? []);
    expect(problem?.message).not.toMatch(/^(bad_request|[a-z]+_[a-z_]+)$/);
    // Words of the service are quoted only where ours cannot say more.
    if (code !== 'bad_request') expect(problem?.message).not.toContain('service words');
  });

  it('has a sentence of its own', async () => {
    const sentences = new Set<string>();
    await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    for (const code of twoFactorCodes) {
      refuse(code, 'PUT');
      await person.do({ kind: 'prove', code: '123456' });
      sentences.add(person.view.problem?.message ?? '');
    }
    expect(sentences.size).toBe(twoFactorCodes.length);
  });
});

describe('a code that is never sent', () => {
  it.each(twoFactorCodes)('has no advice to send one at %s', async (code) => {
    await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    for (const [option, typed] of [
      [person.page('proof').chosen, '123456'],
      ['backup', 'abcd-efgh-ijkl'],
    ] as const) {
      await person.do({ kind: 'chooseOption', option });
      refuse(code, 'PUT');
      await person.do({ kind: 'prove', code: typed });
      expect(person.view.problem?.message).not.toMatch(/\bsend a\b/i);
    }
  });

  it('has none either where an app is set up', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    refuse('challenge_not_found', 'POST');
    await person.do({ kind: 'confirm', code: '123456', label: '' });
    expect(person.view.problem?.message).toMatch(/Enter a code again/);
  });

  it('keeps the advice where codes are sent', async () => {
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'renew' }, { kind: 'send' });
    refuse('2fa_verification_failed', 'PUT');
    await person.do({ kind: 'prove', code: '000001' });
    expect(person.view.problem?.message).toMatch(/send a new one/);
  });
});

describe('a number', () => {
  const aboutNumbers = [
    'sms_blocked_number',
    'preauth_phone_cap',
    'phone_number_mismatch',
    'sms_fraud_detected',
  ] as const;
  it.each(aboutNumbers)('that is refused with %s has the reason beside it', async (code) => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'sms' });
    refuse(code, 'POST');
    await person.do({ kind: 'sendToNumber', phone: account.phone });
    expect(person.view.problem?.field).toBe('phone');
    expect(person.page('phone').sent).toBeUndefined();
  });
});

describe('limits', () => {
  it.each(['sms_rate_limited', 'twilio_rate_limited', 'preauth_phone_cap'] as const)(
    '%s counts down a pause of ours, as the service names none',
    async (code) => {
      account.addSms();
      await person.do({ kind: 'refresh' }, { kind: 'renew' });
      refuse(code, 'POST');
      await person.do({ kind: 'send' });
      expect(person.view.problem?.field).toBe('send');
      const { waitLeft = 0 } = person.view.problem ?? {};
      expect(waitLeft).toBeGreaterThan(0);
      await sandbox.control.advance(waitLeft / 1000);
      expect(person.view.problem?.waitLeft).toBeUndefined();
    },
  );

  it('of sending has the second message sent by the endpoint for that', async () => {
    account.addSms();
    await account.client.twoFactor.sendSmsCode({});
    await person.do({ kind: 'refresh' }, { kind: 'renew' }, { kind: 'send' });
    expect(person.view.problem).toMatchObject({ field: 'send', remedies: ['resend'] });
    await person.do({ kind: 'remedy', remedy: 'resend' });
    await person.do({ kind: 'prove', code: account.lastCode() });
    person.page('codes');
  });
});

describe('after a failure', () => {
  it('the same can be tried again, with what was typed', async () => {
    await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    refuse('service_unavailable', 'PUT');
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    await person.do({ kind: 'remedy', remedy: 'retry' });
    person.page('codes');
  });

  it('a code that is too old leads back to sending one', async () => {
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'renew' }, { kind: 'send' });
    const code = account.lastCode();
    await sandbox.control.advance(601);
    expect(person.page('proof').sent?.expiresLeft).toBe(0);
    await person.do({ kind: 'prove', code });
    expect(person.view.problem).toMatchObject({ field: 'send' });
    expect(person.view.problem?.message).toMatch(/Codes last 10 minutes/);
    expect(person.page('proof').sent).toBeUndefined();
    await person.do({ kind: 'send' });
    await person.do({ kind: 'prove', code: account.lastCode() });
    person.page('codes');
  });

  it('of the app’s secret the method is removed and set up anew', async () => {
    const { backupCodes } = await account.addTotp();
    sandbox.control.loseTotpSecret(account.id);
    await person.do({ kind: 'refresh' }, { kind: 'renew' }, { kind: 'prove', code: '123456' });
    await person.do({ kind: 'remedy', remedy: 'removeAndSetUpAnew' });
    expect(person.page('proof').chosen).toBe('backup');
    await person.do({ kind: 'prove', code: backupCodes[0]! });
    expect(person.view.status?.methods).toEqual([]);
  });

  it('what lies outside the panel is asked of the extension', async () => {
    sandbox.control.unsetEmail(account.id, { keepAddress: true });
    await person.do({ kind: 'refresh' }, { kind: 'add' }, { kind: 'send' });
    expect(person.view.problem).toMatchObject({ field: 'send', remedies: ['openConsole'] });
    await person.do({ kind: 'remedy', remedy: 'openConsole' });
    expect(person.remediesUsed).toEqual(['openConsole']);
  });

  it('what lies outside the panel is asked of the extension also while the service tells the panel nothing', async () => {
    const body = { error: 'team_user_forbidden', msg: 'x' };
    sandbox.control.failNext({ path: '/tfa/status/', status: twoFactorStatus.team_user_forbidden, body });
    await person.do({ kind: 'refresh' });
    const [remedy] = person.view.problem?.remedies ?? [];
    expect(remedy).toBe('switchAccount');
    await person.do({ kind: 'remedy', remedy: 'switchAccount' });
    expect(person.remediesUsed).toEqual(['switchAccount']);
    // It is asked again, which now goes well.
    expect(person.view.problem).toBeUndefined();
    expect(person.view.status?.state).toBe('disabled');
  });

  it('to read the status the panel says why and looks again', async () => {
    sandbox.control.failNext({ path: '/tfa/status/', status: 404, body: { error: 'not_found', msg: 'x' } });
    await person.do({ kind: 'refresh' });
    person.page('overview');
    expect(person.view.problem).toMatchObject({ field: 'page', remedies: ['retry'] });
    await person.do({ kind: 'remedy', remedy: 'retry' });
    expect(person.view.problem).toBeUndefined();
    expect(person.view.status?.state).toBe('disabled');
  });
});

describe('an answer that was lost', () => {
  const lose = (method: string, path: string) =>
    sandbox.control.failNext({ method, path, reset: true, carryOut: true });

  it('of the first method’s confirmation says that its backup codes have to be made anew', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    lose('POST', '/tfa/confirm-new/');
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: '' });
    person.page('overview');
    expect(person.view.notice?.text).toMatch(/Create new backup codes now/);
    expect(person.view.status?.methods).toHaveLength(1);
  });

  it('of a removal that happened says that it is off', async () => {
    const { methodId } = await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'remove', methodId });
    lose('DELETE', '/tfa/');
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    expect(person.view.notice?.text).toMatch(/now off/);
  });

  it('of new backup codes warns that nobody has seen them', async () => {
    await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    lose('PUT', '/tfa/regen-backup-codes/');
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    expect(person.view.notice?.text).toMatch(/Create new backup codes/);
  });

  it('of new backup codes is noted before they are asked for, until somebody has seen the warning', async () => {
    await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    lose('PUT', '/tfa/regen-backup-codes/');
    const proving = person.do({ kind: 'prove', code: await person.nextAppCode() });
    expect(person.awaited).toBe(true);
    await proving;
    expect([person.awaited, person.session.awaitsCodes]).toEqual([false, false]);
    await person.do({ kind: 'renew' }, { kind: 'prove', code: '000000' });
    expect(person.awaited).toBe(false);
  });

  it('of new backup codes warns also where the service can’t be asked what happened', async () => {
    await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    lose('PUT', '/tfa/regen-backup-codes/');
    sandbox.control.failNext({ path: '/tfa/status/', status: 503, count: 9, body: 'down' });
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    expect(person.view.notice?.text).toMatch(/Create new backup codes/);
    expect(person.view.problem?.remedies).toEqual(['retry']);
    expect([person.awaited, person.session.awaitsCodes]).toEqual([false, false]);
  });

  it('of new backup codes stays noted when the panel is closed meanwhile', async () => {
    await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    lose('PUT', '/tfa/regen-backup-codes/');
    const proving = person.do({ kind: 'prove', code: await person.nextAppCode() });
    await person.session.end();
    await proving;
    expect([person.awaited, person.session.awaitsCodes]).toEqual([true, true]);
  });

  it('of something that did not happen leaves it to be tried again', async () => {
    const { methodId } = await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'remove', methodId });
    sandbox.control.failNext({ method: 'DELETE', path: '/tfa/', reset: true });
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    expect(person.view.problem).toMatchObject({ field: 'code', remedies: ['retry'] });
    await person.do({ kind: 'remedy', remedy: 'retry' });
    expect(person.view.notice?.text).toMatch(/now off/);
  });

  it('of switching off the older form, where it did not happen, doesn’t say that it did', async () => {
    account.makeLegacy();
    await person.do({ kind: 'refresh' }, { kind: 'remove', methodId: 0 }, { kind: 'send' });
    sandbox.control.failNext({ method: 'DELETE', path: '/tfa/', reset: true });
    await person.do({ kind: 'prove', code: account.lastCode() });
    expect(person.view.notice).toBeUndefined();
    expect(person.view.problem).toMatchObject({ field: 'code', remedies: ['retry'] });
  });
});

describe('an answer without what matters', () => {
  const answer = (method: string, path: string, body: object) =>
    sandbox.control.failNext({ method, path, status: 200, body, carryOut: true });

  it.each([{}, { backup_codes: [] }])(
    'to the first method’s confirmation, %j, says that its backup codes are lost',
    async (codes) => {
      await person.authorizeByEmail();
      await person.do({ kind: 'setUp', method: 'totp' });
      const { secret } = person.page('secret');
      answer('POST', '/tfa/confirm-new/', { success: true, msg: 'Added.', ...codes });
      await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: '' });
      person.page('overview');
      expect(person.view.notice).toMatchObject({ tone: 'warning' });
      expect(person.view.notice?.text).toMatch(/Create new backup codes now/);
      expect(person.awaited).toBe(false);
    },
  );

  it('to new backup codes says that there are none, instead of an empty page', async () => {
    await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    answer('PUT', '/tfa/regen-backup-codes/', { success: true, msg: 'Made.', backup_codes: [] });
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    person.page('overview');
    expect(person.view.notice).toMatchObject({ tone: 'warning' });
    expect(person.view.notice?.text).toMatch(/sent no backup codes.*Create new backup codes/);
    expect([person.awaited, person.kept.size]).toEqual([false, 0]);
  });

  it('to it stays noted when the panel is closed meanwhile', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    answer('POST', '/tfa/confirm-new/', { success: true, msg: 'Added.' });
    const confirming = person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: '' });
    await person.session.end();
    await confirming;
    expect([person.awaited, person.session.awaitsCodes]).toEqual([true, true]);
  });

  it('to the last method’s removal, with 0 remaining, says that it is off', async () => {
    const { methodId } = await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'remove', methodId });
    answer('DELETE', '/tfa/', { msg: 'Removed.', remaining_methods: 0 });
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    expect(person.view.notice?.text).toMatch(/now off/);
  });
});

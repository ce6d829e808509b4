import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox';
import type { TestAccount } from '../api/support/account';
import { useAccount } from '../support/useAccount';
import { drawnText } from '../webviews/twoFactor/support/drawn';
import { PersonAtPanel } from './support/personAtPanel';

let sandbox: Sandbox;
let account: TestAccount;
let person: PersonAtPanel;
useAccount((fresh) => {
  sandbox = fresh.sandbox;
  account = fresh;
  person = new PersonAtPanel(account);
});

describe('a second method of one kind', () => {
  const addApp = async (label: string) => {
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label });
    return secret;
  };

  it('is added where the service allows it, proves by itself, and can be renamed and removed', async () => {
    sandbox.control.configure({ tfaMethodsOfAKind: 'several' });
    await person.authorizeByEmail();
    await addApp('Phone');
    await person.do({ kind: 'codesStored' }, { kind: 'add' });
    const second = await addApp('Tablet');
    const methods = person.view.status?.methods ?? [];
    expect(methods).toMatchObject([
      { label: 'Phone', primary: true },
      { label: 'Tablet', primary: false },
    ]);
    const [phone, tablet] = methods.map(({ id }) => id);
    await sandbox.control.advance(30);
    await person.do({ kind: 'remove', methodId: phone! });
    const { options } = person.page('proof');
    expect(options.map(({ label }) => label).slice(0, 2)).toEqual(['Phone', 'Tablet']);
    await person.do(
      { kind: 'chooseOption', option: `method-${tablet}` },
      { kind: 'prove', code: account.totpCodeOf(second) },
    );
    expect(person.view.problem).toBeUndefined();
    expect(person.view.status?.methods).toMatchObject([{ label: 'Tablet', primary: true }]);
    await person.do({ kind: 'rename', methodId: tablet!, label: 'Old tablet' });
    expect(person.view.status?.methods).toMatchObject([{ label: 'Old tablet' }]);
  });

  it('is tried all the same where it is not, and the service says so', async () => {
    sandbox.control.configure({ tfaMethodsOfAKind: 'one' });
    await person.authorizeByEmail();
    await addApp('Phone');
    await person.do({ kind: 'codesStored' }, { kind: 'add' });
    expect(drawnText(person.view)).toContain('Use an App');
    await addApp('Tablet');
    expect(person.view.problem?.message).toMatch(/only one method of this kind/);
  });
});

describe('setting up the first method', () => {
  it('goes from the e-mail code over the app to backup codes that are shown once', async () => {
    await person.do({ kind: 'refresh' });
    expect(person.view.status).toMatchObject({ state: 'disabled', methods: [], authorized: false });
    await person.do({ kind: 'add' });
    expect(person.page('proof').options.map(({ kind }) => kind)).toEqual(['email']);
    await person.do({ kind: 'send' });
    expect(person.page('proof').sent).toMatchObject({ expiresLeft: 600_000, resendLeft: 30_000 });
    await person.do({ kind: 'prove', code: account.lastCode() });
    person.page('choose');
    expect(person.view.status).toMatchObject({ authorized: true, authorizedLeft: 1_800_000 });
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret, uri } = person.page('secret');
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    expect(uri).toContain(secret);
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: 'My phone' });
    expect(person.page('codes')).toMatchObject({ again: false, saved: false });
    expect(person.page('codes').codes).toHaveLength(10);
    expect(person.view.status?.methods).toMatchObject([{ kind: 'totp', label: 'My phone', primary: true }]);
    await person.do({ kind: 'codesStored' });
    person.page('overview');
    expect(person.kept.get(String(account.id))).toBeUndefined();
    expect(person.changes).toBeGreaterThan(0);
  });

  it('takes a phone instead, with a number written as people write it', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'sms' }, { kind: 'sendToNumber', phone: '+44 (7700) 900-123' });
    expect(person.page('phone')).toMatchObject({ phone: '+447700900123', sent: { to: '+44 7700 900123' } });
    await person.do({ kind: 'confirm', code: `Your code is ${account.lastCode()}.`, label: '' });
    expect(person.page('codes').codes).toHaveLength(10);
  });

  it('sends the message again, after which the newest code is the right one', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'sms' }, { kind: 'sendToNumber', phone: account.phone });
    await person.do({ kind: 'resend' });
    expect(person.view.notice?.text).toMatch(/newest code/);
    expect(person.page('phone').sent?.to.replaceAll(' ', '')).toBe(account.phone);
    await person.do({ kind: 'confirm', code: account.lastCode(), label: '' });
    person.page('codes');
  });

  it('refuses what is no number without asking the service, each mistake in its own words', async () => {
    await person.authorizeByEmail();
    sandbox.control.clearRequests();
    await person.do({ kind: 'setUp', method: 'sms' });
    for (const [phone, words] of [
      ['', 'Enter a phone number.'],
      ['0770 900123', 'Choose the country, or start with its code, such as +44.'],
      ['+49 0170 1234567', 'Leave out the 0 after +49.'],
      ['+999 123 4567', 'No country has the code +999. Check the digits after the +.'],
      ['+44 77', 'This number is too short. Digits are missing after +44.'],
      ['+44 7700 900123 900', 'This number is too long for +44. Remove the extra digits.'],
      ['+44 mother', 'A phone number can have only digits, and a + at the start.'],
    ] as const) {
      await person.do({ kind: 'sendToNumber', phone });
      expect(person.view.problem).toMatchObject({ field: 'phone', message: words });
    }
    expect(sandbox.control.requests()).toEqual([]);
  });

  it('says that the phone’s clock is wrong when the code belongs to another time', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    const old = account.totpCodeOf(secret);
    await sandbox.control.advance(180);
    await person.do({ kind: 'confirm', code: old, label: '' });
    expect(person.view.problem).toMatchObject({ field: 'code' });
    expect(person.view.problem?.message).toMatch(/3 minutes old.*clock/);
    const late = account.totpCodeOf(secret);
    await sandbox.control.advance(60);
    await person.do({ kind: 'confirm', code: late, label: '' });
    expect(person.view.problem?.message).toMatch(/1 minute old/);
  });
});

describe('adding another method', () => {
  it('is authorized by an existing method, which is proposed first', async () => {
    await person.setUpApp();
    await sandbox.control.advance(1_801);
    await person.do({ kind: 'codesStored' }, { kind: 'refresh' }, { kind: 'add' });
    const { options, chosen } = person.page('proof');
    expect(options.map(({ kind }) => kind)).toEqual(['totp', 'email', 'backup']);
    expect(chosen).toBe(options[0]!.id);
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    person.page('choose');
    await person.do({ kind: 'setUp', method: 'sms' }, { kind: 'sendToNumber', phone: account.phone });
    await person.do({ kind: 'confirm', code: account.lastCode(), label: 'Second' });
    // Backup codes come with the first method only.
    person.page('overview');
    expect(person.view.notice?.text).toMatch(/phone was added/);
    expect(person.view.status?.methods.map(({ kind }) => kind)).toEqual(['totp', 'sms']);
  });

  it('is authorized by a backup code', async () => {
    await person.setUpApp();
    const [code] = person.page('codes').codes;
    await sandbox.control.advance(1_801);
    await person.do({ kind: 'codesStored' }, { kind: 'refresh' }, { kind: 'add' });
    await person.do(
      { kind: 'chooseOption', option: 'backup' },
      { kind: 'prove', code: code!.replaceAll('-', ' ') },
    );
    person.page('choose');
    expect(person.view.status?.backupCodes).toBe(9);
  });

  it('of a kind that is there may be tried, and the service says that it takes no second one', async () => {
    await person.setUpApp();
    await person.do({ kind: 'codesStored' }, { kind: 'add' }, { kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: 'Tablet' });
    expect(person.view.problem).toMatchObject({ field: 'page' });
    expect(person.view.problem?.message).toMatch(/allows only one method of this kind/);
    expect(person.view.problem?.remedies).toContain('otherMethod');
    await person.do({ kind: 'back' });
    person.page('overview');
  });

  it('needs no proof within the thirty minutes', async () => {
    await person.setUpApp();
    await person.do({ kind: 'codesStored' }, { kind: 'add' });
    person.page('choose');
  });

  it('is no longer offered without a proof once the thirty minutes have run down', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'back' });
    await sandbox.control.advance(1800);
    expect(person.view.status).toMatchObject({ authorized: false });
    await person.do({ kind: 'add' });
    person.page('proof');
  });

  it('asks for the proof again when the thirty minutes are over in the middle', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    await sandbox.control.advance(1_801);
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: '' });
    expect(person.view.problem).toMatchObject({ field: 'code', remedies: ['authorize'] });
    await person.do({ kind: 'remedy', remedy: 'authorize' });
    person.page('proof');
  });
});

describe('removing a method', () => {
  it('by its own code leaves the other one', async () => {
    const { methodId } = await account.addTotp();
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'remove', methodId });
    expect(person.page('proof').purpose).toMatchObject({ kind: 'remove', last: false });
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    person.page('overview');
    expect(person.view.notice).toMatchObject({ tone: 'info' });
    expect(person.view.status?.methods.map(({ kind }) => kind)).toEqual(['sms']);
  });

  it('warns about the last one, and says afterwards that two-factor authentication is off', async () => {
    const { methodId } = await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'remove', methodId });
    expect(person.page('proof').purpose).toMatchObject({ kind: 'remove', last: true });
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    expect(person.view.notice).toMatchObject({ tone: 'warning' });
    expect(person.view.notice?.text).toMatch(/now off/);
    expect(person.view.status?.state).toBe('disabled');
  });

  it('of a lost device takes a backup code, and does not offer the lost one', async () => {
    const { methodId, backupCodes } = await account.addTotp();
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'lost' }, { kind: 'removeLost', methodId });
    const { options, chosen } = person.page('proof');
    expect(chosen).toBe('backup');
    expect(options.some(({ id }) => id === `method-${methodId}`)).toBe(false);
    await person.do({ kind: 'prove', code: backupCodes[0]! });
    expect(person.view.status?.methods.map(({ kind }) => kind)).toEqual(['sms']);
    expect(person.view.status?.backupCodes).toBe(9);
  });

  it('offers backup codes also where their number is not told, and none where there are none', async () => {
    const { methodId, backupCodes } = await account.addTotp();
    account.addSms();
    const methods = [{ id: methodId, method: 'totp' }];
    const answer = (left: object) =>
      sandbox.control.failNext({
        path: '/tfa/status/',
        status: 200,
        body: { success: true, tfa_enabled: true, methods, new_method_authorized: false, ...left },
      });
    const kinds = () => person.page('proof').options.map(({ kind }) => kind);
    answer({ backup_codes_remaining: 0 });
    await person.do({ kind: 'refresh' }, { kind: 'lost' });
    expect(drawnText(person.view)).toContain('No backup codes are left');
    await person.do({ kind: 'removeLost', methodId });
    expect(kinds()).not.toContain('backup');
    answer({});
    await person.do({ kind: 'refresh' }, { kind: 'lost' });
    expect(drawnText(person.view)).not.toContain('No backup codes are left');
    await person.do({ kind: 'removeLost', methodId });
    expect(kinds()).toContain('backup');
    await person.do({ kind: 'chooseOption', option: 'backup' }, { kind: 'prove', code: backupCodes[0]! });
    expect(person.view.problem).toBeUndefined();
    expect(person.view.status?.methods.map(({ kind }) => kind)).toEqual(['sms']);
  });
});

describe('changing', () => {
  it('a label and the primary method', async () => {
    await account.addTotp();
    const { methodId } = account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'makePrimary', methodId });
    await person.do({ kind: 'rename', methodId, label: ' Work phone ' });
    const phone = person.view.status?.methods.find(({ id }) => id === methodId);
    expect(phone).toMatchObject({ label: 'Work phone', primary: true });
  });

  it('a label to more than thirty characters is refused beside it', async () => {
    const { methodId } = await account.addTotp();
    await person.do({ kind: 'refresh' }, { kind: 'rename', methodId, label: 'x'.repeat(31) });
    expect(person.view.problem).toMatchObject({ field: 'label' });
  });

  it('a label that is too long is refused beside it when a method is activated', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const code = account.totpCodeOf(person.page('secret').secret);
    await person.do({ kind: 'confirm', code, label: 'x'.repeat(31) });
    expect(person.view.problem).toMatchObject({ field: 'label' });
    await person.do({ kind: 'confirm', code, label: 'x'.repeat(30) });
    person.page('codes');
  });

  it('the backup codes replaces them by ten new ones', async () => {
    const { backupCodes } = await account.addTotp();
    await person.do(
      { kind: 'refresh' },
      { kind: 'renew' },
      { kind: 'prove', code: await person.nextAppCode() },
    );
    const { codes } = person.page('codes');
    expect(codes).toHaveLength(10);
    expect(codes).not.toEqual(backupCodes);
    await person.do({ kind: 'copyCodes' }, { kind: 'saveCodes' });
    expect(person.copied).toEqual([codes.join('\n')]);
    expect(person.saved.join()).toContain(codes[9]);
    expect(person.page('codes').saved).toBe(true);
    // A notification about older codes asks for new ones: these stay where they are.
    await person.do({ kind: 'renew' });
    expect(person.page('codes').codes).toEqual(codes);
  });
});

describe('new backup codes that went with the window that showed them', () => {
  beforeEach(async () => {
    await account.addTotp();
    person.codesLost = true;
    await person.do({ kind: 'refresh' });
  });

  it('are said to be lost, and new ones are offered', async () => {
    expect(person.view.codesLost).toBe(true);
    expect(drawnText(person.view)).toContain('can’t be shown again');
    await person.do({ kind: 'renew' }, { kind: 'prove', code: await person.nextAppCode() });
    person.page('codes');
    await person.do({ kind: 'codesStored' }, { kind: 'refresh' });
    expect(person.view.codesLost).toBe(false);
  });

  it('are no longer said to be lost when the person has them, or none are needed any more', async () => {
    await person.do({ kind: 'codesStored' });
    expect(person.view.codesLost).toBe(false);
    expect(drawnText(person.view)).toContain('left');
    person.codesLost = true;
    const [method] = person.view.status?.methods ?? [];
    await person.do({ kind: 'remove', methodId: method!.id });
    await person.do({ kind: 'prove', code: await person.nextAppCode() });
    expect(person.view.status?.state).toBe('disabled');
    expect(person.codesLost).toBe(false);
  });
});

describe('an account with the older form', () => {
  it('is named so, and gets a method from new backup codes by a message to the number on file', async () => {
    account.makeLegacy();
    await person.do({ kind: 'refresh' });
    expect(person.view.status?.state).toBe('legacy');
    await person.do({ kind: 'renew' });
    expect(person.page('proof').options.map(({ kind }) => kind)).toEqual(['sms', 'email']);
    await person.do({ kind: 'send' });
    await person.do({ kind: 'prove', code: account.lastCode() });
    person.page('codes');
    expect(person.view.status).toMatchObject({ state: 'enabled', methods: [{ kind: 'sms' }] });
  });

  it('can be switched off', async () => {
    account.makeLegacy();
    await person.do({ kind: 'refresh' }, { kind: 'remove', methodId: 0 }, { kind: 'send' });
    await person.do({ kind: 'prove', code: account.lastCode() });
    expect(person.view.notice?.text).toMatch(/now off/);
    expect(person.view.status?.state).toBe('disabled');
  });
});

describe('a lock', () => {
  it('is not far where the method says how many codes were wrong', async () => {
    const { methodId } = await account.addTotp();
    for (const words of [/1 wrong code\b/, /2 wrong codes/]) {
      await person.do({ kind: 'refresh' }, { kind: 'remove', methodId });
      await person.do({ kind: 'prove', code: '000001' }, { kind: 'back' });
      expect(drawnText(person.view)).toMatch(words);
    }
  });

  it('shows after too many wrong codes, counts down, and is over in time', async () => {
    const { methodId } = await account.addTotp();
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'remove', methodId });
    for (let attempt = 0; attempt < 5; attempt++) await person.do({ kind: 'prove', code: '000001' });
    expect(person.view.problem).toMatchObject({ field: 'code', waitLeft: 900_000 });
    expect(person.view.problem?.message).toMatch(/locked/);
    await sandbox.control.advance(60);
    expect(person.page('proof').options[0]).toMatchObject({ lockLeft: 840_000 });
    await person.do({ kind: 'prove', code: '000001' });
    expect(person.view.problem).toMatchObject({ waitLeft: 840_000 });
    await sandbox.control.advance(840);
    expect(person.view.problem?.waitLeft).toBeUndefined();
    await person.do({ kind: 'prove', code: account.sandbox.control.totpCode(account.id) });
    person.page('overview');
  });

  it('never counts down from more than it can last, whatever this machine’s clock says', async () => {
    await account.addTotp();
    person.clockAhead = -3_600_000;
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    for (let attempt = 0; attempt < 5; attempt++) await person.do({ kind: 'prove', code: '000001' });
    expect(person.view.problem).toMatchObject({ waitLeft: 900_000 });
  });

  it('stands at its method at once, and is not proposed, without asking the service again', async () => {
    const { methodId } = await account.addTotp();
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    for (let attempt = 0; attempt < 5; attempt++) await person.do({ kind: 'prove', code: '000001' });
    sandbox.control.clearRequests();
    await person.do({ kind: 'back' });
    const row = () => person.view.status?.methods.find(({ id }) => id === methodId);
    expect(row()).toMatchObject({ lockLeft: 900_000, failCount: 5 });
    await person.do({ kind: 'renew' });
    const { options, chosen } = person.page('proof');
    expect(options.find(({ id }) => id === chosen)?.kind).toBe('sms');
    expect(sandbox.control.requests()).toEqual([]);
    await sandbox.control.advance(900);
    expect(row()?.lockLeft).toBeUndefined();
  });

  it('of one method leaves the others open, and one of those is proposed', async () => {
    await account.addTotp();
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    for (let attempt = 0; attempt < 5; attempt++) await person.do({ kind: 'prove', code: '000001' });
    await person.do({ kind: 'back' }, { kind: 'refresh' }, { kind: 'renew' });
    const { options, chosen } = person.page('proof');
    expect(options.find(({ id }) => id === chosen)?.kind).toBe('sms');
  });
});

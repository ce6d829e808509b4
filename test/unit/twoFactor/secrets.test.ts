import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox';
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

describe('what is secret', () => {
  it('goes to the browser side only on the page that shows it', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: '' });
    const { codes } = person.page('codes');
    await person.do({ kind: 'codesStored' });
    const others = person.drawn.filter(({ page }) => page.kind !== 'secret' && page.kind !== 'codes');
    const seen = JSON.stringify(others);
    for (const one of [secret, ...codes]) expect(seen).not.toContain(one);
  });

  it('of a challenge never goes there', async () => {
    await account.addTotp();
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    const [, sms] = person.page('proof').options;
    await person.do({ kind: 'chooseOption', option: sms!.id }, { kind: 'send' }, { kind: 'resend' });
    expect(Object.keys(person.page('proof').sent ?? {}).sort()).toEqual(['expiresLeft', 'resendLeft', 'to']);
    expect(JSON.stringify(person.view)).not.toContain(account.lastCode());
  });

  it('is forgotten when nobody is there, and the person is told', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    person.session.forget();
    person.page('overview');
    expect(person.view.notice?.text).toMatch(/Timed out after five minutes/);
    expect(JSON.stringify(person.view)).not.toContain(secret);
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: '' });
    expect(person.view.status?.methods).toEqual([]);
  });

  it('stays while a code counts that was sent, which is read elsewhere', async () => {
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'add' }, { kind: 'send' });
    const minute = 60_000;
    person.clockAhead = 9 * minute;
    person.session.forget();
    expect(person.page('proof').sent).toBeDefined();
    await person.do({ kind: 'prove', code: account.lastCode() });
    person.page('choose');
    await person.do({ kind: 'refresh' }, { kind: 'renew' }, { kind: 'send' });
    person.clockAhead += 10 * minute;
    person.session.forget();
    person.page('overview');
    expect(person.view.notice?.text).toMatch(/The code that was sent has expired/);
  });

  it('stays when it is backup codes that nobody has stored, also over the panel’s end', async () => {
    await person.setUpApp();
    const { codes } = person.page('codes');
    person.session.forget();
    expect(person.page('codes').codes).toEqual(codes);
    person.open();
    expect(person.page('codes')).toMatchObject({ codes, again: true });
    await person.do({ kind: 'codesStored' });
    person.open();
    person.page('loading');
  });

  it('is forgotten with the panel, but for codes that come while it is closed', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    const running = person.session.handle({
      kind: 'confirm',
      code: account.totpCodeOf(secret),
      label: '',
    });
    await person.session.end();
    await running;
    expect(person.view.page).toEqual({ kind: 'overview' });
    expect(person.kept.get(String(account.id))).toHaveLength(10);
    person.open();
    expect(person.page('codes').again).toBe(true);
  });

  it('stays when what comes after the codes fails', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    sandbox.control.failNext({ path: '/tfa/status/', count: 5, status: 503, body: 'down' });
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: '' });
    expect(person.page('codes').codes).toHaveLength(10);
    sandbox.control.clearFailures();
    await person.do({ kind: 'codesStored' });
    expect(person.view.status?.methods).toHaveLength(1);
  });
});

describe('one thing at a time', () => {
  it('passes over what is pressed while something is under way', async () => {
    await person.do({ kind: 'refresh' }, { kind: 'add' });
    sandbox.control.clearOutbox();
    await Promise.all([
      person.session.handle({ kind: 'send' }),
      person.session.handle({ kind: 'send' }),
      person.session.handle({ kind: 'back' }),
    ]);
    expect(sandbox.control.outbox()).toHaveLength(1);
    person.page('proof');
  });
});

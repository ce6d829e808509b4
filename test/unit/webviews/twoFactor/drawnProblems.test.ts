import { afterEach, describe, expect, it } from 'vitest';
import { twoFactorCodes, type TwoFactorCode } from '../../../../src/api/answers/twoFactorCodes';
import type { Sandbox } from '../../../sandbox';
import { twoFactorStatus } from '../../../sandbox/twoFactor/errors';
import type { TestAccount } from '../../api/support/account';
import { useAccount } from '../../support/useAccount';
import { drawnText } from './support/drawn';
import { PersonAtPanel } from '../../twoFactor/support/personAtPanel';

let sandbox: Sandbox;
let account: TestAccount;
let person: PersonAtPanel;
useAccount((fresh) => {
  sandbox = fresh.sandbox;
  account = fresh;
  person = new PersonAtPanel(account);
});
afterEach(() => sandbox.control.clearFailures());

function refuse(code: TwoFactorCode): void {
  const body = { error: code, msg: 'x' };
  for (const method of ['POST', 'PUT', 'DELETE'])
    sandbox.control.failNext({ method, path: '/tfa/', status: twoFactorStatus[code], body });
}

/** Whatever the page has become, its problem is on it. */
function expectDrawn(drafts: Record<string, string> = {}): void {
  const { problem } = person.view;
  expect(problem).toBeDefined();
  expect(drawnText(person.view, drafts)).toContain(problem?.message);
}

describe.each(twoFactorCodes)('%s is drawn', (code) => {
  it('where a proof by a message is sent, sent again and given', async () => {
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    refuse(code);
    await person.do({ kind: 'send' });
    expectDrawn();
    sandbox.control.clearFailures();
    await person.do({ kind: 'send' });
    expect(person.page('proof').sent).toBeDefined();
    refuse(code);
    await person.do({ kind: 'resend' });
    expectDrawn();
    sandbox.control.clearFailures();
    refuse(code);
    await person.do({ kind: 'prove', code: '000001' });
    expectDrawn();
  });

  it('where a number is given, its code is sent again and confirmed', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'sms' });
    refuse(code);
    await person.do({ kind: 'sendToNumber', phone: account.phone });
    expectDrawn();
    sandbox.control.clearFailures();
    await person.do({ kind: 'sendToNumber', phone: account.phone });
    refuse(code);
    await person.do({ kind: 'resend' });
    expectDrawn();
    sandbox.control.clearFailures();
    expect(person.page('phone').sent).toBeDefined();
    refuse(code);
    await person.do({ kind: 'confirm', code: '000001', label: '' });
    expectDrawn();
  });

  it('where an app is set up and renamed', async () => {
    await person.authorizeByEmail();
    refuse(code);
    await person.do({ kind: 'setUp', method: 'totp' });
    expectDrawn();
    sandbox.control.clearFailures();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('secret');
    refuse(code);
    await person.do({ kind: 'confirm', code: '000001', label: '' });
    expectDrawn();
    sandbox.control.clearFailures();
    await person.do(
      { kind: 'confirm', code: account.totpCodeOf(secret), label: '' },
      { kind: 'codesStored' },
    );
    const methodId = person.view.status?.methods[0]?.id ?? 0;
    refuse(code);
    await person.do({ kind: 'rename', methodId, label: 'x' });
    expectDrawn({ renaming: String(methodId) });
    // The panel may have been drawn anew in the meantime, with no input open.
    expectDrawn();
  });
});

describe('choosing another way', () => {
  it('stays on the page, so that the keyboard stays in the list of ways', async () => {
    await account.addTotp();
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    const { turn } = person.view;
    const [, sms] = person.page('proof').options;
    await person.do({ kind: 'chooseOption', option: sms!.id });
    expect(person.page('proof').chosen).toBe(sms!.id);
    expect(person.view.turn).toBe(turn);
  });
});

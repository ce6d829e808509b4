import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/stores/clock';
import { hostMessage, panelMessage } from '../../../src/webviews/twoFactor/protocol';
import { Unattended } from '../../../src/webviews/twoFactor/unattended';
import { createSandbox, type Sandbox } from '../../sandbox';
import { TestAccount } from '../api/support/account';
import { PersonAtPanel } from './support/personAtPanel';

let sandbox: Sandbox;
let account: TestAccount;
let person: PersonAtPanel;
beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false, offers: 50 });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  account = new TestAccount(sandbox);
  person = new PersonAtPanel(account);
});

describe('what is secret', () => {
  it('goes to the browser side only on the page that shows it', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('totp');
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: '' });
    const { codes } = person.page('codes');
    await person.do({ kind: 'codesStored' });
    const others = person.drawn.filter(({ page }) => page.kind !== 'totp' && page.kind !== 'codes');
    const seen = JSON.stringify(others);
    for (const one of [secret, ...codes]) expect(seen).not.toContain(one);
  });

  it('of a challenge never goes there', async () => {
    await account.addTotp();
    account.addSms();
    await person.do({ kind: 'refresh' }, { kind: 'renew' });
    const [, sms] = person.page('proof').ways;
    await person.do({ kind: 'chooseWay', way: sms!.id }, { kind: 'send' }, { kind: 'resend' });
    expect(Object.keys(person.page('proof').sent ?? {}).sort()).toEqual(['expiresLeft', 'resendLeft', 'to']);
    expect(JSON.stringify(person.view)).not.toContain(account.lastCode());
  });

  it('is forgotten when nobody is there, and the person is told', async () => {
    await person.authorizeByEmail();
    await person.do({ kind: 'setUp', method: 'totp' });
    const { secret } = person.page('totp');
    person.session.forget();
    person.page('overview');
    expect(person.view.notice?.text).toMatch(/Nobody was here/);
    expect(JSON.stringify(person.view)).not.toContain(secret);
    await person.do({ kind: 'confirm', code: account.totpCodeOf(secret), label: '' });
    expect(person.view.status?.methods).toEqual([]);
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
    const { secret } = person.page('totp');
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
    const { secret } = person.page('totp');
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

describe('messages', () => {
  it.each([
    undefined,
    'ready',
    { kind: 'unknown' },
    { kind: 'remove' },
    { kind: 'remove', methodId: '7' },
    { kind: 'prove', code: 123_456 },
    { kind: 'prove', code: 'x'.repeat(10_000) },
    { kind: 'help', help: 'workbench.action.quit' },
  ])('from the browser side are refused when they are none: %j', (message) => {
    expect(panelMessage.safeParse(message).success).toBe(false);
  });

  it.each([undefined, {}, { kind: 'view' }, { kind: 'view', view: { turn: 1 } }])(
    'from the host are refused when they are none: %j',
    (message) => {
      expect(hostMessage.safeParse(message).success).toBe(false);
    },
  );
});

describe('five minutes', () => {
  /** A clock that is driven by hand. */
  class ManualClock implements Clock {
    #now = 0;
    #timers: { at: number; callback: () => void }[] = [];
    now = () => this.#now;
    after = (milliseconds: number, callback: () => void) => {
      const timer = { at: this.#now + milliseconds, callback };
      this.#timers.push(timer);
      return () => {
        this.#timers = this.#timers.filter((one) => one !== timer);
      };
    };
    advance(milliseconds: number): void {
      this.#now += milliseconds;
      const due = this.#timers.filter(({ at }) => at <= this.#now);
      this.#timers = this.#timers.filter(({ at }) => at > this.#now);
      for (const { callback } of due) callback();
    }
  }

  it('without a sign of a person are noticed, and each sign begins them anew', () => {
    const clock = new ManualClock();
    let left = 0;
    const unattended = new Unattended(clock, () => (left += 1));
    clock.advance(299_000);
    unattended.attend();
    clock.advance(299_000);
    expect(left).toBe(0);
    clock.advance(1_000);
    expect(left).toBe(1);
    clock.advance(300_000);
    expect(left).toBe(2);
    unattended.dispose();
    clock.advance(600_000);
    expect(left).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { member, text } from './support/service';
import { authorizeByEmail, phone, startPerson } from './support/people';

describe('sending codes', () => {
  it('by e-mail with a key makes a fresh challenge each time; with its secret the code is renewed', async () => {
    const person = await startPerson();
    const first = await person.tfa('POST', 'email/', {});
    expect(first.body).toEqual({
      success: true,
      msg: expect.any(String) as string,
      secret: expect.any(String) as string,
    });
    const second = await person.tfa('POST', 'email/', {});
    expect(text(second, 'secret')).not.toBe(text(first, 'secret'));
    const again = await person.tfa('POST', 'email/', { secret: text(first, 'secret') });
    expect(text(again, 'secret')).toBe(text(first, 'secret'));
  });

  it('again by SMS with a key gives a new secret, and the old secret and code are good no more', async () => {
    const person = await startPerson();
    person.control.addMethods(person.id, { sms: phone });
    const old = await person.proof('sms');
    const again = await person.tfa('POST', 'sms/resend/', { phone_number: phone });
    expect(text(again, 'secret')).not.toBe(old.secret);
    expect(await person.tfa('POST', '', old)).toMatchObject({ body: { error: 'challenge_not_found' } });
    const fresh = { code: person.lastCode(), secret: text(again, 'secret') };
    expect((await person.tfa('POST', '', fresh)).status).toBe(200);
  });

  it('again keeps the secret when it is given, for another ten minutes', async () => {
    const person = await startPerson();
    const { methodIds } = person.control.addMethods(person.id, { sms: phone });
    const { secret } = await person.proof('sms');
    await person.control.advance(599);
    const again = await person.tfa('POST', 'sms/resend/', { secret, tfa_method_id: methodIds[0] });
    expect(text(again, 'secret')).toBe(secret);
    await person.control.advance(599);
    expect((await person.tfa('POST', '', { code: person.lastCode(), secret })).status).toBe(200);
  });

  it('works under the deprecated paths as under their replacements', async () => {
    const person = await startPerson();
    await authorizeByEmail(person);
    await person.tfa('POST', 'test/', { phone_number: phone });
    const secret = text(await person.tfa('POST', 'resend/', { phone_number: phone }), 'secret');
    const body = { tfa_method: 'sms', code: person.lastCode(), secret, phone_number: phone };
    const confirmed = await person.tfa('POST', 'test-submit/', body);
    expect(member(confirmed, 'backup_codes')).toHaveLength(10);
  });

  it('needs a verified e-mail, from which administrators are exempt for SMS only', async () => {
    const person = await startPerson();
    person.control.unsetEmail(person.id, { keepAddress: true });
    const refused = { status: 400, body: { error: 'email_not_verified' } };
    const send = (path: string) => person.tfa('POST', path, { phone_number: phone });
    expect(await send('sms/')).toMatchObject(refused);
    expect(await send('sms/resend/')).toMatchObject(refused);
    expect(await send('email/')).toMatchObject(refused);
    person.control.setAccount(person.id, { isAdmin: true });
    expect((await send('sms/')).status).toBe(200);
    expect((await send('sms/resend/')).status).toBe(200);
    expect(await send('email/')).toMatchObject(refused);
    expect(await send('authorize-new-method/')).toMatchObject(refused);
  });

  it('is not needed, nor a verified e-mail, where an authenticator authorizes', async () => {
    const person = await startPerson();
    person.control.addMethods(person.id, { totp: true });
    person.control.unsetEmail(person.id);
    expect((await person.tfa('POST', 'authorize-new-method/', { tfa_method: 'totp' })).status).toBe(200);
  });

  it('ends ten minutes after the code was sent', async () => {
    const person = await startPerson();
    person.control.addMethods(person.id, { sms: phone });
    const inTime = await person.proof('email');
    await person.control.advance(599);
    expect((await person.tfa('POST', '', inTime)).status).toBe(200);
    const late = await person.proof('email');
    await person.control.advance(600);
    expect(await person.tfa('POST', '', late)).toMatchObject({ status: 400, body: { error: '2fa_expired' } });
  });

  it('counts what one account and one number get', async () => {
    const person = await startPerson();
    for (let count = 0; count < 5; count += 1) {
      const path = count === 0 ? 'sms/' : 'sms/resend/';
      expect((await person.tfa('POST', path, { phone_number: phone })).status).toBe(200);
    }
    expect(await person.tfa('POST', 'sms/resend/', { phone_number: phone })).toMatchObject({
      status: 429,
      body: { error: 'sms_rate_limited' },
    });
    expect(person.control.outbox()).toHaveLength(5);
  });
});

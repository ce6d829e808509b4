import { describe, expect, it } from 'vitest';
import { list, member, text } from './support/service';
import { authorizeByEmail, enrolSms, enrolTotp, phone, startPerson, type Person } from './support/people';

const status = (person: Person) => person.tfa('GET', 'status/');

describe('setting up a second factor', () => {
  it('goes by e-mail, authenticator and confirmation, and brings ten backup codes once', async () => {
    const person = await startPerson();
    expect((await status(person)).body).toEqual({
      success: true,
      tfa_enabled: false,
      methods: [],
      backup_codes_remaining: 0,
      new_method_authorized: false,
    });
    expect((await authorizeByEmail(person)).body).toEqual({
      success: true,
      msg: expect.any(String) as string,
    });
    const confirmed = await enrolTotp(person, 'My phone');
    expect(confirmed.body).toMatchObject({
      success: true,
      msg: expect.stringContaining('authenticator') as string,
    });
    const codes = member(confirmed, 'backup_codes');
    expect(codes).toHaveLength(10);
    expect(codes).toEqual(expect.arrayContaining([expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/)]));
    const after = await status(person);
    expect(after.body).toMatchObject({
      tfa_enabled: true,
      backup_codes_remaining: 10,
      new_method_authorized: true,
      methods: [
        {
          method: 'totp',
          label: 'My phone',
          is_primary: true,
          fail_count: 0,
          locked_until: null,
          user_id: person.id,
        },
      ],
    });
    expect(JSON.stringify(after.body)).not.toMatch(/secret/i);
    expect((await enrolSms(person)).body).toEqual({
      success: true,
      msg: expect.stringContaining('SMS') as string,
    });
    expect(list(await status(person), 'methods')).toMatchObject([
      { method: 'totp' },
      { method: 'sms', phone_number: '+********4567', is_primary: false },
    ]);
    expect((await person.call('GET', '/api/v0/users/current/', { key: person.key })).body).toMatchObject({
      tfa_status: 'enabled',
    });
  });

  it('gives an otpauth URI whose codes are those of RFC 6238', async () => {
    const person = await startPerson();
    const setup = await person.tfa('POST', 'totp-setup/');
    expect(Object.keys(setup.body ?? {}).sort()).toEqual(['provisioning_uri', 'secret']);
    const uri = new URL(text(setup, 'provisioning_uri'));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('secret')).toBe(text(setup, 'secret'));
  });

  it.each([
    ['totp', async (person: Person) => (await person.totpProof()).code],
    ['sms', async (person: Person) => person.lastCode()],
    ['email', async (person: Person) => person.lastCode()],
  ])('of another method is authorized by %s', async (tfa_method, codeOf) => {
    const person = await startPerson();
    person.control.addMethods(person.id, { totp: true, sms: phone });
    const begun = await person.tfa('POST', 'authorize-new-method/', { tfa_method });
    expect(begun.body).toEqual({ success: true, secret: expect.any(String) as string });
    const body = { code: await codeOf(person), secret: text(begun, 'secret') };
    expect((await person.tfa('PUT', 'authorize-new-method/', body)).body).toMatchObject({ success: true });
    expect(member(await status(person), 'new_method_authorized')).toBe(true);
  });

  it('is authorized by a backup code in one step', async () => {
    const person = await startPerson();
    const { backupCodes } = person.control.addMethods(person.id, { totp: true });
    const begun = await person.tfa('POST', 'authorize-new-method/', { backup_code: backupCodes[0] });
    expect(begun.body).toEqual({ success: true, msg: expect.any(String) as string });
    expect((await enrolSms(person)).status).toBe(200);
  });

  it('may be done for 30 minutes after the authorization and not longer', async () => {
    const person = await startPerson();
    await authorizeByEmail(person);
    await person.control.advance(1_799);
    expect(member(await status(person), 'new_method_authorized')).toBe(true);
    await person.control.advance(1);
    expect(member(await status(person), 'new_method_authorized')).toBe(false);
    expect(await enrolTotp(person)).toMatchObject({ status: 403, body: { error: 'authorization_required' } });
  });
});

describe('logging in', () => {
  it.each(['sms', 'email'] as const)('by %s gives a session key that works as a key', async (channel) => {
    const person = await startPerson();
    person.control.addMethods(person.id, { sms: phone });
    const answer = await person.tfa('POST', '', await person.proof(channel));
    expect(answer.body).toMatchObject({ id: person.id, tfa_status: 'enabled' });
    expect(answer.body).not.toHaveProperty('backup_codes_remaining');
    expect(answer.body).not.toHaveProperty('legacy_tfa_user');
    const key = text(answer, 'session_key');
    expect((await person.call('GET', '/api/v0/users/current/', { key })).status).toBe(200);
  });

  it('takes sms as the method when none is named', async () => {
    const person = await startPerson();
    person.control.addMethods(person.id, { sms: phone });
    const { code, secret } = await person.proof('sms');
    expect((await person.tfa('POST', '', { code, secret })).status).toBe(200);
  });

  it('by authenticator needs no secret', async () => {
    const person = await startPerson();
    person.control.addMethods(person.id, { totp: true });
    expect((await person.tfa('POST', '', await person.totpProof())).status).toBe(200);
  });

  it('without a key goes by the login’s secret and sets a cookie instead of a session key', async () => {
    const person = await startPerson();
    person.control.addMethods(person.id, { sms: phone });
    const secret = person.control.beginLogin(person.id);
    const sent = await person.call('POST', '/api/v0/tfa/sms/', { key: null, body: { secret } });
    expect(sent.body).toMatchObject({ secret });
    const response = await fetch(`${person.url}/api/v0/tfa/`, {
      method: 'POST',
      body: JSON.stringify({ secret, code: person.lastCode() }),
    });
    expect(response.headers.get('set-cookie')).toContain('session=');
    expect(await response.json()).not.toHaveProperty('session_key');
  });

  it('by backup code counts them down and leaves the count out at 0', async () => {
    const person = await startPerson();
    const { backupCodes } = person.control.addMethods(person.id, { totp: true });
    const left: unknown[] = [];
    for (const backup_code of backupCodes) {
      const answer = await person.tfa('POST', '', { backup_code });
      expect(answer.status).toBe(200);
      left.push(member(answer, 'backup_codes_remaining'));
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, undefined]);
    expect(await person.tfa('POST', '', { backup_code: backupCodes[0] })).toMatchObject({
      status: 401,
      body: { error: 'invalid_backup_code' },
    });
  });

  it('of a legacy account says so', async () => {
    const person = await startPerson();
    person.control.makeLegacy(person.id, { phoneNumber: phone });
    const answer = await person.tfa('POST', '', await person.proof('sms'));
    expect(answer.body).toMatchObject({ legacy_tfa_user: true, tfa_status: 'legacy' });
    expect(member(await status(person), 'tfa_enabled')).toBe(true);
  });

  it('as an administrator is for administrators', async () => {
    const person = await startPerson();
    person.control.addMethods(person.id, { totp: true });
    const login = async () => person.tfa('POST', '', { ...(await person.totpProof()), admin: true });
    expect(await login()).toMatchObject({ status: 403, body: { error: 'auth_error' } });
    person.control.setAccount(person.id, { isAdmin: true });
    expect((await login()).status).toBe(200);
  });

  it('takes no code twice, of whatever kind', async () => {
    const person = await startPerson();
    person.control.addMethods(person.id, { totp: true, sms: phone });
    for (const proof of [await person.proof('sms'), await person.proof('email'), await person.totpProof()]) {
      expect((await person.tfa('POST', '', proof)).status).toBe(200);
      expect((await person.tfa('POST', '', proof)).status).toBe(400);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { list, member, text } from './support/service';
import { authorizeByEmail, otherPhone, phone, startPerson, type Person } from './support/people';

const status = (person: Person) => person.tfa('GET', 'status/');

describe('a method', () => {
  it('is locked for 15 minutes after five wrong codes, alone', async () => {
    const person = await startPerson();
    const { methodIds } = person.control.addMethods(person.id, { totp: true, sms: phone });
    const wrong = { tfa_method: 'totp', code: '000000' };
    for (let count = 1; count <= 5; count += 1) {
      expect(await person.tfa('POST', '', wrong)).toMatchObject({
        status: 400,
        body: {
          error: '2fa_login_failed',
          fail_count: count,
          locked_until: count === 5 ? person.control.now() + 900 : null,
        },
      });
    }
    const locked_until = person.control.now() + 900;
    const refused = { status: 429, body: { error: 'tfa_locked', fail_count: 5, locked_until } };
    expect(
      await person.tfa('POST', '', { tfa_method: 'totp', code: person.control.totpCode(person.id) }),
    ).toMatchObject(refused);
    expect(list(await status(person), 'methods')[0]).toMatchObject({
      id: methodIds[0],
      fail_count: 5,
      locked_until,
    });
    expect((await person.tfa('POST', '', await person.proof('sms'))).status).toBe(200);
    await person.control.advance(869);
    expect((await person.tfa('POST', '', await person.totpProof())).status).toBe(429);
    await person.control.advance(30);
    expect((await person.tfa('POST', '', await person.totpProof())).status).toBe(200);
    expect(list(await status(person), 'methods')[0]).toMatchObject({ fail_count: 0, locked_until: null });
  });

  it('is renamed and made primary', async () => {
    const person = await startPerson();
    const { methodIds } = person.control.addMethods(person.id, { totp: true, sms: phone });
    const answer = await person.tfa('PUT', 'update/', {
      tfa_method_id: methodIds[1],
      label: 'x'.repeat(30),
      is_primary: true,
    });
    expect(answer.body).toMatchObject({
      success: true,
      msg: expect.any(String) as string,
      method: { id: methodIds[1], label: 'x'.repeat(30), is_primary: true },
    });
    expect(list(await status(person), 'methods').map((one) => one.is_primary)).toEqual([false, true]);
    expect((await person.tfa('PUT', 'update/', { tfa_method: 'totp', label: 'App' })).status).toBe(200);
  });

  it('is named by its id where there are several of its type', async () => {
    const person = await startPerson();
    person.control.addMethods(person.id, { sms: phone });
    const { methodIds } = person.control.addMethods(person.id, { sms: otherPhone });
    expect(await person.tfa('PUT', 'update/', { tfa_method: 'sms', label: 'a' })).toMatchObject({
      status: 400,
      body: { error: 'bad_request' },
    });
    expect((await person.tfa('PUT', 'update/', { tfa_method_id: methodIds[0], label: 'a' })).status).toBe(
      200,
    );
    const secret = text(await person.tfa('POST', 'sms/', { tfa_method_id: methodIds[0] }), 'secret');
    expect(person.control.outbox().at(-1)?.to).toBe(otherPhone);
    const proof = { tfa_method: 'sms', code: person.lastCode(), secret };
    expect(await person.tfa('POST', '', proof)).toMatchObject({
      status: 400,
      body: { error: 'phone_number_mismatch' },
    });
    expect((await person.tfa('POST', '', { ...proof, tfa_method_id: methodIds[0] })).status).toBe(200);
  });

  it('is removed by a code of its own, of another, or by a backup code; the last one disables 2FA', async () => {
    const person = await startPerson();
    const { methodIds, backupCodes } = person.control.addMethods(person.id, { totp: true, sms: phone });
    expect(await person.tfa('DELETE', '', { backup_code: backupCodes[0] })).toMatchObject({
      status: 400,
      body: { error: 'bad_request' },
    });
    const bySms = { ...(await person.proof('sms')), target_id: methodIds[0] };
    expect((await person.tfa('DELETE', '', bySms)).body).toEqual({
      msg: expect.any(String) as string,
      remaining_methods: 1,
    });
    expect(list(await status(person), 'methods')).toMatchObject([{ method: 'sms', is_primary: true }]);
    const last = await person.tfa('DELETE', '', { backup_code: backupCodes[0], target_id: methodIds[1] });
    expect(last.body).toEqual({ msg: expect.any(String) as string });
    expect((await status(person)).body).toMatchObject({ tfa_enabled: false, backup_codes_remaining: 0 });
  });

  it('of a legacy account goes with 2FA itself', async () => {
    const person = await startPerson();
    person.control.makeLegacy(person.id, { phoneNumber: phone });
    const answer = await person.tfa('DELETE', '', await person.proof('sms'));
    expect(answer.body).toEqual({ msg: expect.any(String) as string });
    expect(member(await status(person), 'tfa_enabled')).toBe(false);
  });
});

describe('backup codes', () => {
  it.each(['sms', 'email', 'totp', 'backup_code'] as const)('are replaced on proof by %s', async (by) => {
    const person = await startPerson();
    const { backupCodes } = person.control.addMethods(person.id, { totp: true, sms: phone });
    const proof =
      by === 'backup_code'
        ? { backup_code: backupCodes[0] }
        : by === 'totp'
          ? await person.totpProof()
          : await person.proof(by);
    const answer = await person.tfa('PUT', 'regen-backup-codes/', proof);
    expect(answer).toMatchObject({ status: 200, body: { msg: expect.any(String) as string } });
    expect(member(answer, 'backup_codes')).toHaveLength(10);
    expect((await person.tfa('POST', '', { backup_code: backupCodes[1] })).status).toBe(401);
    expect((await person.tfa('POST', '', { backup_code: text(answer, 'backup_codes', 0) })).status).toBe(200);
  });

  it('make a legacy account’s phone a method first', async () => {
    const person = await startPerson();
    person.control.makeLegacy(person.id, { phoneNumber: phone });
    await authorizeByEmail(person);
    expect(await person.tfa('POST', 'test-submit/', {})).toMatchObject({
      body: { error: 'untracked_2fa_found' },
    });
    expect((await person.tfa('PUT', 'regen-backup-codes/', await person.proof('sms'))).status).toBe(200);
    expect(list(await status(person), 'methods')).toMatchObject([{ method: 'sms', is_primary: true }]);
    expect((await person.call('GET', '/api/v0/users/current/', { key: person.key })).body).toMatchObject({
      tfa_status: 'enabled',
    });
  });
});

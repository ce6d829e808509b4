import { describe, expect, it } from 'vitest';
import { jsonOf } from '../../../../src/api/answers/classify';
import { ApiError, isOutcomeUnknown, isUnsupported } from '../../../../src/api/errors';
import { twoFactorCodes } from '../../../../src/api/answers/twoFactorCodes';

const context = { host: 'service.example', twoFactor: false, secrets: ['the-secret-key'] };

function errorOf(status: number, body: unknown, twoFactor = false): ApiError {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = typeof body === 'string' ? 'text/plain' : 'application/json';
  try {
    jsonOf({ status, text, contentType }, { ...context, twoFactor });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return expect.fail('was accepted');
}

describe('an endpoint is not taken to be missing', () => {
  it.each([
    [403, { error: 'auth_error', msg: 'Invalid user key' }, false],
    [404, { error: 'auth_error', msg: 'Invalid user key' }, false],
    [403, { error: 'auth_error', msg: 'No.' }, true],
    [403, { msg: 'Two Factor Authentication required' }, false],
    [404, { success: false, msg: 'Session expired. Please log in again.' }, false],
    [404, { msg: 'Session expired. Please log in again.' }, false],
  ])('because of a key or a session: %i %j', (status, body, twoFactor) => {
    expect(isUnsupported(errorOf(status, body, twoFactor))).toBe(false);
  });

  it.each([
    [403, { msg: 'no permission' }],
    [404, {}],
    [404, { detail: 'Not Found' }],
    [405, {}],
  ])('unless the service says so: %i %j', (status, body) => {
    expect(isUnsupported(errorOf(status, body))).toBe(true);
  });
});

describe('an answer is classified by its body first, its status second', () => {
  it.each([
    [401, { success: false, error: 'auth_error', msg: 'Invalid user key' }, 'unauthorized'],
    [403, { success: false, error: 'auth_error' }, 'unauthorized'],
    [404, { success: false, error: 'auth_error' }, 'unauthorized'],
    [404, { success: false, msg: 'Invalid user key' }, 'unauthorized'],
    [200, { success: false, error: 'auth_error' }, 'unauthorized'],
    [401, {}, 'unauthorized'],
    [401, 'Unauthorized', 'unauthorized'],
    [401, { success: false, msg: 'Two Factor Authentication required' }, 'two_factor_required'],
    [
      401,
      { success: false, error: 'auth_error', msg: 'Two Factor Authentication required' },
      'two_factor_required',
    ],
    [403, { success: false, msg: 'Two Factor Authentication required' }, 'two_factor_required'],
    [
      403,
      { success: false, error: 'auth_error', msg: 'two-factor authentication required' },
      'two_factor_required',
    ],
    [
      403,
      { success: false, error: 'auth_error', msg: 'No permission to change two-factor settings' },
      'forbidden',
    ],
    [403, { success: false, msg: 'no permission' }, 'forbidden'],
    [403, { success: false, error: 'not_yours', msg: 'This machine belongs to someone else.' }, 'forbidden'],
    [403, { success: false, error: 'auth_error', msg: 'Insufficient scope' }, 'forbidden'],
    [
      401,
      { success: false, error: 'auth_error', msg: 'The API key lacks the permission misc.' },
      'forbidden',
    ],
    [403, 'Forbidden', 'forbidden'],
    [403, {}, 'forbidden'],
    [
      403,
      { success: false, error: 'auth_error', msg: 'The API key lacks the permission misc.' },
      'forbidden',
    ],
    [403, { success: false, error: 'auth_error', msg: 'Invalid user key' }, 'unauthorized'],
    [403, { success: false, error: 'auth_error', msg: 'This key has expired.' }, 'unauthorized'],
    [403, { success: false, error: 'auth_error', msg: 'You must be logged in.' }, 'unauthorized'],
    [403, { success: false, error: 'auth_error', msg: 'Only the owner can do this.' }, 'forbidden'],
    [403, { success: false, error: 'auth_error', msg: 'Your key is read-only.' }, 'forbidden'],
    [401, { success: false, error: 'auth_error', msg: 'Only the owner can do this.' }, 'unauthorized'],
    [
      404,
      { success: false, error: 'invalid_args', msg: 'error 404/3603: no_such_ask  Instance type by id 5' },
      'no_such_ask',
    ],
    [410, { success: false, error: 'no_such_ask', msg: 'gone' }, 'no_such_ask'],
    [200, { success: false, error: 'no_such_ask' }, 'no_such_ask'],
    [404, { success: false, msg: 'no such instance' }, 'not_found'],
    [404, { error: 'not_found', msg: 'There is no such endpoint.' }, 'not_found'],
    [405, {}, 'method_not_allowed'],
    [410, { success: false, error: 'deprecated_endpoint' }, 'gone'],
    [410, {}, 'gone'],
    [400, { success: false, error: 'invalid_args', msg: 'disk' }, 'invalid_request'],
    [400, { success: false, error: 'invalid_price' }, 'invalid_price'],
    [400, { success: false, error: 'missing_billing' }, 'missing_billing'],
    [400, { success: false, error: 'insufficient_credit', msg: 'Add credit.' }, 'missing_billing'],
    [403, { success: false, error: 'insufficient_credit', msg: 'Insufficient credit.' }, 'missing_billing'],
    [200, { error: 'insufficient_credit' }, 'missing_billing'],
    [200, { error: 'busy' }, 'refused'],
    [200, { error: { code: 5 } }, 'refused'],
    [404, { success: false, msg: 'Session expired. Please log in again.' }, 'unauthorized'],
    [404, { success: false, error: 'not_found', msg: 'Your session has expired.' }, 'unauthorized'],
    [400, { message: 'Session expired. Please log in again.' }, 'unauthorized'],
    [404, 'Session expired. Please log in again.', 'unauthorized'],
    [400, { success: false, error: 'spend_rate_limit' }, 'spend_rate_limit'],
    [400, { success: false, error: 'no_ssh_key_for_vm' }, 'no_ssh_key_for_vm'],
    [400, { success: false, error: 'team_ssh_keys_not_supported' }, 'team_ssh_keys_not_supported'],
    [400, { error: 'invalid_email', msg: 'not allowed' }, 'invalid_email'],
    [200, { error: 'user_exists', msg: 'taken' }, 'user_exists'],
    [422, { success: false }, 'invalid_request'],
    [429, 'API requests too frequent', 'rate_limited'],
    [429, {}, 'rate_limited'],
    [200, { detail: 'API requests too frequent endpoint threshold=3.0' }, 'rate_limited'],
    [403, { success: false, error: 'rate_limit_exceeded' }, 'rate_limited'],
    [200, { success: false, msg: 'no' }, 'refused'],
    [500, {}, 'server_error'],
    [502, '<html>Bad gateway</html>', 'server_error'],
    [503, 'busy', 'server_error'],
    [429, '<html>slow down</html>', 'rate_limited'],
    [302, '', 'redirected'],
    [304, '', 'redirected'],
  ])('%i %j is %s', (status, body, code) => {
    expect(errorOf(status, body)).toMatchObject({ code, status });
  });

  it.each([
    ['an empty body', ''],
    ['plain text', 'not here'],
    ['a web page', '<html>Not Found</html>'],
    ['an empty object', {}],
    ['a framework’s object', { detail: 'Not Found' }],
    ['a gateway’s object', { message: 'no Route matched with those values' }],
    ['an object with a status in words', { status: 404, error: 'Not Found', path: '/api' }],
    ['an object with a code alone', { error: 'not_found' }],
    ['a list', []],
  ])('a 404 with %s does not say that something is gone', (_what, body) => {
    const error = errorOf(404, body);
    expect(error).toMatchObject({ code: 'invalid_response', status: 404 });
    expect(error.message).toMatch(/^service.example answered “not found”/);
    expect(isOutcomeUnknown(error)).toBe(true);
  });

  it('speaks of a permission only where the service does', () => {
    const others = errorOf(403, { msg: 'This machine belongs to someone else.' });
    expect(others.message).toBe('service.example doesn’t allow this: This machine belongs to someone else.');
    expect(errorOf(403, { error: 'auth_error', msg: 'Your key is read-only.' }).message).toBe(
      'service.example doesn’t allow this: Your key is read-only.',
    );
    expect(errorOf(403, { msg: 'Insufficient scope' }).message).toMatch(/lacks the permission/);
  });

  it('takes the smallest distance between two calls out of a refusal', () => {
    expect(errorOf(429, { detail: 'too frequent endpoint threshold=3.0' }).thresholdSeconds).toBe(3);
    expect(errorOf(429, 'API requests too frequent endpoint threshold=0.5').thresholdSeconds).toBe(0.5);
    expect(errorOf(429, 'slow down').thresholdSeconds).toBeUndefined();
  });

  it('reads a two-factor refusal whole', () => {
    const body = { error: 'tfa_locked', msg: 'locked', fail_count: 5, locked_until: 1_900_000_000 };
    expect(errorOf(429, body, true)).toMatchObject({
      code: 'tfa_locked',
      failCount: 5,
      lockedUntil: 1_900_000_000,
    });
    expect(
      errorOf(400, { error: '2fa_verification_failed', fail_count: 1, locked_until: null }, true),
    ).toMatchObject({
      code: '2fa_verification_failed',
      failCount: 1,
      lockedUntil: undefined,
    });
  });

  it('knows all 32 two-factor codes, and only on the two-factor endpoints', () => {
    expect(new Set(twoFactorCodes).size).toBe(32);
    for (const code of twoFactorCodes) expect(errorOf(400, { error: code, msg: 'x' }, true).code).toBe(code);
    expect(errorOf(400, { error: 'sms_rate_limited', msg: 'x' }).code).toBe('invalid_request');
  });

  it('accepts what is no refusal', () => {
    const json = (text: string, status = 200) =>
      jsonOf({ status, text, contentType: 'application/json' }, context);
    expect(json('{"success":true}')).toEqual({ success: true });
    expect(json('{"success":true,"msg":"too frequent no_such_ask"}')).toMatchObject({ success: true });
    expect(json('{"offers":[]}')).toEqual({ offers: [] });
    expect(json('{"success":true,"error":"busy"}')).toMatchObject({ success: true });
    expect(json('{"offers":[],"error":null}')).toMatchObject({ offers: [] });
    expect(json('{"offers":[],"error":""}')).toMatchObject({ offers: [] });
    expect(json('', 204)).toEqual({});
  });
});

describe('the service’s own words', () => {
  it('are quoted short, on one line and without marks that mislead', () => {
    const msg = `disk\u0000 is\n\n too \u202esmall\u200b ${'x'.repeat(5000)}`;
    const { message, serverMessage } = errorOf(400, { success: false, error: 'invalid_args', msg });
    expect(serverMessage).toMatch(/^disk is too small x+…$/);
    expect(message.length).toBeLessThan(300);
  });

  it('are read from "message", too', () => {
    expect(errorOf(400, { success: false, message: 'The disk is full.' }).message).toBe(
      'The service refused the request: The disk is full.',
    );
  });

  it('never repeat the key, however it is written', () => {
    for (const key of ['the-secret-key', 'the-\u200bsecret-key', 'the-secret\u0000-key']) {
      const error = errorOf(400, { success: false, msg: `Key ${key} is bad` });
      expect(error.message).toContain('•••');
      expect(`${error.message} ${JSON.stringify(error)}`).not.toContain('the-secret-key');
    }
  });

  it('may be missing or of any type', () => {
    for (const msg of [undefined, null, 5, ['a'], { a: 1 }, '']) {
      expect(errorOf(400, { success: false, msg }).message).toBe(
        'The service refused the request (HTTP 400).',
      );
    }
  });
});

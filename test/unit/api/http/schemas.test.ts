import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { decode } from '../../support/decode';
import { ApiError } from '../../../../src/api/errors';
import {
  instanceSchema,
  instanceListSchema,
  singleInstanceSchema,
} from '../../../../src/api/schemas/instances/instance';
import { offerSchema, offersSchema } from '../../../../src/api/schemas/offers/offer';
import { sshKeysSchema } from '../../../../src/api/schemas/account/sshKey';
import { userSchema } from '../../../../src/api/schemas/account/user';

function rejection(schema: Parameters<typeof decode>[0], value: unknown): ApiError {
  try {
    decode(schema, value, 'service.example');
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  return expect.fail('was accepted');
}
const instance = (value: object) => decode(instanceSchema, { id: 1, ...value }, 'service.example');

describe('an answer', () => {
  it.each([
    [offersSchema, { offers: [{ gpu_name: 'RTX 4090' }] }, 'offers[0].id'],
    [offersSchema, { offers: [{ id: 1.5 }] }, 'offers[0].id'],
    [offersSchema, { offers: {} }, 'offers'],
    [instanceListSchema, { instances: null }, 'instances'],
    [userSchema, { email: 'a@example.com' }, 'id'],
    [singleInstanceSchema, { instances: { id: 1, actual_status: {} } }, 'instances.actual_status'],
  ])('of which nothing can be read is refused with its place', (schema, value, path) => {
    const { code, message } = rejection(schema, value);
    expect(code).toBe('invalid_response');
    expect(message).toContain(`at ${path})`);
  });

  it('may have missing or null fields', () => {
    expect(decode(offerSchema, { id: 1, gpu_name: null }, '')).toEqual({ id: 1 });
    expect(instance({ ssh_host: null, ssh_port: null, label: null })).toEqual({ id: 1 });
  });
});

describe('a field beyond the specification', () => {
  it('of another type reads as unknown', () => {
    const odd = { gpu_util: '5 %', ports: [], status_msg: 7, search: 1, start_date: 'soon', machine_id: {} };
    expect(instance(odd)).toEqual({ id: 1 });
  });

  it('never spoils the others, whatever it holds', () => {
    const specified = new Set(['id', 'actual_status', 'ssh_host', 'ssh_port', 'label']);
    const others = Object.keys(instanceSchema.shape).filter((name) => !specified.has(name));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...others), fc.jsonValue()), (fields) => {
        expect(instance({ ...fields, label: 'kept' }).label).toBe('kept');
      }),
    );
  });

  it('that nobody knows is dropped', () => {
    expect(instance({ instance_api_key: 'secret', what: 1 })).toEqual({ id: 1 });
  });
});

describe('an instance', () => {
  it('tells "being provisioned" from a missing state', () => {
    expect(instance({ actual_status: null }).actual_status).toBeNull();
    expect(instance({}).actual_status).toBeUndefined();
  });

  it('keeps the ports that can be read', () => {
    const ports = {
      '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '40022' }],
      '8080/tcp': null,
      '70/tcp': [{ HostPort: 40070 }],
    };
    expect(instance({ ports }).ports).toEqual({
      '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '40022' }],
      '8080/tcp': [],
      '70/tcp': [{ HostPort: '40070' }],
    });
  });

  it('reads times written as text and environment pairs', () => {
    const extra_env = [['A', '1'], ['B'], 'C=3', ['D', '']];
    expect(instance({ start_date: '1700000000.5', end_date: ' ', extra_env })).toEqual({
      id: 1,
      start_date: 1700000000.5,
      extra_env: [
        ['A', '1'],
        ['D', ''],
      ],
    });
  });
});

describe('an account', () => {
  it('has an unknown two-factor state when the service names a new one', () => {
    const status = (tfa_status: string) => decode(userSchema, { id: 1, tfa_status }, '').tfa_status;
    expect(status('legacy')).toBe('legacy');
    expect(status('quantum')).toBeUndefined();
  });
});

describe('a list of SSH keys', () => {
  const keys = [{ id: 1, key: 'ssh-ed25519 AAAA' }];
  it.each([
    ['an array', keys],
    ['an object around it', { success: true, ssh_keys: keys }],
    ['JSON within a string', { ssh_keys: JSON.stringify(keys) }],
    ['a string alone', JSON.stringify(keys)],
  ])('is read from %s', (_what, value) => {
    expect(decode(sshKeysSchema, value, '')).toEqual(keys);
  });
});

import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import {
  checkLaunchRequest,
  problemSentence,
  refusedField,
} from '../../../../src/domain/launch/launchRequest';
import { ApiError } from '../../../../src/api/errors';

const fieldsOf = (value: unknown, offer = {}) =>
  checkLaunchRequest(value, offer).problems.map(({ field }) => field);

describe('checkLaunchRequest', () => {
  it('hands a sound request on as it is, unknown members included', () => {
    const request = { image: 'debian:12', disk: 10, env: { '-p 80:80': '1' }, something_new: { a: 1 } };
    expect(checkLaunchRequest(request)).toEqual({ request, problems: [] });
  });

  it('takes a template in place of an image', () => {
    expect(fieldsOf({ template_hash_id: 'abc' })).toEqual([]);
  });

  it.each<[string, unknown, object, string[]]>([
    ['no image', {}, {}, ['image']],
    ['an empty image', { image: '  ' }, {}, ['image']],
    ['an image of two words', { image: 'debian 12' }, {}, ['image']],
    ['a disk of nothing', { image: 'a', disk: 0 }, {}, ['disk']],
    ['less disk than the service gives', { image: 'a', disk: 7.9 }, {}, ['disk']],
    ['a negative disk', { image: 'a', disk: -5 }, {}, ['disk']],
    ['a disk in words', { image: 'a', disk: '10' }, {}, ['disk']],
    ['more disk than there is', { image: 'a', disk: 11 }, { diskSpace: 10 }, ['disk']],
    ['the default disk where there is less', { image: 'a' }, { diskSpace: 4 }, ['disk']],
    ['a bid offer without a price', { image: 'a' }, { isBid: true }, ['price']],
    ['a price of nothing', { image: 'a', price: 0 }, {}, ['price']],
    ['onstart of 4049 characters', { image: 'a', onstart: 'x'.repeat(4049) }, {}, ['onstart']],
    ['a price below the lowest', { image: 'a', price: 0.0009 }, {}, ['price']],
    ['a price above the highest', { image: 'a', price: 128.001 }, {}, ['price']],
    ['a label of 257 characters', { image: 'a', label: 'x'.repeat(257) }, {}, ['label']],
    ['variables of more than 32,768 characters', { image: 'a', env: { A: 'x'.repeat(32_761) } }, {}, ['env']],
    ['arguments of 4097 characters', { image: 'a', args_str: 'x'.repeat(4097) }, {}, ['args_str']],
    [
      'arguments and onstart of 4097 characters',
      { image: 'a', args: ['x', 'y'.repeat(94)], onstart: 'x'.repeat(4001) },
      {},
      ['args_str'],
    ],
    [
      'a new volume of half a GB',
      { image: 'a', volume_info: { create_new: true, volume_id: 1, size: 10.5, mount_path: '/data' } },
      {},
      ['volume_info.size'],
    ],
    ['a runtype nobody knows', { image: 'a', runtype: 'telnet' }, {}, ['runtype']],
    ['a flag string as env', { image: 'a', env: '-e A=1' }, {}, ['env']],
    ['a number in env', { image: 'a', env: { A: 1 } }, {}, ['env.A']],
    ['a state nobody can aim for', { image: 'a', target_state: 'paused' }, {}, ['target_state']],
    ['several at once', { disk: -1, price: 0 }, {}, ['image', 'disk', 'price']],
    ['no object at all', 'rent it', {}, ['request']],
  ])('names the field: %s', (_what, request, offer, fields) => {
    expect(fieldsOf(request, offer)).toEqual(fields);
  });

  it.each([
    ['ssh_direct', 'ssh_direct'],
    ['ssh_direc ssh_proxy', 'ssh_direct'],
    ['jupyter_direc ssh_direc ssh_proxy', 'jupyter_direct'],
    ['jupyter_proxy ssh_proxy', 'jupyter_proxy'],
  ])('knows the runtype %s as %s', (runtype, name) => {
    expect(checkLaunchRequest({ image: 'a', runtype }).request).toEqual({ image: 'a', runtype: name });
  });

  it('takes a host name and a port that is the same inside and outside', () => {
    expect(fieldsOf({ image: 'a', env: { '-h': 'box', '-p 70000:70000': '1' } })).toEqual([]);
    expect(fieldsOf({ image: 'a', env: { '-h': 'two words' } })).toEqual(['env']);
  });

  it('takes what is just within the limits', () => {
    const env = { A: 'x'.repeat(32_760) };
    expect(fieldsOf({ image: 'a', disk: 8, price: 0.001, label: 'x'.repeat(256), env })).toEqual([]);
    expect(fieldsOf({ image: 'a', price: 128, onstart: 'x'.repeat(4000), args_str: 'x'.repeat(96) })).toEqual(
      [],
    );
  });

  it('takes onstart of exactly 4048 characters', () => {
    expect(fieldsOf({ image: 'a', onstart: 'x'.repeat(4048) })).toEqual([]);
  });

  it('answers anything whatever with a request or with problems, never both', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { request, problems } = checkLaunchRequest(value);
        expect(request === undefined).toBe(problems.length > 0);
      }),
    );
  });

  it('says all problems in one sentence each', () => {
    expect(problemSentence([{ field: 'disk', message: 'Too small.' }])).toBe('disk: Too small.');
  });
});

const fields = ['disk', 'price', 'image', 'volume_info', 'env'];
const refusal = (
  serverMessage: string,
  code: 'invalid_request' | 'invalid_price' = 'invalid_request',
  status = 400,
) => refusedField(new ApiError(code, 'The service refused.', { status, serverMessage }), fields);

describe('a refusal', () => {
  it('is shown at the field that the service names', () => {
    expect(refusal('disk: must be positive')).toEqual({ field: 'disk', message: 'must be positive' });
    expect(refusal('volume_info.size: too much')).toEqual({ field: 'volume_info.size', message: 'too much' });
    expect(refusal('"env": wrong')).toEqual({ field: 'env', message: 'wrong' });
  });

  it('for its price is shown at the price', () => {
    expect(refusal('the lowest bid is 0.2', 'invalid_price')?.field).toBe('price');
  });

  it('of a virtual machine for want of a key is shown at its field', () => {
    const error = new ApiError('no_ssh_key_for_vm', 'Add a key.', { status: 400, serverMessage: 'no_key' });
    expect(refusedField(error, ['vm'])).toEqual({ field: 'vm', message: 'Add a key.' });
  });

  it('that names no field, or is no refusal, is shown at none', () => {
    expect(refusal('no: never')).toBeUndefined();
    expect(refusal('Something else')).toBeUndefined();
    expect(refusal('disk: on fire', 'invalid_request', 500)).toBeUndefined();
    expect(refusedField(new Error('disk: no'), fields)).toBeUndefined();
  });
});

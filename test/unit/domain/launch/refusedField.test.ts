import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { refusedField } from '../../../../src/domain/launch/refusedField';

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

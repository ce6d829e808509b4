import { describe, expect, it } from 'vitest';
import { aliasOf, idOfAlias } from '../../../src/ssh/alias';

describe('alias', () => {
  it('is lower case and made of the id alone', () => {
    expect(aliasOf(1_234_567)).toBe('gpu-1234567');
    expect(aliasOf(Number.MAX_SAFE_INTEGER)).toMatch(/^[a-z0-9][a-z0-9.-]*$/);
  });

  it('leads back to the id', () => expect(idOfAlias(aliasOf(42))).toBe(42));

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53])('does not exist for %d', (id) => {
    expect(() => aliasOf(id)).toThrow(RangeError);
  });

  it.each([
    'GPU-1',
    'gpu-',
    'gpu-0',
    'gpu-01',
    'gpu-1 ',
    'xgpu-1',
    'gpu-1x',
    'gpu-99999999999999999999',
    'gpu-1\n',
  ])('%j is not one of ours', (alias) => expect(idOfAlias(alias)).toBeUndefined());
});

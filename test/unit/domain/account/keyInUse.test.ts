import { describe, expect, it } from 'vitest';
import { keyInUse } from '../../../../src/domain/account/keyInUse';

const value = 'abcd1234efgh5678';

describe('the API key in use', () => {
  it.each([
    ['its whole value', value],
    ['its end', '…5678'],
    ['its beginning', 'abcd****'],
    ['both its ends', 'ab...78'],
  ])('is known by %s', (_, hint) => {
    expect(
      keyInUse(
        [
          { id: 1, hint: 'zzzz****' },
          { id: 2, hint },
        ],
        { value },
      ),
    ).toBe(2);
  });

  it('is known by the id that was noted when it was created here', () => {
    expect(keyInUse([{ id: 1 }, { id: 2 }], { value, id: 2 })).toBe(2);
  });

  it('is not told where nothing shows it, also when there is only one', () => {
    expect(keyInUse([{ id: 1 }, { id: 2 }], { value })).toBeUndefined();
    expect(keyInUse([{ id: 1 }], { value })).toBeUndefined();
    expect(keyInUse([{ id: 1 }], { value, id: 9 })).toBeUndefined();
  });

  it('is not told where what is shown fits several, or too little of it is shown', () => {
    const hint = '****5678';
    expect(
      keyInUse(
        [
          { id: 1, hint },
          { id: 2, hint },
        ],
        { value },
      ),
    ).toBeUndefined();
    expect(keyInUse([{ id: 1, hint: '***78' }], { value })).toBeUndefined();
  });

  it('is not the noted one when its value is shown to be another', () => {
    expect(keyInUse([{ id: 1, hint: 'zzzz****' }], { value, id: 1 })).toBeUndefined();
  });
});

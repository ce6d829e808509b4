import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { callingCodes, countriesOf, withCallingCode } from '../../../../src/domain/account/callingCodes';
import { readPhoneNumber } from '../../../../src/domain/account/phoneNumber';

describe('a phone number', () => {
  it('is read without the characters that people write into it, and shown as its country writes it', () => {
    for (const text of ['+44 7700 900123', '+44 (7700) 900-123', '0044 7700.900123', '+447700900123'])
      expect(readPhoneNumber(text)).toEqual({ number: '+447700900123', written: '+44 7700 900123' });
  });

  it.each([
    ['+49 170 1234567', '+491701234567'],
    ['+7 701 123 4567', '+77011234567'],
    ['+1 555 555 0123', '+15555550123'],
    // In these countries, the 0 is part of the number.
    ['+39 06 698 12345', '+390669812345'],
    ['+225 07 07 12 34 56', '+2250707123456'],
  ])('%s is taken', (text, number) => {
    expect(readPhoneNumber(text)).toMatchObject({ number });
  });

  it.each([
    ['', { kind: 'empty' }],
    [' - ', { kind: 'empty' }],
    ['mother', { kind: 'otherCharacters' }],
    ['+44 7700 9OO123', { kind: 'otherCharacters' }],
    ['07700 900123', { kind: 'noCallingCode' }],
    ['+999 123 456 789', { kind: 'unknownCallingCode', code: '+999' }],
    ['+0 7700 900123', { kind: 'unknownCallingCode', code: '+077' }],
    ['+49 0170 1234567', { kind: 'trunkPrefix', code: '+49', prefix: '0' }],
    ['+44 (0)7700 900123', { kind: 'trunkPrefix', code: '+44', prefix: '0' }],
    ['+7 8 701 123 4567', { kind: 'trunkPrefix', code: '+7', prefix: '8' }],
    ['+36 06 20 123 4567', { kind: 'trunkPrefix', code: '+36', prefix: '06' }],
    ['+44', { kind: 'tooShort', code: '+44' }],
    ['+1 202', { kind: 'tooShort', code: '+1' }],
    ['+44 7700 900123 900123', { kind: 'tooLong', code: '+44' }],
  ])('%j is none, and its mistake is named', (text, mistake) => {
    expect(readPhoneNumber(text)).toEqual({ mistake });
  });

  it('is E.164 whatever was typed, or a mistake is named', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+\d ()x-]{0,24}$/), (text) => {
        const read = readPhoneNumber(text);
        if ('number' in read) expect(read.number).toMatch(/^\+[1-9]\d{3,14}$/);
        else expect(read.mistake.kind).not.toBe('');
      }),
    );
  });
});

describe('choosing another country', () => {
  it.each([
    ['', '+49 '],
    ['+44 ', '+49 '],
    ['+44 7700 900123', '+49 7700 900123'],
    ['0044 7700 900-123', '+49 7700 900-123'],
    ['+1242 555 0123', '+49 555 0123'],
    ['170 1234567', '+49 170 1234567'],
    ['+999 123', '+49 999 123'],
  ])('keeps the number in %j', (text, after) => {
    expect(withCallingCode(text, '+49')).toBe(after);
  });

  it('shows the code of every country, and Kazakhstan’s is +7', () => {
    expect(callingCodes.find(({ country }) => country === 'KZ')?.code).toBe('+7');
    expect(countriesOf('+7')).toEqual(['RU', 'KZ']);
    for (const { country, code } of callingCodes)
      expect(countriesOf(withCallingCode('+44 7700', code).slice(0, code.length))).toContain(country);
  });
});

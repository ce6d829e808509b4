import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { callingCodes, countriesOf } from '../../../../src/domain/account/callingCodes';
import { formatCountdown, lockEnd } from '../../../../src/domain/lockTime';
import { authenticatorSkew } from '../../../../src/domain/twoFactor/totpSkew';
import {
  inGroups,
  maskEmail,
  readBackupCode,
  readCode,
} from '../../../../src/domain/twoFactor/twoFactorInput';
import { totpCode } from '../../../sandbox/twoFactor/totp';

const digits = (count: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((list) => list.join(''));

describe('a code', () => {
  it('is read from whatever a person pastes', () => {
    fc.assert(
      fc.property(digits(6), fc.constantFrom('', ' ', '-'), (code, gap) => {
        const written = `${code.slice(0, 3)}${gap}${code.slice(3)}`;
        for (const text of [written, ` ${written}\n`, `Your code is ${written}.`, `G-${written} is it`])
          expect(readCode(text)).toBe(code);
      }),
    );
  });

  it.each(['', 'abc', '12345', '1234567', '123 456 and 654 321', '+15551234567'])(
    'is not found in %j',
    (text) => {
      expect(readCode(text)).toBeUndefined();
    },
  );
});

describe('a backup code', () => {
  it.each([' abcd-efgh-2345 ', 'abcd efgh 2345', 'abcdefgh2345', '"abcd-efgh-2345"'])(
    'is read from %j',
    (text) => {
      expect(readBackupCode(text)).toBe('abcd-efgh-2345');
    },
  );

  it.each(['', '123456', 'abcd-efgh', 'abcd-efgh-2345-6789', 'abcd_efgh!2345'])(
    'is not found in %j',
    (text) => {
      expect(readBackupCode(text)).toBeUndefined();
    },
  );
});

describe('a phone number', () => {
  it('tells its country by the longest code that fits', () => {
    expect(countriesOf('+44 77')).toEqual(['GB']);
    expect(countriesOf('+1 242 555')).toEqual(['BS']);
    expect(countriesOf('+1 415')).toEqual(['US', 'CA']);
    expect(countriesOf('0049 30')).toEqual(['DE']);
    expect(countriesOf('+7 701')).toEqual(['KZ']);
    expect(countriesOf('')).toEqual([]);
  });

  it('has a code in every country, each of which leads back to it', () => {
    expect(callingCodes.length).toBeGreaterThan(200);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const { country, code } of callingCodes) {
      expect(code).toMatch(/^\+[1-9]\d{0,3}$/);
      expect(countriesOf(code)).toContain(country);
      expect(names.of(country)).toBeDefined();
    }
  });
});

describe('an address', () => {
  it('is shown so that only its owner knows it', () => {
    expect(maskEmail('robin@example.com')).toBe('r•••@example.com');
    expect(maskEmail('@')).toBe('@');
  });
});

describe('a secret', () => {
  it('is shown in groups that lose nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z2-7]{1,64}$/), (secret) => {
        const groups = inGroups(secret).split(' ');
        expect(groups.join('')).toBe(secret);
        expect(groups.slice(0, -1).every((group) => group.length === 4)).toBe(true);
      }),
    );
  });
});

describe('the clock of an authenticator', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const now = 1_790_000_010;

  it('is seen to be off by a code that it showed', () => {
    for (const skew of [0, -30, 30, -180, 600, -1_200])
      expect(authenticatorSkew(secret, totpCode(secret, now + skew), now * 1000)).toBe(skew);
  });

  it('is not known from a code of another secret, or without a readable one', () => {
    expect(authenticatorSkew(secret, totpCode('KRSXG5CTMVRXEZLUKN2GCY3L', now), now * 1000)).toBeUndefined();
    expect(authenticatorSkew('not base32!', '123456', now * 1000)).toBeUndefined();
  });
});

describe('a lock', () => {
  it('is never counted down from more than fifteen minutes, and is over when its time is', () => {
    const now = 1_000_000;
    expect(lockEnd(undefined, now)).toBeUndefined();
    expect(lockEnd(1_000 + 60, now)).toBe(now + 60_000);
    expect(lockEnd(1_000 + 86_400, now)).toBe(now + 900_000);
    expect(lockEnd(1_000, now)).toBeUndefined();
  });

  it('reads as minutes and seconds', () => {
    expect([900_000, 59_001, 1, 0, -5].map(formatCountdown)).toEqual([
      '15:00',
      '1:00',
      '0:01',
      '0:00',
      '0:00',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { creditLasts, formatHours } from '../../../../src/domain/money/credit';
import { refusedAbility } from '../../../../src/domain/account/keyAbilities';
import {
  missingAbilities,
  permissionCategories,
  permissionSet,
  purposeOf,
  recommendedPermissions,
} from '../../../../src/domain/account/keyPermissions';
import { subaccountProblem, type SubaccountField } from '../../../../src/domain/account/subaccount';

describe('credit', () => {
  it('lasts for its share of the burn rate, and for ever when nothing is billed', () => {
    expect(creditLasts(250, 0.5)).toBe(500);
    expect(creditLasts(250, 0)).toBeUndefined();
    expect(creditLasts(-3, 0.5)).toBe(0);
  });

  it('is told in words that never promise more than there is', () => {
    expect([0, 0.9, 1.9, 5.99, 47.9, 48, 800, 24 * 400].map(formatHours)).toEqual([
      'less than an hour',
      'less than an hour',
      '1 hour',
      '5 hours',
      '47 hours',
      '2 days',
      '33 days',
      'more than a year',
    ]);
  });
});

describe('a subaccount', () => {
  const good: [SubaccountField, string][] = [
    ['email', 'robin@example.com'],
    ['email', `${'x'.repeat(52)}@example.com`],
    ['username', 'x'.repeat(64)],
    ['password', 'x'.repeat(256)],
    ['ssh_key', ''],
    ['ssh_key', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ robin@desk'],
  ];
  it.each(good)('may have the %s %j', (field, value) => {
    expect(subaccountProblem(field, value)).toBeUndefined();
  });

  const bad: [SubaccountField, string, RegExp][] = [
    ['email', '', /email address/],
    ['email', 'robin', /email address/],
    ['email', 'robin@example', /email address/],
    ['email', 'robin@vast.ai', /@vast/],
    ['email', 'robin@VASTLY.example.com', /@vast/],
    ['email', `${'x'.repeat(53)}@example.com`, /64/],
    ['username', ' ', /user name/],
    ['username', 'x'.repeat(65), /64/],
    ['password', '', /password/],
    ['password', 'x'.repeat(257), /256/],
    ['ssh_key', 'my key', /public key/],
    ['ssh_key', `ssh-rsa ${'A'.repeat(4_096)}`, /4096/],
  ];
  it.each(bad)('may not have the %s %j', (field, value, sentence) => {
    expect(subaccountProblem(field, value)).toMatch(sentence);
  });
});

describe('a key', () => {
  it('that is recommended has the permissions that this extension needs, and no more', () => {
    expect(permissionSet(recommendedPermissions)).toEqual({
      api: {
        misc: {},
        user_read: {},
        user_write: {},
        instance_read: {},
        instance_write: {},
        billing_read: {},
      },
    });
    expect(missingAbilities(recommendedPermissions)).toEqual([]);
  });

  it('with fewer permissions is said not to do what needs them', () => {
    const [missing, ...others] = missingAbilities(
      recommendedPermissions.filter((category) => category !== 'user_write'),
    );
    expect(missing).toMatch(/second factor/);
    expect(others).toEqual([]);
    expect(missingAbilities(['misc'])).toHaveLength(recommendedPermissions.length - 1);
    expect(permissionCategories.map(purposeOf).every(Boolean)).toBe(true);
  });

  it('is said not to do what it was refused', () => {
    expect(refusedAbility({ endpoint: 'templates', write: false })).toBe(
      'Cannot read templates with this key',
    );
    expect(refusedAbility({ endpoint: 'templates', write: true })).toBe(
      'Cannot change templates with this key',
    );
    expect(refusedAbility({ endpoint: 'unheard of', write: true })).toBeUndefined();
  });
});

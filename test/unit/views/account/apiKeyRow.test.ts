import { describe, expect, it, vi } from 'vitest';
import { rateFrom } from '../../../../src/domain/money/rate';
import {
  missingAbilities,
  permissionCategories,
  recommendedPermissions,
} from '../../../../src/domain/account/keyPermissions';
import { factNodes } from '../../../../src/views/account/accountFacts';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const row = (permissions: readonly string[] | undefined) =>
  factNodes({
    burn: rateFrom(0),
    alone: true,
    hasSession: false,
    refused: [],
    lowCreditHours: 24,
    permissions,
  }).find(({ id }) => id === 'apiKey');

describe('the row of the API key in use', () => {
  it('says what the key lacks, and what that is needed for', () => {
    const own = ['misc', 'user_read', 'instance_read', 'instance_write', 'billing_read'];
    const { value, tooltip } = row(own) ?? {};
    expect(value).toBe('lacks user_write');
    expect(tooltip).toMatch(/^Permissions: misc, user_read, instance_read, instance_write, billing_read\n/);
    const [ability = ''] = missingAbilities(own);
    expect(tooltip).toContain(`\nThis key can’t ${ability}.`);
  });

  it('says that it may do everything, and is not there where nobody knows', () => {
    expect(row(permissionCategories)?.value).toBe('all permissions');
    expect(row(recommendedPermissions)?.value).toBe('all permissions for renting');
    expect(row([])?.value).toContain('lacks misc');
    expect(row(undefined)).toBeUndefined();
  });
});

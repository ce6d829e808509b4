import * as l10n from '@vscode/l10n';

/** A permission of a key, and what needs it here. */
interface Permission {
  /** What it is for, as one line. */
  purpose: () => string;
  /** What a key cannot do without it, to stand in a list after "This key can’t". */
  without: () => string;
  /** Whether everybody needs it, or only somebody who rents machines out. */
  isForHosts?: true;
}

/**
 * The categories of a scoped key that this extension has a use for. The specification shows four of them
 * (Authentication, 3); the vendor's list of permissions has the others.
 */
const permissions = {
  misc: {
    purpose: () => l10n.t('Search offers'),
    without: () => l10n.t('search offers'),
  },
  user_read: {
    purpose: () => l10n.t('Sign in, see credit, search templates'),
    without: () => l10n.t('sign in, see credit or search templates'),
  },
  user_write: {
    purpose: () => l10n.t('Log in with a second factor, change SSH keys, templates, API keys, subaccounts'),
    without: () =>
      l10n.t('log in with a second factor, or change SSH keys, templates, API keys and subaccounts'),
  },
  instance_read: {
    purpose: () => l10n.t('View instances and volumes'),
    without: () => l10n.t('view instances and volumes'),
  },
  instance_write: {
    purpose: () => l10n.t('Rent, start, stop and destroy'),
    without: () => l10n.t('rent, start, stop or destroy'),
  },
  billing_read: {
    purpose: () => l10n.t('See charges'),
    without: () => l10n.t('see charges'),
  },
  machine_write: {
    purpose: () => l10n.t('For hosts: cancel the maintenance of your machines'),
    without: () => l10n.t('cancel the maintenance of machines'),
    isForHosts: true,
  },
} satisfies Record<string, Permission>;
const table: Readonly<Record<string, Permission>> = permissions;

export const permissionCategories = Object.keys(permissions);

/** All that this extension needs for somebody who rents. */
export const recommendedPermissions = permissionCategories.filter((category) => !table[category]?.isForHosts);

/** @param category one of `permissionCategories` */
export function purposeOf(category: string): string {
  return table[category]?.purpose() ?? '';
}

/** What a key with these categories cannot do for somebody who rents; empty when it can do everything. */
export function missingAbilities(categories: readonly string[]): string[] {
  return recommendedPermissions
    .filter((category) => !categories.includes(category))
    .flatMap((category) => table[category]?.without() ?? []);
}

/** A scoped permission set in the service's format (specification, Authentication, 3). */
export function permissionSet(categories: readonly string[]): {
  api: Record<string, Record<string, unknown>>;
} {
  return { api: Object.fromEntries(categories.map((category) => [category, {}])) };
}

/** The categories of a permission set in the service's format; undefined where it does not say. */
export function categoriesOf(set: Record<string, unknown> | undefined): string[] | undefined {
  const api = set?.api;
  return typeof api === 'object' && api !== null ? Object.keys(api) : undefined;
}

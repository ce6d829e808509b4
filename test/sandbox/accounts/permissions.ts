/**
 * Categories of a scoped key's permissions. `misc`, `user_read`, `instance_read` and `instance_write` are the
 * specification's (Authentication, 3); the others are named in the vendor's public list of permissions.
 */
export const permissionCategories = [
  'misc',
  'user_read',
  'user_write',
  'instance_read',
  'instance_write',
  'billing_read',
  'billing_write',
  'machine_read',
  'machine_write',
  'team_read',
  'team_write',
] as const;

export type PermissionCategory = (typeof permissionCategories)[number];

/** What a key may do: everything, some categories, or only to start, stop and destroy one instance. */
export type Permissions =
  | { kind: 'full' }
  | { kind: 'scoped'; categories: ReadonlySet<PermissionCategory> }
  | { kind: 'instance'; instanceId: number };

export function isPermissionCategory(text: string): text is PermissionCategory {
  return permissionCategories.some((category) => category === text);
}

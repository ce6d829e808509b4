/** Categories that the specification shows (Authentication, 3), and `user_write` from the field. */
export const permissionCategories = [
  'misc',
  'user_read',
  'user_write',
  'instance_read',
  'instance_write',
] as const;

/** All that this extension needs to search, rent, watch and connect. */
export const leastPermissions = ['misc', 'user_read', 'instance_read', 'instance_write'] as const;

/** A scoped permission set as the service takes it (specification, Authentication, 3). */
export function permissionSet(categories: readonly string[]): {
  api: Record<string, Record<string, unknown>>;
} {
  return { api: Object.fromEntries(categories.map((category) => [category, {}])) };
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the accounts' files in the extension's storage. */
export const accountsFolder = (storage: string): string => join(storage, 'accounts');

/** Whether an account may be signed in. @param storage the extension's folder, shared by all windows */
export async function hasAccounts(storage: string): Promise<boolean> {
  // There is no folder before the first sign-in.
  const names = await readdir(accountsFolder(storage)).catch(() => []);
  // A lock may lie beside their folders.
  return names.some((name) => name.includes('-'));
}

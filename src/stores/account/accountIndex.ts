import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the accounts' files in the extension's storage. */
export const accountsFolder = (storage: string): string => join(storage, 'accounts');

/**
 * Whether an account may be signed in: also where that can't be read, because its stops would be forgotten.
 * @param storage the extension's folder, shared by all windows
 */
export const hasAccounts = (storage: string): Promise<boolean> =>
  readdir(accountsFolder(storage)).then(
    // A lock may lie beside their folders.
    (names) => names.some((name) => name.includes('-')),
    // There is no folder before the first sign-in.
    (error: unknown) => (error as NodeJS.ErrnoException).code !== 'ENOENT',
  );

import { join } from 'node:path';
import type { Clock } from '../../clock';
import { type AccountFiles, ledgerFile } from '../account/accountFiles';
import { ifMissing } from '../windows/jsonFile';
import { asideOf } from '../windows/keepAside';
import type { LedgerFiles } from './ledgerFiles';

/** The record's files, whose code is loaded when there is something to note or to read. */
export interface SpendingFiles {
  /** Whether anything was noted of an account before. */
  isThere(accountId: string): Promise<boolean>;
  load(): Promise<LedgerFiles>;
  /** Where the record of an account is kept that was damaged, if there ever was one. */
  damagedFile(accountId: string): string;
}

/** The record's files in the accounts' folders. @param onDamaged called with the path of a damaged file that is kept */
export function spendingFiles(
  files: AccountFiles,
  clock: Clock,
  onDamaged: (kept: string) => void,
): SpendingFiles {
  const fileOf = (accountId: string): string => join(files.folderOf(accountId), ledgerFile);
  return {
    isThere: async (accountId) => (await files.disk.lstat(fileOf(accountId)).catch(ifMissing)) !== undefined,
    load: async () => {
      const { LedgerFiles } = await import('./ledgerFiles');
      return new LedgerFiles(files, clock, (_, kept) => onDamaged(kept));
    },
    damagedFile: (accountId) => asideOf(fileOf(accountId)),
  };
}

import { join } from 'node:path';
import type { AccountFiles } from '../account/accountFiles';
import { ifMissing } from '../windows/jsonFile';

/** The name in an account's folder of the file with what machines were told of scheduled stops. */
export const toldFile = 'machine-stops.json';

/** Whether that file says anything, which may have to be taken back. */
export async function mayBeTold(files: AccountFiles, accountId: string): Promise<boolean> {
  const file = join(files.folderOf(accountId), toldFile);
  const content = await files.disk.readFile(file).catch(ifMissing);
  return content !== undefined && content.length > '{}'.length;
}

import { basename } from 'node:path';
import * as vscode from 'vscode';
import { showWarning } from '../../ask/notify';
import { ignore } from '../../log/log';
import type { AccountFiles } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';

/** Tells of files that a newer version of this extension wrote: what they hold isn't shown, and they stay as they are. */
export async function showNewerFiles(
  accounts: Pick<AccountStore, 'accounts'>,
  files: Pick<AccountFiles, 'newer' | 'log'>,
): Promise<void> {
  const why = 'what can’t be read now is not known to be newer';
  const found = await Promise.all(
    accounts.accounts.map(({ id }) => files.newer(id).catch(ignore(files.log, why))),
  );
  const names = [...new Set(found.flatMap((one) => one ?? []).map((file) => basename(file)))];
  if (names.length === 0) return;
  await showWarning(
    vscode.l10n.t(
      '{0} was written by a newer version of GPU Rental. Its contents aren’t shown and won’t be changed. Update GPU Rental.',
      names.join(', '),
    ),
  );
}

import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock } from '../../clock';
import { ignore, type Log } from '../../log/log';
import type { Account, AccountFiles } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import type { UnstoredCodes } from '../../stores/account/unstoredCodes';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import { ifMissing } from '../../stores/windows/jsonFile';

/** How long another extension or window may take to sign in at the start of this one, in milliseconds. */
const signInGrace = 10_000;

/**
 * Reads the signed-in accounts. Resolves when they are known; errors and keys that the keyring has lost are told
 * without waiting.
 */
export async function loadAccounts(
  accounts: Pick<AccountStore, 'load' | 'accounts'>,
  clock: Clock,
): Promise<void> {
  try {
    const lost = await accounts.load();
    const isOut = ({ id }: Account): boolean => !accounts.accounts.some((one) => one.id === id);
    const tell = async (): Promise<void> => {
      const first = lost.find(isOut);
      if (first) await (await import('../texts/rareNotices')).showLostKey(first);
    };
    if (lost.length > 0) clock.after(signInGrace, () => void tell());
  } catch (error) {
    const { showError } = await import('../showError');
    void showError(error, () => accounts.load());
  }
}

/** Tells of files of the signed-in accounts that a newer version of this extension wrote. */
export async function tellOfNewerFiles(
  accounts: Pick<AccountStore, 'accounts'>,
  files: Pick<AccountFiles, 'newer' | 'log'>,
): Promise<void> {
  const why = 'what can’t be read now is not known to be newer';
  const found = await Promise.all(
    accounts.accounts.map(({ id }) => files.newer(id).catch(ignore(files.log, why))),
  );
  const names = new Set(found.flatMap((one) => one ?? []).map((file) => basename(file)));
  if (names.size > 0) await (await import('../texts/rareNotices')).showNewerFiles([...names]);
}

/**
 * Notifies once that new backup codes were lost with the window that showed them. The panel keeps showing it.
 *
 * @param lists each one is a time to look: the window that had the codes may have been closed while this one is open
 * @param folder of the marks of `unstored`; mostly no window of this computer ever had any
 * @param renew creates new codes for the account in use
 */
export function followLostCodes(
  { accounts, unstored, lists, log }: LostCodesStores,
  folder: string,
  renew: () => Promise<void>,
): { dispose(): void } {
  const look = async (): Promise<void> => {
    if (!(await readdir(folder).catch(ifMissing))?.length) return;
    const { tellLostCodes } = await import('../texts/rareNotices');
    await tellLostCodes(accounts, unstored, renew);
  };
  const tryLook = (): void =>
    void look().catch(ignore(log, 'the next change checks it again, and the panel shows it anyway'));
  const subscriptions = [
    accounts.onDidChange(tryLook),
    lists.onDidChange(({ listed }) => {
      if (listed) tryLook();
    }),
  ];
  tryLook();
  return {
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

interface LostCodesStores {
  accounts: AccountStore;
  unstored: UnstoredCodes;
  lists: Pick<InstanceStore, 'onDidChange'>;
  log: Log;
}

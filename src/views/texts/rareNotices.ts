import * as vscode from 'vscode';
import { gpuTitle } from '../../ask/instanceName';
import { type Button, showWarning, showWith } from '../../ask/notify';
import { shortTime } from '../../ask/timeWords';
import type { Clock } from '../../clock';
import { callCommand } from '../../commandNames';
import { accountName } from '../../domain/account/accountName';
import type { Account } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAboutId } from '../../ask/accountSentences';
import type { UnstoredCodes } from '../../stores/account/unstoredCodes';
import type { DamagedFile } from '../../stores/backgroundStores';
import type { PendingRental } from '../../stores/rentals/pendingRental';
import { showInstances } from '../instances/instanceButtons';

type Accounts = Pick<AccountStore, 'accounts'>;

/** Tells that one of our files could not be read, and what may be wrong or missing now. @param kept path of the file */
export async function showDamaged(
  accounts: Accounts,
  what: DamagedFile,
  accountId: string,
  kept: string,
): Promise<void> {
  const texts: Record<DamagedFile, string> = {
    stops: vscode.l10n.t(
      'The file of scheduled stops is damaged. Instances that no longer show a scheduled stop won’t be stopped or destroyed, so schedule them again. The damaged file is kept.',
    ),
    rentals: vscode.l10n.t(
      'The file of pending rentals is damaged. If the response to one was lost, the instance may exist and cost money. Check your instances before renting again. The damaged file is kept.',
    ),
    runs: vscode.l10n.t(
      'The file of runs is damaged. Runs that are no longer listed may go on, and their results may be only on their instances: check them before you destroy one. The damaged file is kept.',
    ),
    ledger: vscode.l10n.t(
      'The cost record of your instances is damaged. It’s kept as a separate file; totals restart from what the service still reports.',
    ),
  };
  if (what === 'ledger') await showWith(showWarning, texts.ledger, [showFile(kept)]);
  else
    await showWith(showWarning, sentenceAboutId(accounts, accountId, texts[what]), [
      showInstances(),
      showFile(kept),
    ]);
}

const showFile = (file: string): Button => ({
  title: vscode.l10n.t('Show File'),
  run: () => vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(file)),
});

/** Tells that the stop which was agreed to with a rental isn't scheduled, because its instance wasn't recognized. */
export async function showLostRental(
  { accounts, clock }: { accounts: Accounts; clock: Clock },
  accountId: string,
  { at, gpuName, gpus }: PendingRental,
): Promise<void> {
  const text = vscode.l10n.t(
    'Renting {0} at {1} was never confirmed, and no instance appeared that it could be. If you find it in your instances, schedule its stop: none is scheduled.',
    gpuTitle({ gpu_name: gpuName, num_gpus: gpus }),
    shortTime(at, clock.now()),
  );
  await showWith(showWarning, sentenceAboutId(accounts, accountId, text), [showInstances()]);
}

/** Tells that the system's keyring has lost a key. */
export async function showLostKey(account: Account): Promise<void> {
  const name = accountName(account);
  await showWith(
    showWarning,
    vscode.l10n.t('The API key of {0} couldn’t be saved in this system’s keyring.', name),
    [{ title: vscode.l10n.t('Sign In Again'), run: () => callCommand('signIn') }],
  );
}

/** Notifies one window, once, if new backup codes of the account in use were lost with another. @param renew creates new ones */
export async function tellLostCodes(
  accounts: AccountStore,
  unstored: Pick<UnstoredCodes, 'takeTelling' | 'areAwaited' | 'clear'>,
  renew: () => Promise<void>,
): Promise<void> {
  const { active: account } = accounts;
  if (!account || !(await unstored.takeTelling(account.id))) return;
  // It is told once in any case.
  const areAwaited = await unstored.areAwaited(account.id).catch(() => false);
  const wanted = await showLostCodes(account, areAwaited);
  if (wanted === 'stored') await unstored.clear(account.id);
  if (wanted !== 'renew') return;
  const { active } = accounts;
  if (active?.id !== account.id) await accounts.switchTo(account.id);
  await renew();
}

/** Resolves to what the person wants then; undefined for nothing. */
async function showLostCodes(account: Account, areAwaited: boolean): Promise<'renew' | 'stored' | undefined> {
  const renew = vscode.l10n.t('Create New Codes…');
  const stored = vscode.l10n.t('I’ve Stored Them');
  const name = accountName(account);
  const text = areAwaited
    ? vscode.l10n.t(
        'The window closed before the service answered with new backup codes of {0}. The old ones may no longer work.',
        name,
      )
    : vscode.l10n.t(
        'The window closed before you confirmed that the new backup codes of {0} are stored. They can’t be shown again; the old ones no longer work.',
        name,
      );
  const pressed = await showWarning(text, renew, ...(areAwaited ? [] : [stored]));
  if (pressed === renew) return 'renew';
  return pressed === stored ? 'stored' : undefined;
}

/** Tells of files that a newer version of this extension wrote: what they hold isn't shown, and they stay as they are. */
export async function showNewerFiles(names: readonly string[]): Promise<void> {
  await showWarning(
    vscode.l10n.t(
      '{0} was written by a newer version of GPU Rental. Its contents aren’t shown and won’t be changed. Update GPU Rental.',
      names.join(', '),
    ),
  );
}

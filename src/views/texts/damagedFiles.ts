import * as vscode from 'vscode';
import { showWarning } from '../../ask/notify';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAbout } from '../../stores/account/namedAccount';
import { showView } from '../../commandNames';

/** A file that could not be read. */
export interface DamagedFile {
  accounts: Pick<AccountStore, 'accounts' | 'active'>;
  accountId: string;
  /** The path under which it is kept. */
  kept: string;
}

/** Tells that something that was scheduled could not be read, so that it won't happen. */
export async function showDamagedStops(file: DamagedFile): Promise<void> {
  await showInstancesOr(
    file,
    vscode.l10n.t(
      'The file of scheduled stops is damaged. Instances that no longer show a scheduled stop won’t be stopped or destroyed, so schedule them again. The damaged file is kept.',
    ),
  );
}

/** Tells that rentals that were under way could not be read, so that one of them may not be shown. */
export async function showDamagedRentals(file: DamagedFile): Promise<void> {
  await showInstancesOr(
    file,
    vscode.l10n.t(
      'The file of pending rentals is damaged. If the response to one was lost, the instance may exist and cost money. Check your instances before renting again. The damaged file is kept.',
    ),
  );
}

/** Tells that the record of what was spent could not be read. */
export async function showDamagedLedger(kept: string): Promise<void> {
  const show = vscode.l10n.t('Show File');
  const pressed = await showWarning(
    vscode.l10n.t(
      'The cost record of your instances is damaged. It’s kept as a separate file; totals restart from what the service still reports.',
    ),
    show,
  );
  if (pressed === show) await reveal(kept);
}

async function showInstancesOr({ accounts, accountId, kept }: DamagedFile, text: string): Promise<void> {
  const [instances, show] = [vscode.l10n.t('Show Instances'), vscode.l10n.t('Show File')];
  const account = accounts.accounts.find(({ id }) => id === accountId);
  const pressed = await showWarning(account ? sentenceAbout(accounts, account, text) : text, instances, show);
  if (pressed === instances) await showView('instances');
  if (pressed === show) await reveal(kept);
}

const reveal = (file: string) => vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(file));

import * as vscode from 'vscode';
import { showWarning } from '../../ask/notify';
import { showView } from '../../commandNames';
import { gpuTitle } from '../../ask/instanceName';
import { shortTime } from '../../ask/times';
import type { Clock } from '../../clock';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAbout } from '../../stores/account/namedAccount';
import type { PendingRental } from '../../stores/rentals/pendingRental';

/** Tells that the stop which was agreed to with a rental isn't scheduled, because its instance wasn't recognized. */
export async function showLostRental(
  { accounts, clock }: { accounts: Pick<AccountStore, 'accounts'>; clock: Clock },
  accountId: string,
  { at, gpuName, gpus }: PendingRental,
): Promise<void> {
  const show = vscode.l10n.t('Show Instances');
  const text = vscode.l10n.t(
    'Renting {0} at {1} was never confirmed, and no instance appeared that it could be. If you find it in your instances, schedule its stop: none is scheduled.',
    gpuTitle({ gpu_name: gpuName, num_gpus: gpus }),
    shortTime(at, clock.now()),
  );
  const account = accounts.accounts.find(({ id }) => id === accountId);
  const pressed = await showWarning(account ? sentenceAbout(accounts, account, text) : text, show);
  if (pressed === show) await showView('instances');
}

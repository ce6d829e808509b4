import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { burnRate, formatPerHour } from '../../domain/cost';
import { accountName } from '../../domain/accountName';
import { costOfVolumes, totalRate } from '../../domain/volume';
import { type Call, read } from '../call';
import type { Services } from '../services';
import { paragraphs } from '../instances/several';
import { ignore } from '../../log/log';

/**
 * Forgets an account and its key: `{accountId, confirmed}`, else the one in use. Its instances keep running and costing
 * money, so it asks while something is billed.
 */
export async function signOut(services: Services, call: Call): Promise<{ accountId: string } | undefined> {
  const wanted = read(call.arguments, 'accountId', z.optional(z.string()));
  const account = wanted
    ? services.accounts.accounts.find(({ id }) => id === wanted)
    : services.accounts.active;
  if (!account) return undefined;
  const why = 'without the list, the question doesn’t mention costs';
  const snapshot = await services.snapshots.read(account.id).catch(ignore(services.log, why));
  const volumes = costOfVolumes((await services.volumeLists.read(account.id))?.volumes ?? []);
  const rate = totalRate(burnRate(snapshot?.instances ?? []), volumes);
  const name = accountName(account);
  const scheduled = await services.scheduledStops.read(account.id);
  const agreed =
    call.confirmed ||
    rate === 0 ||
    (await services.dialogs.confirm({
      message: vscode.l10n.t('Sign out of {0} while {1} is being billed?', name, formatPerHour(rate)),
      detail: paragraphs(
        vscode.l10n.t('The rentals of {0} are kept and still cost money, and you won’t see them here.', name),
        scheduled.size > 0
          ? vscode.l10n.t('Scheduled stops are canceled, so those instances keep running.')
          : '',
      ),
      yes: vscode.l10n.t('Sign Out'),
    }));
  if (!agreed) return undefined;
  await services.accounts.remove(account.id);
  await services.sshEntries.sync();
  return { accountId: account.id };
}

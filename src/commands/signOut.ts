import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { burnRate, formatPerHour } from '../domain/cost';
import { type Call, read } from './call';
import type { Services } from './services';

/** Forgets the account in use and its key. What it has rented goes on, and so does its cost. */
export async function signOut(services: Services, call: Call): Promise<{ accountId: string } | undefined> {
  const wanted = read(call.arguments, 'accountId', z.optional(z.string()));
  const account = wanted
    ? services.accounts.accounts.find(({ id }) => id === wanted)
    : services.accounts.active;
  if (!account) return undefined;
  const snapshot = await services.snapshots.read(account.id).catch(() => undefined);
  const rate = burnRate(snapshot?.instances ?? []);
  const agreed =
    !call.interactive ||
    rate === 0 ||
    (await services.dialogs.confirm({
      message: vscode.l10n.t('Sign out while {0} is being billed?', formatPerHour(rate)),
      detail: vscode.l10n.t('Your instances go on as they are, and you will not see them here.'),
      yes: vscode.l10n.t('Sign Out'),
    }));
  if (!agreed) return undefined;
  await services.accounts.remove(account.id);
  await services.sshEntries.sync();
  return { accountId: account.id };
}

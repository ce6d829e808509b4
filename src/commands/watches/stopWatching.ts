import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { callCommand } from '../../commandNames';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** Stops watching a search: `{watchId}`. A person gets the list of all. */
export async function stopWatching(
  services: Pick<Services, 'watches'>,
  call: Call,
): Promise<{ watchId: string } | undefined> {
  const watchId = read(call.arguments, 'watchId', z.optional(z.string()));
  if (watchId === undefined) {
    await callCommand('listWatches');
    return undefined;
  }
  const store = await services.watches.load();
  const listed = (await store.list()).find(({ watch }) => watch.id === watchId);
  if (!listed || !(await store.stop(listed.account.id, watchId)))
    throw new LocalError('not_found', vscode.l10n.t('This search isn’t watched.'));
  return { watchId };
}

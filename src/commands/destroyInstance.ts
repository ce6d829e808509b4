import * as vscode from 'vscode';
import type { Call } from './call';
import { eachInstance, nameOf } from './eachInstance';
import { targetInstances } from './pickInstance';
import type { Services } from './services';

/** Destroys instances: their data is gone, and nothing of them is billed any more. */
export async function destroyInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  const ids = await targetInstances(services, call, vscode.l10n.t('Destroy'));
  if (!ids) return undefined;
  if (!call.confirmed && !(await services.dialogs.confirm(question(services, ids)))) return undefined;
  await eachInstance(services, ids, async (client, id) => {
    await client.destroyInstance(id);
    await services.awaited.take(services.accounts.active?.id ?? '', id);
  });
  // Done is done: what fails here is said where the entries are kept.
  await services.sshEntries.sync().catch(() => undefined);
  return { instanceIds: [...ids] };
}

function question(services: Services, ids: readonly number[]) {
  const [first = 0] = ids;
  return {
    message:
      ids.length === 1
        ? vscode.l10n.t('Destroy {0} and everything on its disk?', nameOf(services, first))
        : vscode.l10n.t('Destroy {0} instances and everything on their disks?', ids.length),
    detail: [
      ...(ids.length === 1 ? [] : [ids.map((id) => nameOf(services, id)).join('\n')]),
      vscode.l10n.t('This cannot be undone. All billing for it ends.'),
    ].join('\n\n'),
    yes: vscode.l10n.t('Destroy'),
  };
}

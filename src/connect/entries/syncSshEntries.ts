import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { Log } from '../../log/log';
import type { SshEntries, SyncResult } from './sshEntries';

/** Updates the ssh entries after every list: a stopped instance's port may soon belong to another renter. */
export function syncSshEntries(
  store: InstanceStore,
  entries: () => Promise<Pick<SshEntries, 'forget' | 'sync'>>,
  log: Log,
): vscode.Disposable {
  const said = new Set<string>();
  const once = (sentence: string): void => {
    if (said.has(sentence)) return;
    said.add(sentence);
    log.warn(sentence);
    void import('../../ask/notify').then(({ showWarning }) => showWarning(sentence));
  };
  return store.onDidChange(({ listed, gone }) => {
    if (!listed) return;
    const sync = async (): Promise<SyncResult> => {
      const known = await entries();
      known.forget(gone);
      return known.sync();
    };
    sync().then(
      (result) => warnings(result).forEach(once),
      async (error: unknown) => once((await import('../../api/describeError')).describeError(error).message),
    );
  });
}

function warnings({ skipped, clashes }: SyncResult): string[] {
  return [
    ...skipped.map(({ instanceId, reason }) =>
      vscode.l10n.t('Instance {0} has no SSH entry: {1}.', instanceId, plainText(reason)),
    ),
    ...clashes.map((id) =>
      vscode.l10n.t('Two of your accounts have an instance {0}. Only the first one has an SSH entry.', id),
    ),
  ];
}

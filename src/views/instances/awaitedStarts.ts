import type * as vscode from 'vscode';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { MarkerFiles } from '../../stores/rentals/markerFiles';

/** Loads, with the first list of an account in which a person waits for a start, what tells how that ends. */
export function onAwaitedStart(
  instances: Pick<InstanceStore, 'state' | 'onDidChange'>,
  marks: readonly Pick<MarkerFiles, 'list'>[],
  load: () => Promise<vscode.Disposable>,
): vscode.Disposable {
  let loading: Promise<vscode.Disposable> | undefined;
  const look = async (): Promise<void> => {
    const { accountId } = instances.state;
    if (accountId === undefined) return;
    const lists = await Promise.all(marks.map((some) => some.list(accountId)));
    if (lists.every((list) => list.size === 0) || loading) return;
    following.dispose();
    loading = load();
  };
  const following = instances.onDidChange(({ listed }) => listed && void look());
  return {
    dispose: () => {
      following.dispose();
      void loading?.then((loaded) => void loaded.dispose());
    },
  };
}

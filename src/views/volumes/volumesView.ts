import * as vscode from 'vscode';
import type { Volume } from '../../api/schemas/volume';
import { attachedTo } from '../../connect/attachedTo';
import { instanceTitle } from '../../ask/instanceName';
import type { Clock } from '../../clock';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { VolumeStore } from '../../stores/volumes/volumeStore';
import { detailItem, type DetailNode } from '../detailNode';
import type { LateTree } from '../lateTree';
import { showMessage, staleWords } from '../listMessage';
import { volumeDetails, type VolumeFacts, volumeItem, VolumeNode } from './volumeNodes';

export type Node = VolumeNode | DetailNode;

export interface VolumesViewStores {
  volumes: VolumeStore;
  instances: InstanceStore;
  clock: Clock;
}

/** The sidebar's list of volumes, drawn from the stores. It is hidden while there are none. */
export class VolumesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #stores: VolumesViewStores;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<Node>;
  readonly #subscriptions: vscode.Disposable;
  /** One node a volume for as long as it exists, so that VS Code keeps what is unfolded and selected. */
  readonly #nodes = new Map<number, VolumeNode>();
  #cancelTimer: (() => void) | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(tree: LateTree<Node>, stores: VolumesViewStores) {
    this.#stores = stores;
    this.#view = tree.view;
    const { volumes } = stores;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#view.onDidChangeVisibility(({ visible }) => volumes.setVisible(visible)),
      volumes.onDidChange(() => this.#redraw()),
      // What a volume is attached to depends on both lists.
      stores.instances.onDidChange(({ added, removed, changed }) => {
        const isNews = added.length + removed.length + changed.length > 0;
        if (isNews && volumes.state.volumes.length > 0) this.#redraw();
      }),
    );
    volumes.setVisible(this.#view.visible);
    this.#redraw();
    tree.attach(this);
  }

  getChildren(node?: Node): Node[] {
    const { volumes } = this.#stores;
    if (!node)
      return volumes.state.volumes.toSorted((a, b) => b.id - a.id).map((volume) => this.#nodeOf(volume));
    const volume = node instanceof VolumeNode ? volumes.get(node.volumeId) : undefined;
    return volume ? volumeDetails(volume, this.#factsOf(volume)) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { volumes } = this.#stores;
    if (!(node instanceof VolumeNode)) return detailItem(node, volumes.state.accountId ?? '');
    const volume = volumes.get(node.volumeId);
    return volume ? volumeItem(volume, this.#factsOf(volume)) : new vscode.TreeItem(String(node.volumeId));
  }

  dispose(): void {
    this.#cancelTimer?.();
    this.#subscriptions.dispose();
  }

  #nodeOf({ id }: Volume): VolumeNode {
    const node = this.#nodes.get(id) ?? new VolumeNode(id);
    this.#nodes.set(id, node);
    return node;
  }

  #factsOf(volume: Volume): VolumeFacts {
    const { volumes, instances, clock } = this.#stores;
    return {
      accountId: volumes.state.accountId ?? '',
      attachedTo: attachedTo(volume, instances),
      attachedToShort: attachedTo(volume, instances, instanceTitle),
      now: clock.now(),
    };
  }

  #redraw(): void {
    const { state } = this.#stores.volumes;
    for (const id of this.#nodes.keys())
      if (!state.volumes.some((volume) => volume.id === id)) this.#nodes.delete(id);
    this.#showMessage();
    this.#changed.fire(undefined);
  }

  /** A failed refresh keeps the last rows; this line says how old they are and why. */
  #showMessage(): void {
    const { volumes, instances, clock } = this.#stores;
    const message = staleWords(volumes.state, clock.now(), instances.state.error);
    showMessage(this.#view, message);
    this.#cancelTimer?.();
    // The age grows by itself.
    this.#cancelTimer = message ? clock.after(60_000, () => this.#showMessage()) : undefined;
  }
}

import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import { describeError } from '../api/describeError';
import type { InstanceChange, InstanceStore } from '../stores/instanceStore';
import type { AccountStore } from '../stores/accountStore';
import type { MarkerFiles } from '../stores/markerFiles';
import type { Tunnels } from '../connect/tunnels';
import { PortNode, portItem, portNodes } from './portNodes';
import { detailItem, type DetailNode, detailNodes, instanceItem, InstanceNode } from './instanceNodes';

export type Node = InstanceNode | DetailNode | PortNode;

/** What an empty view explains; the welcome texts in package.json have one each. */
type EmptyReason = 'noAccount' | 'wrongKey' | 'secondFactor' | 'unreachable' | 'none' | 'loading';

/** The sidebar's list of instances, drawn from the store. */
export class InstancesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #store: InstanceStore;
  readonly #accounts: AccountStore;
  readonly #tunnels: Tunnels;
  readonly #proxied: MarkerFiles;
  readonly #changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly #view: vscode.TreeView<Node>;
  readonly #disposables: { dispose(): unknown }[];
  /** One node an instance for as long as it exists, so that VS Code knows which row to redraw. */
  readonly #nodes = new Map<number, InstanceNode>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(store: InstanceStore, accounts: AccountStore, tunnels: Tunnels, proxied: MarkerFiles) {
    this.#tunnels = tunnels;
    this.#proxied = proxied;
    this.#store = store;
    this.#accounts = accounts;
    this.#view = vscode.window.createTreeView('gpuRental.instances', {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
    });
    // The age of data that could not be refreshed grows by itself.
    const everyMinute = setInterval(() => this.#showMessage(), 60_000);
    this.#disposables = [
      this.#view,
      this.#changed,
      this.#view.onDidChangeVisibility(({ visible }) => store.setVisible(visible)),
      store.onDidChange((change) => this.#redraw(change)),
      tunnels.onDidChange((id) => this.#changed.fire([this.#nodeOf(id)])),
      { dispose: () => clearInterval(everyMinute) },
    ];
    store.setVisible(this.#view.visible);
    this.#showState();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node)
      return [...this.#store.state.instances.keys()].sort((a, b) => b - a).map((id) => this.#nodeOf(id));
    const instance = node instanceof InstanceNode ? this.#store.get(node.instanceId) : undefined;
    if (!instance) return [];
    const viaProxy = (await this.#proxied.list(this.#store.state.accountId ?? '')).has(instance.id);
    return [...detailNodes(instance, viaProxy), ...portNodes(instance, this.#tunnels.of(instance.id))];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const accountId = this.#store.state.accountId ?? '';
    if (node instanceof PortNode) return portItem(node, accountId);
    if (!(node instanceof InstanceNode)) return detailItem(node, accountId);
    const instance = this.#store.get(node.instanceId);
    return instance ? instanceItem(instance, accountId) : new vscode.TreeItem(String(node.instanceId));
  }

  getParent(): undefined {
    return undefined;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #nodeOf(id: number): InstanceNode {
    const node = this.#nodes.get(id) ?? new InstanceNode(id);
    this.#nodes.set(id, node);
    return node;
  }

  #redraw({ added, removed, changed }: InstanceChange): void {
    for (const id of removed) this.#nodes.delete(id);
    if (added.length > 0 || removed.length > 0) this.#changed.fire(undefined);
    else if (changed.length > 0) this.#changed.fire(changed.map((id) => this.#nodeOf(id)));
    this.#showState();
  }

  #showState(): void {
    const reason = this.#emptyReason();
    void vscode.commands.executeCommand('setContext', 'gpuRental.instances.state', reason ?? 'some');
    void vscode.commands.executeCommand(
      'setContext',
      'gpuRental.signedIn',
      this.#accounts.active !== undefined,
    );
    const email = this.#accounts.active?.email;
    this.#view.description = this.#accounts.accounts.length > 1 && email ? email : '';
    this.#showMessage();
  }

  #emptyReason(): EmptyReason | undefined {
    const { accountId, instances, fetchedAt, error } = this.#store.state;
    if (!accountId) return 'noAccount';
    if (instances.size > 0) return undefined;
    if (error instanceof ApiError && error.code === 'two_factor_required') return 'secondFactor';
    if (error !== undefined) return isWrongKey(error) ? 'wrongKey' : 'unreachable';
    return fetchedAt === undefined ? 'loading' : 'none';
  }

  /**
   * A failed refresh keeps the last rows; this line says how old they are and why. VS Code shows the welcome text of
   * an empty view only while there is no message.
   */
  #showMessage(): void {
    const { accountId, instances, fetchedAt, error } = this.#store.state;
    const waiting = accountId !== undefined && fetchedAt === undefined && error === undefined;
    const stale = error !== undefined && fetchedAt !== undefined && instances.size > 0;
    this.#view.message = stale
      ? vscode.l10n.t('As of {0}. {1}', age(Date.now() - fetchedAt), describeError(error).message)
      : waiting
        ? vscode.l10n.t('Asking for your instances…')
        : '';
  }
}

export function isWrongKey(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'unauthorized' || error.code === 'forbidden' || error.code === 'auth_error')
  );
}

function age(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return vscode.l10n.t('less than a minute ago');
  if (minutes === 1) return vscode.l10n.t('a minute ago');
  return minutes < 120
    ? vscode.l10n.t('{0} minutes ago', minutes)
    : vscode.l10n.t('{0} hours ago', Math.floor(minutes / 60));
}

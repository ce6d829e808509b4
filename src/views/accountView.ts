import * as vscode from 'vscode';
import { burnRate } from '../domain/cost';
import type { AccountStore } from '../stores/accountStore';
import type { InstanceStore } from '../stores/instanceStore';
import type { UserStore } from '../stores/userStore';
import { accountItem, AccountNode, factItem, type FactNode, factNodes } from './accountNodes';

type Node = AccountNode | FactNode;

/** Who is signed in, with what, and what that account has; drawn from the stores. */
export class AccountView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #accounts: AccountStore;
  readonly #users: UserStore;
  readonly #instances: InstanceStore;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #disposables: { dispose(): unknown }[];

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(accounts: AccountStore, users: UserStore, instances: InstanceStore) {
    this.#accounts = accounts;
    this.#users = users;
    this.#instances = instances;
    const view = vscode.window.createTreeView('gpuRental.account', { treeDataProvider: this });
    const redraw = () => this.#changed.fire(undefined);
    this.#disposables = [
      view,
      this.#changed,
      view.onDidChangeVisibility(({ visible }) => users.setVisible(visible)),
      accounts.onDidChange(redraw),
      accounts.onDidChangeAccess(redraw),
      users.onDidChange(redraw),
      instances.onDidChange(redraw),
    ];
    users.setVisible(view.visible);
  }

  getChildren(): Node[] {
    const { accounts, active } = this.#accounts;
    if (!active) return [];
    const { user, error } = this.#users.state;
    const { instances, fetchedAt } = this.#instances.state;
    const others = accounts.filter(({ id }) => id !== active.id);
    return [
      new AccountNode(active.id),
      ...factNodes({
        user,
        error,
        burn: fetchedAt === undefined ? undefined : burnRate(instances.values()),
        hasSession: this.#accounts.hasSession,
        refused: this.#accounts.scope?.sentences ?? [],
      }),
      ...others.map(({ id }) => new AccountNode(id)),
    ];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { accounts, active } = this.#accounts;
    if (!(node instanceof AccountNode)) return factItem(node, active?.id ?? '');
    const account = accounts.find(({ id }) => id === node.accountId);
    if (!account) return new vscode.TreeItem(node.accountId);
    const isActive = account.id === active?.id;
    return accountItem(account, isActive ? this.#users.state.user : undefined, isActive);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

import * as vscode from 'vscode';
import type { AccountStore } from '../../stores/account/accountStore';
import type { OwnKey } from '../../stores/account/ownKey';
import { settings } from '../../stores/settings';
import type { UserStore } from '../../stores/account/userStore';
import type { LazyWatches } from '../../stores/watches/lazyWatches';
import type { AllCosts } from '../money/allCosts';
import type { LateTree } from '../lateTree';
import { accountItem, AccountNode, factItem, type FactNode, factNodes } from './accountNodes';

export type Node = AccountNode | FactNode;

/** The signed-in accounts and details of the one in use, drawn from the stores. */
export class AccountView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #accounts: AccountStore;
  readonly #users: UserStore;
  readonly #ownKey: OwnKey;
  readonly #watches: Pick<LazyWatches, 'state' | 'onDidChange'>;
  readonly #costs: AllCosts;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #disposables: { dispose(): unknown }[];

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    tree: LateTree<Node>,
    {
      accounts,
      users,
      ownKey,
      watches,
    }: { accounts: AccountStore; users: UserStore; ownKey: OwnKey; watches: LazyWatches },
    costs: AllCosts,
  ) {
    this.#accounts = accounts;
    this.#users = users;
    this.#ownKey = ownKey;
    this.#watches = watches;
    this.#costs = costs;
    const { view } = tree;
    const setVisible = (visible: boolean) => {
      users.setVisible(visible);
      ownKey.setVisible(visible);
    };
    const redraw = () => this.#changed.fire(undefined);
    this.#disposables = [
      this.#changed,
      view.onDidChangeVisibility(({ visible }) => setVisible(visible)),
      accounts.onDidChangeAccess(redraw),
      users.onDidChange(redraw),
      ownKey.onDidChange(redraw),
      watches.onDidChange(redraw),
      ...costs.onDidChange(redraw),
    ];
    setVisible(view.visible);
    tree.attach(this);
  }

  getChildren(): Node[] {
    const { accounts, active } = this.#accounts;
    if (!active) return [];
    const { user, error } = this.#users.state;
    const costs = this.#costs.all;
    const others = accounts.filter(({ id }) => id !== active.id);
    return [
      new AccountNode(active.id),
      ...factNodes({
        lowCreditHours: settings.account.lowCreditHours,
        user,
        error,
        burn: costs.get(active.id)?.rate,
        alone: others.length === 0,
        hasSession: this.#accounts.hasSession,
        permissions: this.#ownKey.permissions,
        refused: this.#accounts.scope?.sentences ?? [],
        watches: this.#watches.state,
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
    const user = isActive ? this.#users.state.user : undefined;
    return accountItem(account, user, isActive, this.#costs.all.get(account.id));
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

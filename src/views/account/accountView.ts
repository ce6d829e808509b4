import * as vscode from 'vscode';
import { refusedSentences } from '../../domain/account/keyAbilities';
import type { AccountStore } from '../../stores/account/accountStore';
import type { OwnKey } from '../../stores/account/ownKey';
import { settings } from '../../stores/settings';
import type { UserStore } from '../../stores/account/userStore';
import type { LazyWatches } from '../../stores/watches/lazyWatches';
import type { AllCosts } from '../money/allCosts';
import type { LateTree } from '../lateTree';
import { type FactNode, factNodes } from './accountFacts';
import { accountItem, AccountNode, factItem, FactRow } from './accountNodes';

export type Node = AccountNode | FactRow;

/** The signed-in accounts and details of the one in use, drawn from the stores. */
export class AccountView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #accounts: AccountStore;
  readonly #users: UserStore;
  readonly #ownKey: OwnKey;
  readonly #watches: Pick<LazyWatches, 'state' | 'onDidChange'>;
  readonly #costs: AllCosts;
  readonly #changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly #disposables: { dispose(): unknown }[];
  /** What was drawn last, by key. */
  #rows: ReadonlyMap<string, Node> = new Map();
  #facts: ReadonlyMap<string, FactNode> = new Map();

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
    const redraw = () => this.#redraw();
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
    this.#draw();
    return [...this.#rows.values()];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { accounts, active } = this.#accounts;
    if (node instanceof FactRow) {
      const fact = this.#facts.get(node.id);
      return fact ? factItem(fact, active?.id ?? '') : new vscode.TreeItem(node.id);
    }
    const account = accounts.find(({ id }) => id === node.accountId);
    if (!account) return new vscode.TreeItem(node.accountId);
    const isActive = account.id === active?.id;
    const user = isActive ? this.#users.state.user : undefined;
    return accountItem(account, user, isActive, this.#costs.all.get(account.id));
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** VS Code knows no row while it draws the whole list: a button pressed then would lose the row that it is for. */
  #redraw(): void {
    const before = [...this.#rows.keys()];
    this.#draw();
    const isSame = before.join('\n') === [...this.#rows.keys()].join('\n');
    this.#changed.fire(isSame ? [...this.#rows.values()] : undefined);
  }

  #draw(): void {
    const { accounts, active } = this.#accounts;
    const before = this.#rows;
    if (!active) {
      this.#rows = this.#facts = new Map();
      return;
    }
    const others = accounts.filter(({ id }) => id !== active.id);
    const facts = this.#factsOf(active.id, others.length === 0);
    const accountRow = (id: string): [string, Node] => {
      const key = `account ${id}`;
      return [key, before.get(key) ?? new AccountNode(id)];
    };
    const factRow = (id: string): [string, Node] => {
      const key = `${active.id} ${id}`;
      return [key, before.get(key) ?? new FactRow(id)];
    };
    this.#facts = new Map(facts.map((fact) => [fact.id, fact]));
    this.#rows = new Map([
      accountRow(active.id),
      ...facts.map(({ id }) => factRow(id)),
      ...others.map(({ id }) => accountRow(id)),
    ]);
  }

  #factsOf(accountId: string, alone: boolean): FactNode[] {
    const { user, error } = this.#users.state;
    return factNodes({
      lowCreditHours: settings.account.lowCreditHours,
      user,
      error,
      burn: this.#costs.all.get(accountId)?.rate,
      alone,
      hasSession: this.#accounts.hasSession,
      permissions: this.#ownKey.permissions,
      refused: refusedSentences(this.#accounts.scope?.refused ?? []),
      watches: this.#watches.state,
    });
  }
}

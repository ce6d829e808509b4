import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { formatPerHour } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { isAliasOf, type ListServices } from '../../connect/lastLists';
import { ignore } from '../../log/log';
import { aliasOf } from '../../ssh/alias';
import type { AccountStore } from '../../stores/account/accountStore';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { UnderWay } from '../../stores/instances/underWay';
import { instanceItem, InstanceNode } from './instanceNodes';
import type { LateTree } from '../lateTree';
import { showMessage, staleWords } from '../listMessage';
import type { StopKeeper } from '../../stores/stops/stopKeeper';

/** A row that does something when it is clicked. */
class DeedNode {
  /** The command. */
  readonly id: 'startInstance' | 'stopInstance' | 'destroyInstance' | 'signIn' | 'switchAccount';

  constructor(id: DeedNode['id']) {
    this.id = id;
  }
}

export type Node = InstanceNode | DeedNode;

interface DrawnStores extends ListServices {
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'onDidChange'>;
  instances: Pick<InstanceStore, 'state' | 'get' | 'hold' | 'onDidChange'>;
  underWay: Pick<UnderWay, 'of'>;
  stopKeeper: Pick<StopKeeper, 'of'>;
  clock: Clock;
}

/** How often the times and sums are drawn again, in milliseconds. */
const timesLast = 60_000;

/**
 * The view of a window that was opened on an instance: which one it is, what it costs, and how to end that. Other
 * windows don't have it.
 */
export class ThisInstanceView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #id: number;
  readonly #stores: DrawnStores;
  readonly #view: vscode.TreeView<Node>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: vscode.Disposable;
  /** Another service has an instance with this id, and the window is on that one. */
  #isOfOther = false;
  #held: vscode.Disposable | undefined;
  #stopTimer: () => void = () => undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(tree: LateTree<Node>, instanceId: number, stores: DrawnStores) {
    this.#id = instanceId;
    this.#stores = stores;
    this.#view = tree.view;
    this.#view.description = aliasOf(instanceId);
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#view.onDidChangeVisibility(({ visible }) => this.#hold(visible)),
      stores.instances.onDidChange(() => this.#look()),
      stores.accounts.onDidChange(() => this.#look()),
    );
    this.#hold(this.#view.visible);
    this.#look();
    this.#startTimer();
    tree.attach(this);
  }

  getChildren(node?: Node): Node[] {
    if (node) return [];
    const { accounts } = this.#stores;
    const instance = this.#instance;
    if (!instance) {
      if (!accounts.active) return [new DeedNode('signIn')];
      return accounts.accounts.length > 1 ? [new DeedNode('switchAccount')] : [];
    }
    const { can } = lifecycleOf(instance);
    return [
      new InstanceNode(this.#id),
      ...(can.start ? [new DeedNode('startInstance')] : []),
      ...(can.stop ? [new DeedNode('stopInstance')] : []),
      new DeedNode('destroyInstance'),
    ];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { instances, underWay, stopKeeper, clock } = this.#stores;
    const instance = this.#instance;
    if (node instanceof DeedNode) return deedItem(node.id, instance);
    if (!instance) return new vscode.TreeItem(String(node.instanceId));
    const context = { now: clock.now(), deed: underWay.of(this.#id), stop: stopKeeper.of(this.#id) };
    const item = instanceItem(instance, instances.state.accountId ?? '', context);
    item.collapsibleState = vscode.TreeItemCollapsibleState.None;
    return item;
  }

  dispose(): void {
    this.#stopTimer();
    this.#held?.dispose();
    this.#subscriptions.dispose();
  }

  get #instance(): SharedInstance | undefined {
    return this.#isOfOther ? undefined : this.#stores.instances.get(this.#id);
  }

  #look(): void {
    this.#redraw();
    const { accounts, files } = this.#stores;
    if (!accounts.active) return;
    const { baseUrl } = accounts.active;
    void isAliasOf(this.#stores, baseUrl, this.#id).then(
      (isOwn) => {
        if (accounts.active?.baseUrl !== baseUrl || isOwn !== this.#isOfOther) return;
        this.#isOfOther = !isOwn;
        this.#redraw();
      },
      ignore(files.log, 'the next list looks again'),
    );
  }

  /** The list is as fresh as in the view of all instances, which may be folded. */
  #hold(visible: boolean): void {
    this.#held?.dispose();
    this.#held = visible ? this.#stores.instances.hold() : undefined;
  }

  #startTimer(): void {
    this.#stopTimer = this.#stores.clock.after(timesLast, () => {
      if (this.#view.visible) this.#redraw();
      this.#startTimer();
    });
  }

  #redraw(): void {
    const message = this.#message();
    showMessage(this.#view, message);
    this.#changed.fire(undefined);
  }

  /** What to say where there is no row, or where it couldn't be refreshed. */
  #message(): string {
    const { accounts, instances, clock } = this.#stores;
    if (this.#instance) return staleWords(instances.state, clock.now());
    if (!accounts.active)
      return vscode.l10n.t('This window is on instance {0}. Sign in to see it.', this.#id);
    return instances.state.fetchedAt === undefined
      ? vscode.l10n.t('Loading instances…')
      : vscode.l10n.t('This window is on instance {0}, which isn’t in the account in use.', this.#id);
  }
}

function deedItem(id: DeedNode['id'], instance: SharedInstance | undefined): vscode.TreeItem {
  const { icon, title, description = '', tooltip = description } = deedWords(id, instance);
  const item = new vscode.TreeItem(title);
  item.id = id;
  item.description = description;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: [title, tooltip].filter(Boolean).join(', '), role: 'button' };
  item.command = {
    title,
    command: `gpuRental.${id}`,
    arguments: instance ? [new InstanceNode(instance.id)] : [],
  };
  return item;
}

interface DeedWords {
  icon: string;
  title: string;
  description?: string;
  tooltip?: string;
}

function deedWords(id: DeedNode['id'], instance: SharedInstance | undefined): DeedWords {
  const { running, stopped } = hourlyCost(instance ?? {});
  switch (id) {
    case 'signIn':
      return { icon: 'sign-in', title: vscode.l10n.t('Sign In') };
    case 'switchAccount':
      return { icon: 'account', title: vscode.l10n.t('Switch Account') };
    case 'startInstance':
      return { icon: 'play', title: vscode.l10n.t('Start'), description: formatPerHour(running) };
    case 'stopInstance':
      return {
        icon: 'debug-stop',
        title: vscode.l10n.t('Stop'),
        description: vscode.l10n.t('keeps the disk for {0}', formatPerHour(stopped)),
      };
    case 'destroyInstance':
      return {
        icon: 'trash',
        title: vscode.l10n.t('Destroy…'),
        description: vscode.l10n.t('with its disk'),
        tooltip: vscode.l10n.t('Deletes the disk and ends billing'),
      };
  }
}

import * as vscode from 'vscode';
import type { InstanceChange } from '../../stores/instances/instanceChange';
import type { UnderWay } from '../../stores/instances/underWay';
import { volumeIdsOf } from '../../stores/volumes/attachments';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { AccountStore } from '../../stores/account/accountStore';
import type { Clock } from '../../clock';
import type { MarkerFiles } from '../../stores/rentals/markerFiles';
import type { VolumeStore } from '../../stores/volumes/volumeStore';
import type { Tunnels } from '../../connect/tunnels';
import type { ProjectOffer } from '../../stores/launch/projectOffer';
import type { PriceIncreases } from '../../stores/money/priceIncreases';
import type { Moves } from '../../stores/instances/moves';
import type { StopKeeper } from '../../stores/stops/stopKeeper';
import { ContextKey } from '../menuKeys';
import type { LateTree } from '../lateTree';
import { showMessage, staleWords } from '../listMessage';
import { expectedItem, ExpectedNode, shownRentals } from './rentals';
import { moveItem, MoveNode, moveNodes } from './moveRow';
import { PortNode, portItem, portNodes } from './portNodes';
import { detailItem, DetailNode } from '../detailNode';
import { detailNodes } from './instanceDetails';
import { ProjectNode, projectItem, projectNodes } from './projectRow';
import { abilitiesOfSome, instanceItem, InstanceNode, Twins } from './instanceNodes';

export type Node = ExpectedNode | InstanceNode | DetailNode | PortNode | MoveNode | ProjectNode;

interface DrawnStores {
  instances: InstanceStore;
  accounts: AccountStore;
  tunnels: Tunnels;
  viaProxy: MarkerFiles;
  underWay: UnderWay;
  volumes: VolumeStore;
  stopKeeper: Pick<StopKeeper, 'of'>;
  priceIncreases: () => Promise<PriceIncreases>;
  projectOffer: ProjectOffer;
  moves: Pick<Moves, 'knownTarget' | 'look' | 'onDidChange'>;
  clock: Clock;
}

/** How often to redraw times and sums while the view is visible, in milliseconds. */
const timesLast = 60_000;

/** The sidebar's list of instances, drawn from the store. */
export class InstancesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #stores: DrawnStores;
  readonly #store: InstanceStore;
  #increases: PriceIncreases | undefined;
  /** Resolves when the accounts and the last rows were read. Until then there is nothing to show. */
  readonly #known: Promise<void>;
  readonly #changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly #view: vscode.TreeView<Node>;
  readonly #disposables: { dispose(): unknown }[];
  /** One node per instance, so that VS Code knows which row to redraw. */
  readonly #nodes = new Map<number, InstanceNode>();
  /** Rows that show their id because another has the same name. */
  readonly #twins = new Twins();
  /** Whether the project had a row when the list changed last: the first list may be empty. */
  #hasOffer = false;
  #stopTimer: () => void = () => undefined;
  /** What is possible with at least one of the selected rows, in the words of `abilities`. */
  readonly #selectionKey = new ContextKey<string>('gpuRental.instances.selection', '');

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(tree: LateTree<Node>, stores: DrawnStores, ready: Promise<unknown>) {
    const { instances: store, volumes, projectOffer, moves, tunnels } = stores;
    this.#stores = stores;
    this.#store = store;
    void stores.priceIncreases().then((increases) => {
      this.#increases = increases;
      this.#disposables.push(increases.onDidChange(() => this.#changed.fire(undefined)));
      this.#changed.fire(undefined);
    });
    this.#known = ready.then(() => store.seeded);
    this.#view = tree.view;
    this.#disposables = [
      this.#changed,
      this.#view.onDidChangeVisibility(({ visible }) => {
        this.#look();
        if (visible) this.#drawTimes();
      }),
      // What was listed more slowly meanwhile is listed again at once.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#look();
      }),
      this.#view.onDidChangeSelection(() => this.#showSelection()),
      store.onDidChange((change) => this.#redraw(change)),
      volumes.onDidChange(() => this.#redrawVolumes()),
      projectOffer.onDidChange(() => this.#changed.fire(undefined)),
      moves.onDidChange(() => this.#changed.fire(undefined)),
      tunnels.onDidChange((id) => this.#changed.fire([this.#nodeOf(id)])),
      { dispose: () => this.#stopTimer() },
    ];
    this.#look();
    void this.#known.then(() => {
      this.#showHeader();
      this.#lookAtMoves();
    });
    tree.attach(this);
    this.#startTimer();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node) {
      await this.#known;
      await this.#store.seeded;
      const ids = [...this.#store.state.instances.keys()].sort((a, b) => b - a);
      return [
        ...shownRentals(this.#store.state).map(({ token }) => new ExpectedNode(token)),
        ...ids.map((id) => this.#nodeOf(id)),
        ...projectNodes(this.#stores.projectOffer, this.#store.state),
      ];
    }
    const instance = node instanceof InstanceNode ? this.#store.get(node.instanceId) : undefined;
    if (!instance) return [];
    const viaProxy = (await this.#stores.viaProxy.list(this.#store.state.accountId ?? '')).has(instance.id);
    const { volumes } = this.#stores.volumes.state;
    const context = {
      now: this.#stores.clock.now(),
      viaProxy,
      figures: this.#store.figures(instance.id),
      volumes,
      stop: this.#stores.stopKeeper.of(instance.id),
      increase: this.#increases?.of(instance.id),
    };
    return [
      ...this.#moveOf(instance.id),
      ...detailNodes(instance, context),
      ...portNodes(instance, this.#stores.tunnels.of(instance.id)),
    ];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const accountId = this.#store.state.accountId ?? '';
    if (node instanceof PortNode) return portItem(node, accountId);
    if (node instanceof ExpectedNode) {
      const rental = shownRentals(this.#store.state).find(({ token }) => token === node.token);
      return rental ? expectedItem(rental, accountId) : new vscode.TreeItem('');
    }
    if (node instanceof ProjectNode) return projectItem(node, this.#stores.projectOffer, accountId);
    if (node instanceof MoveNode) return moveItem(node, accountId);
    if (node instanceof DetailNode) return detailItem(node, accountId);
    const { instanceId: id } = node;
    const instance = this.#store.get(id);
    if (!instance) return new vscode.TreeItem(String(id));
    const context = {
      now: this.#stores.clock.now(),
      deed: this.#stores.underWay.of(id),
      isTwin: this.#twins.has(id),
      stop: this.#stores.stopKeeper.of(id),
      increase: this.#increases?.of(id),
      isMoving: this.#moveOf(id).length > 0,
    };
    return instanceItem(instance, accountId, context);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #look(): void {
    for (const one of [this.#store, this.#stores.projectOffer]) one.setVisible(this.#view.visible);
    this.#lookAtMoves();
  }

  /** Other windows may have begun or ended one meanwhile. */
  #lookAtMoves(): void {
    const { accountId } = this.#store.state;
    if (accountId !== undefined && this.#view.visible) void this.#stores.moves.look(accountId);
  }

  #moveOf(id: number): MoveNode[] {
    return moveNodes(id, this.#stores.moves, this.#store.state);
  }

  /** The rows of instances that have volumes. */
  #redrawVolumes(): void {
    const { volumes } = this.#stores.volumes.state;
    const { instances } = this.#store.state;
    const ids = [...instances.keys()].filter((id) => volumeIdsOf(id, volumes, instances).length > 0);
    if (ids.length > 0) this.#changed.fire(ids.map((id) => this.#nodeOf(id)));
  }

  #nodeOf(id: number): InstanceNode {
    const node = this.#nodes.get(id) ?? new InstanceNode(id);
    this.#nodes.set(id, node);
    return node;
  }

  #redraw({ added, removed, changed, expected }: InstanceChange): void {
    for (const id of removed) this.#nodes.delete(id);
    const isOther = added.length > 0 || removed.length > 0;
    if (isOther) this.#lookAtMoves();
    const renamed = isOther || changed.length > 0 ? this.#twins.follow(this.#store.state.instances) : [];
    const hadOffer = this.#hasOffer;
    this.#hasOffer = projectNodes(this.#stores.projectOffer, this.#store.state).length > 0;
    if (expected || isOther || this.#hasOffer !== hadOffer) this.#changed.fire(undefined);
    else if (changed.length > 0)
      this.#changed.fire([...new Set([...changed, ...renamed])].map((id) => this.#nodeOf(id)));
    this.#showHeader();
    this.#showSelection();
  }

  /** Uptimes, costs so far, and the age of data that couldn't be refreshed change over time. */
  #startTimer(): void {
    this.#stopTimer = this.#stores.clock.after(timesLast, () => {
      this.#showMessage();
      if (this.#view.visible) this.#drawTimes();
      this.#startTimer();
    });
  }

  #drawTimes(): void {
    const moving = [...this.#store.state.instances.values()].filter(
      (one) => one.running_since !== undefined || this.#stores.stopKeeper.of(one.id) !== undefined,
    );
    if (moving.length > 0) this.#changed.fire(moving.map(({ id }) => this.#nodeOf(id)));
  }

  /** The conditions of VS Code's menus see only one row, so we set a key for what is possible with several. */
  #showSelection(): void {
    const nodes = this.#view.selection.filter((node) => node instanceof InstanceNode);
    const instances = nodes.flatMap(({ instanceId }) => this.#store.get(instanceId) ?? []);
    this.#selectionKey.set(nodes.length > 1 ? abilitiesOfSome(instances) : '');
  }

  #showHeader(): void {
    const email = this.#stores.accounts.active?.email;
    const description = this.#stores.accounts.accounts.length > 1 && email ? email : '';
    if (this.#view.description !== description) this.#view.description = description;
    this.#showMessage();
  }

  /**
   * Before the first list and after a failed refresh, the last rows stay; this line says how old they are and why. VS
   * Code shows the welcome text of an empty view only while there is no message.
   */
  #showMessage(): void {
    const { state } = this.#store;
    const { accountId, instances, fetchedAt, error } = state;
    const waiting = accountId !== undefined && fetchedAt === undefined && error === undefined;
    const now = this.#stores.clock.now();
    const isFromBefore = !this.#store.isConfirmed && now - (fetchedAt ?? now) > timesLast;
    const stale = instances.size > 0 ? staleWords({ ...state, isFromBefore }, now) : '';
    showMessage(this.#view, waiting ? vscode.l10n.t('Loading instances…') : stale);
  }
}

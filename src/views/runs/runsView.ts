import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { isOver, type Run } from '../../domain/runs/run';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { MachineReport } from '../../ssh/runs/lookAtRuns';
import type { AccountStore } from '../../stores/account/accountStore';
import type { RunStore } from '../../stores/runs/runStore';
import { detailItem, DetailNode } from '../detailNode';
import type { LateTree } from '../lateTree';
import { runDetails, type RunFacts, runItem, RunNode } from './runNodes';
import { type SeenRun, seenRun } from './seenRun';
import { isSame } from '../../stores/polling/sameRows';

export type Node = RunNode | DetailNode;

export interface RunsViewStores {
  runs: RunStore;
  accounts: Pick<AccountStore, 'active' | 'onDidChange'>;
  clock: Clock;
  sightOf: (instanceId: number) => (Pick<MachineReport, 'gpus'> & { at: number }) | undefined;
  instanceOf: (instanceId: number) => SharedInstance | undefined;
  /** Whether somebody looks at the view. */
  show: (isShown: boolean) => void;
}

/** What a person has started: not what serves a sweep on its other machines. */
const isOwn = ({ serves }: Run): boolean => serves === undefined;

/** Time and cost of a run grow by themselves. Milliseconds. */
const redrawEvery = 10_000;

/** The sidebar's list of runs, the latest first. */
export class RunsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #stores: RunsViewStores;
  readonly #changed = new vscode.EventEmitter<Node | Node[] | undefined>();
  readonly #nodes = new Map<string, RunNode>();
  readonly #view: vscode.TreeView<Node>;
  readonly #subscriptions: vscode.Disposable;
  #cancelTimer: () => void = () => undefined;
  /** The ids of the runs that VS Code has rows for. */
  #listed = '';
  /** The row that says that others may be missing. */
  #unread: DetailNode | undefined;
  /** All runs as they were drawn last. */
  #drawn: ReadonlyMap<string, Run> = new Map();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(tree: LateTree<Node>, stores: RunsViewStores) {
    this.#stores = stores;
    this.#view = tree.view;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      tree.view.onDidChangeVisibility(({ visible }) => {
        stores.show(visible);
        this.#arm();
      }),
      stores.accounts.onDidChange(() => this.#changed.fire(undefined)),
      stores.runs.onDidChange(() => this.#redraw()),
    );
    tree.attach(this);
    stores.show(tree.view.visible);
    this.#arm();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    const { accounts, runs } = this.#stores;
    const accountId = accounts.active?.id;
    if (accountId === undefined) return [];
    if (!node) {
      this.#unread =
        (await runs.readAll(accountId)) === undefined ? unreadRow(runs.fileOf(accountId)) : undefined;
      const listed = runs.known(accountId).filter(isOwn);
      this.#listed = listed.map(({ id }) => id).join();
      return [...(this.#unread ? [this.#unread] : []), ...listed.map(({ id }) => this.#nodeOf(id))];
    }
    const run = node instanceof RunNode ? runs.get(accountId, node.runId) : undefined;
    return run ? runDetails(this.#seen(run), this.#factsOf(accountId, run)) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { accounts, runs } = this.#stores;
    const accountId = accounts.active?.id ?? '';
    if (node === this.#unread) return unreadItem(node, accountId);
    if (!(node instanceof RunNode)) return detailItem(node, accountId);
    const run = runs.get(accountId, node.runId);
    return run ? runItem(this.#seen(run), this.#factsOf(accountId, run)) : new vscode.TreeItem(node.runId);
  }

  dispose(): void {
    this.#cancelTimer();
    this.#subscriptions.dispose();
  }

  /** The whole list only when others are in it: VS Code knows no row meanwhile, so a press on one would be lost. */
  #redraw(): void {
    const { accounts, runs } = this.#stores;
    const all = runs.known(accounts.active?.id ?? '');
    const [before, known] = [this.#drawn, all.filter(isOwn)];
    this.#drawn = new Map(all.map((run) => [run.id, run]));
    if (this.#unread || known.map(({ id }) => id).join() !== this.#listed) {
      this.#changed.fire(undefined);
      return;
    }
    // The row of a sweep sums what all of its machines cost.
    const changed = new Set(
      all.filter((run) => !isSame(run, before.get(run.id))).map(({ id, serves }) => serves ?? id),
    );
    if (changed.size > 0) this.#changed.fire([...changed].map((id) => this.#nodeOf(id)));
  }

  #nodeOf(runId: string): RunNode {
    const node = this.#nodes.get(runId) ?? new RunNode(runId);
    this.#nodes.set(runId, node);
    return node;
  }

  #factsOf(accountId: string, run: Run): RunFacts {
    const { runs, clock, sightOf, instanceOf } = this.#stores;
    const instance = instanceOf(run.instanceId);
    const serving =
      run.sweep || run.nodes ? runs.known(accountId).filter(({ serves }) => serves === run.id) : [];
    const gpus = sightOf(run.instanceId)?.gpus ?? [];
    return { accountId, now: clock.now(), gpus, instance, serving: serving.map((one) => this.#seen(one)) };
  }

  #seen(run: Run): SeenRun {
    const { sightOf, instanceOf } = this.#stores;
    return seenRun(run, instanceOf(run.instanceId), sightOf(run.instanceId)?.at);
  }

  #arm(): void {
    this.#cancelTimer();
    const { accounts, runs, clock } = this.#stores;
    if (!this.#view.visible) return;
    this.#cancelTimer = clock.after(redrawEvery, () => {
      for (const run of runs.known(accounts.active?.id ?? '').filter(isOwn))
        if (!isOver(run)) this.#changed.fire(this.#nodeOf(run.id));
      this.#arm();
    });
  }
}

const unreadRow = (file: string): DetailNode =>
  new DetailNode({
    id: 'unread',
    label: vscode.l10n.t('Runs may be missing'),
    icon: 'warning',
    value: vscode.l10n.t('the list can’t be read completely'),
    whole: vscode.l10n.t(
      '{0} can’t be read completely. Runs that it names may still be in progress. Fix or delete the file.',
      file,
    ),
    copied: file,
  });

/** A click shows the file. */
function unreadItem(node: DetailNode, accountId: string): vscode.TreeItem {
  const item = detailItem(node, accountId);
  const title = vscode.l10n.t('Show File');
  item.command = { title, command: 'vscode.open', arguments: [vscode.Uri.file(node.copied)] };
  return item;
}

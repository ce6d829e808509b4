import type * as vscode from 'vscode';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { RunKeeper } from '../../stores/runs/runKeeper';
import type { RunKeeperStores } from '../../stores/runs/stoppedRuns';
import type { Node, RunsViewStores } from './runsView';
import type { LateTree } from '../lateTree';

export type RunsStores = Omit<RunKeeperStores, 'remoteOf' | 'diskOf' | 'destroyWithin'>;

/** What keeps and draws runs, loaded once there is a run or somebody looks at the view. */
export class LazyRuns implements vscode.Disposable {
  readonly #stores: RunsStores;
  readonly #tree: LateTree<Node>;
  readonly #subscriptions: { dispose(): unknown }[] = [];
  #keeper: Promise<RunKeeper> | undefined;
  #known: RunKeeper | undefined;
  #drawn: Promise<void> | undefined;

  constructor(tree: LateTree<Node>, stores: RunsStores, ready: Promise<unknown>) {
    this.#stores = stores;
    this.#tree = tree;
    const { accounts, runs } = stores;
    const lookForRuns = async (): Promise<void> => {
      const id = accounts.active?.id;
      if (id !== undefined && (await runs.read(id)).length > 0) await this.#load();
    };
    this.#subscriptions.push(accounts.onDidChange(() => void lookForRuns()));
    void ready.then(lookForRuns);
  }

  /** Draws the view, once. */
  draw(): Promise<void> {
    this.#drawn ??= this.#draw();
    return this.#drawn;
  }

  async #draw(): Promise<void> {
    const [{ RunsView }, { linkLogs }] = await Promise.all([import('./runsView'), import('./logLinks')]);
    const { accounts, runs } = this.#stores;
    this.#subscriptions.push(linkLogs((runId) => runs.get(accounts.active?.id ?? '', runId)));
    const show = (isShown: boolean): void =>
      void this.#load().then((keeper) => {
        keeper.isShown = isShown;
      });
    const instanceOf = (id: number): SharedInstance | undefined => this.#stores.instances.get(id);
    this.#subscriptions.push(
      new RunsView(this.#tree, { ...this.#stores, sightOf: this.sightOf, instanceOf, show }),
    );
  }

  /** When the machine of a run was seen last, and what its GPUs did. */
  readonly sightOf: RunsViewStores['sightOf'] = (id) => this.#known?.sights.get(id);

  /** Looks at all runs now. */
  async look(): Promise<void> {
    await (await this.#load()).look();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #load(): Promise<RunKeeper> {
    this.#keeper ??= this.#build();
    return this.#keeper;
  }

  async #build(): Promise<RunKeeper> {
    const { keepRuns } = await import('./runTeller');
    this.#known = keepRuns(this.#stores, this.#subscriptions);
    return this.#known;
  }
}

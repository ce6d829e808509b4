import type { LaunchAction } from '../../src/domain/launch/form/paneAction';
import type { LaunchView } from '../../src/domain/launch/form/paneView';
import { heard } from '../../src/webviews/shared/messages';
import {
  type Action,
  columnsMessage,
  hostMessage,
  launchMessage,
  marketMessage,
  menuMessage,
  type View,
} from '../../src/webviews/offers/protocol';
import { Model } from '../../src/webviews/offers/ui/model';
import type { Random } from '../sandbox/random';
import type { Page } from './panels';

/** The browser side of the offers panel without its drawing. */
export class OffersPage implements Page {
  readonly model = new Model();
  launch: LaunchView | undefined;
  view: View | undefined;
  /** All rows went away; the view that says why is on its way. */
  #isEmptied = false;
  readonly #send: (message: Action) => void;
  readonly #problem: (text: string) => void;

  constructor(send: (message: Action) => void, problem: (text: string) => void) {
    this.#send = send;
    this.#problem = problem;
  }

  get state(): unknown {
    return { query: this.model.query, sort: this.model.sort };
  }

  receive(message: unknown): void {
    const view = hostMessage.safeParse(message).data?.view;
    if (view) {
      if (this.#isEmptied && view.turn === this.view?.turn && this.model.rows.length === 0)
        this.#problem('the offers vanished from their panel');
      this.#isEmptied = false;
      this.view = view;
      this.model.takeView(view);
      return;
    }
    const market = marketMessage.safeParse(message).data;
    if (market) {
      const before = this.model.rows.length;
      this.model.receive(market);
      this.#isEmptied ||= before > 0 && this.model.rows.length === 0 && !market.more;
      return;
    }
    const launch = launchMessage.safeParse(message);
    if (launch.success) this.launch = launch.data.launch;
    else if (![columnsMessage, menuMessage, heard].some((one) => one.safeParse(message).success))
      this.#problem(`the offers panel can't read ${JSON.stringify(message).slice(0, 200)}`);
  }

  /** The person looks for something else. */
  search(draws: Random): string {
    const query = this.model.query;
    if (!query) return 'nothing yet';
    const change = draws.pick([
      { type: 'on-demand' as const },
      { type: 'both' as const },
      { disk: draws.pick([10, 20, 200]) },
      { filters: draws.pick([{}, { num_gpus: { gte: 2 } }, { reliability: { gte: 0.95 } }]) },
      { hours: draws.pick([1, 8, 720]) },
    ]);
    const next = { ...query, ...change };
    this.model.change(next);
    this.#send({ kind: 'query', query: next });
    return JSON.stringify(change);
  }

  refresh(): void {
    this.#send({ kind: 'refresh' });
  }

  sort(draws: Random): void {
    this.model.sort = [{ column: draws.pick(['price', 'gpu']), direction: draws.pick(['asc', 'desc']) }];
  }

  /** Opens the launch form of an offer, or rents what is filled in there. Undefined if nothing was asked to be rented. */
  rent(draws: Random, label: () => string): string | undefined {
    if (this.launch) {
      if (this.launch.busy) return undefined;
      const name = label();
      this.#act({ kind: 'type', key: 'image', text: 'debian:12' });
      this.#act({ kind: 'type', key: 'label', text: name });
      this.#act({ kind: 'rent' });
      return name;
    }
    const { matching } = this.model;
    if (matching.length > 0) this.#send({ kind: 'rent', key: draws.pick(matching).key });
    return undefined;
  }

  leaveForm(): void {
    if (this.launch) this.#act({ kind: 'back' });
  }

  #act(action: LaunchAction): void {
    this.#send({ kind: 'launch', action });
  }
}

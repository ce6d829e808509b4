import { heard } from '../../src/webviews/shared/messages';
import {
  type Action,
  columnsMessage,
  hostMessage,
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
    return { query: this.model.query };
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
    if (![columnsMessage, menuMessage, heard].some((one) => one.safeParse(message).success))
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
    const sort = {
      column: draws.pick(['price', 'gpu']),
      direction: draws.pick(['asc' as const, 'desc' as const]),
    };
    const layout = { ...this.model.layout, sort: [sort] };
    this.model.arrange(layout);
    this.#send({ kind: 'layout', layout });
  }

  /** Opens the launch form of an offer, which is a list on top of the panel. */
  rent(draws: Random): void {
    const { matching } = this.model;
    if (matching.length > 0) this.#send({ kind: 'rent', key: draws.pick(matching).key });
  }
}

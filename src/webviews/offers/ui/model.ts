import {
  type Layout,
  matchingRows,
  type PanelQuery,
  type SortKey,
} from '../../../domain/offers/filters/panelQuery';
import { usualSort } from '../../../domain/offers/table/sortRows';
import type { MarketRow } from '../../../domain/offers/table/marketRow';
import type { Plan } from '../../../domain/offers/plannedPrice';
import { omitUndefined } from '../../../domain/omitUndefined';
import type { MarketMessage, View } from '../protocol';

/** What the browser side holds: the market, the query, and what the person has picked from it. */
export class Model {
  #rows: readonly MarketRow[] = [];
  /** What has come so far of rows that come in several messages. */
  #arrived: readonly MarketRow[] = [];
  /** Whether more rows than those that are shown are on their way, at first. */
  isPart = false;
  #query: PanelQuery | undefined;
  #queryTurn = -1;
  #turn: number | undefined;
  #layout: Layout | undefined;
  #matching: readonly MarketRow[] | undefined;
  #plan: Plan | undefined;
  /** The row that the details are about. */
  selected: string | undefined;
  /** The row under the mouse, in the table or the plot. */
  hovered: string | undefined;
  /** The row whose details are shown. */
  detailed: string | undefined;
  /** Keys of rows that stay on top. */
  pinned: ReadonlySet<string> = new Set();
  /** Keys of rows that are compared side by side. */
  compared: ReadonlySet<string> = new Set();
  /** Ids of machines on which an instance did not start lately; the same set until one is added or forgotten. */
  badMachines: ReadonlySet<number> = new Set();

  /** All offers at hand. */
  get rows(): readonly MarketRow[] {
    return this.#rows;
  }

  /** Undefined until the host has sent it. */
  get query(): PanelQuery | undefined {
    return this.#query;
  }

  /** What every row is priced with; the same object until the query changes. */
  get plan(): Plan | undefined {
    if (!this.#query) return undefined;
    const { disk, hours, bid } = this.#query;
    this.#plan ??= { disk, hours, ...omitUndefined({ bid }) };
    return this.#plan;
  }

  /** The table and the plot as the person arranged them here; the host's are taken over once. */
  get layout(): Layout {
    return this.#layout ?? { columns: [] };
  }

  get sort(): readonly SortKey[] {
    return this.#layout?.sort ?? usualSort;
  }

  /** The offers that match the query; the same list until something changes. */
  get matching(): readonly MarketRow[] {
    if (!this.#query) return [];
    return (this.#matching ??= matchingRows(this.#rows, this.#query));
  }

  row(key: string | undefined): MarketRow | undefined {
    return key === undefined ? undefined : this.#rows.find((row) => row.key === key);
  }

  /** Takes the host's query over where it is a new one, and forgets all rows of another account. */
  takeView({ turn, query, queryTurn, layout, badMachines }: View): void {
    this.#layout ??= layout;
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#show([]);
      this.isPart = false;
      this.selected = undefined;
      this.hovered = undefined;
      this.detailed = undefined;
      this.pinned = new Set();
      this.compared = new Set();
    }
    const isSame =
      badMachines.length === this.badMachines.size && badMachines.every((id) => this.badMachines.has(id));
    if (!isSame) this.badMachines = new Set(badMachines);
    if (queryTurn === this.#queryTurn) return;
    this.#queryTurn = queryTurn;
    this.change(query);
  }

  /** Shows rows once all of them have come, or the first ones where nothing is shown yet. False: nothing new is shown. */
  receive({ rows, adds = false, more = false }: MarketMessage): boolean {
    this.#arrived = adds ? [...this.#arrived, ...rows] : rows;
    if (more && this.#rows.length > 0) return false;
    this.#show(this.#arrived);
    this.isPart = more;
    return true;
  }

  #show(rows: readonly MarketRow[]): void {
    this.#rows = rows;
    this.#matching = undefined;
  }

  change(query: PanelQuery): void {
    this.#query = query;
    this.#matching = undefined;
    this.#plan = undefined;
  }

  arrange(layout: Layout): void {
    this.#layout = layout;
  }
}

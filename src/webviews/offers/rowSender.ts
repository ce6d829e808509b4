import { matchingRows, type PanelQuery } from '../../domain/offers/panelQuery';
import type { FoundOffer } from '../../stores/offerStore';
import type { MarketMessage } from './protocol';
import { plainRows } from './view';

/** More rows than a screen shows. */
const firstScreen = 100;

/** Sends the offers at hand to the browser side, where they are compared. */
export class RowSender {
  readonly #post: (message: MarketMessage) => void;
  #sent: readonly FoundOffer[] = [];

  constructor(post: (message: MarketMessage) => void) {
    this.#post = post;
  }

  /**
   * Does nothing if they were sent before. Thousands of rows take their time: where nothing is shown yet, those that a
   * person sees first go ahead.
   */
  send(rows: readonly FoundOffer[], query: PanelQuery): void {
    if (rows === this.#sent) return;
    if (this.#sent.length === 0 && rows.length > 2 * firstScreen)
      this.#send(matchingRows(rows, query).slice(0, firstScreen));
    this.#sent = rows;
    this.#send(rows);
  }

  /** The browser side has been reloaded and has no data. */
  forget(): void {
    this.#sent = [];
  }

  #send(rows: readonly FoundOffer[]): void {
    this.#post({ kind: 'market', rows: plainRows(rows) });
  }
}

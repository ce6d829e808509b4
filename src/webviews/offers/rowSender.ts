import { inChunks } from '../../inChunks';
import { matchingRows, type PanelQuery } from '../../domain/offers/filters/panelQuery';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { MarketMessage } from './protocol';
import { basesOf, plainRows } from './view';

/** More rows than a screen shows. */
const firstScreen = 100;
/** Rows in one message. VS Code writes each message as JSON, twice: 10,000 rows in one take a tenth of a second. */
const inOneMessage = 1000;

/** Sends the offers at hand to the browser side, where they are compared. */
export class RowSender {
  readonly #post: (message: MarketMessage) => void;
  #sent: readonly FoundOffer[] = [];
  /** Grows with each list: of an older one no more is sent. */
  #turn = 0;

  constructor(post: (message: MarketMessage) => void) {
    this.#post = post;
  }

  /**
   * Does nothing if they were sent before. Thousands of rows take their time: where nothing is shown yet, those that a
   * person sees first go ahead.
   */
  send(rows: readonly FoundOffer[], query: PanelQuery): void {
    if (rows === this.#sent) return;
    const isFirst = this.#sent.length === 0;
    this.#sent = rows;
    void inChunks(this.#sending(rows, isFirst ? query : undefined));
  }

  /** The browser side has been reloaded and has no data. */
  forget(): void {
    this.#sent = [];
    this.#turn += 1;
  }

  /** @param shown what the rows that go ahead match */
  *#sending(found: readonly FoundOffer[], shown?: PanelQuery): Generator<void, void> {
    const turn = ++this.#turn;
    // The same turn has taken in the answer.
    if (found.length > inOneMessage) yield;
    if (turn !== this.#turn) return;
    if (shown && found.length > 2 * firstScreen)
      this.#post({
        kind: 'market',
        rows: plainRows(matchingRows(found, shown).slice(0, firstScreen)),
        more: true,
      });
    const bases = basesOf(found);
    for (let from = 0; turn === this.#turn; from += inOneMessage) {
      const to = from + inOneMessage;
      this.#post({
        kind: 'market',
        rows: plainRows(found.slice(from, to), bases),
        ...(from > 0 && { adds: true }),
        ...(to < found.length && { more: true }),
      });
      if (to >= found.length) return;
      yield;
    }
  }
}

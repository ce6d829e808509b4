import { type Clock, pauseFor } from '../../clock';
import { matchingRows, type PanelQuery } from '../../domain/offers/filters/panelQuery';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { MarketMessage } from './protocol';
import { basesOf, plainRows } from './view';

/** More rows than a screen shows. */
const firstScreen = 100;
/** Rows in one message. VS Code writes each message as JSON, twice: 10,000 rows in one take a tenth of a second. */
const inOneMessage = 1000;
/** Milliseconds for VS Code and the page to paint the first rows, which others behind them would hold up. */
const paintsWithin = 200;

/** Sends the offers at hand to the browser side, where they are compared. */
export class RowSender {
  readonly #post: (message: MarketMessage) => void;
  readonly #clock: Pick<Clock, 'after'>;
  #sent: readonly FoundOffer[] = [];
  /** Grows with each list: of an older one no more is sent. */
  #turn = 0;
  /** Resolves once the first rows are painted. */
  #painted: Promise<void> | undefined;

  constructor(post: (message: MarketMessage) => void, clock: Pick<Clock, 'after'>) {
    this.#post = post;
    this.#clock = clock;
  }

  /**
   * Does nothing if they were sent before. Thousands of rows take their time: where nothing is shown yet, those that a
   * person sees first go ahead.
   *
   * @param isPart whether a list with more rows will come soon
   */
  send(rows: readonly FoundOffer[], query: PanelQuery, isPart = false): void {
    if (rows === this.#sent) return;
    const isFirst = this.#sent.length === 0;
    this.#sent = rows;
    void this.#send(rows, isPart, isFirst ? query : undefined);
  }

  /** The browser side has been reloaded and has no data. */
  forget(): void {
    this.#sent = [];
    this.#painted = undefined;
    this.#turn += 1;
  }

  /** @param shown what the rows that go ahead match */
  async #send(found: readonly FoundOffer[], isPart: boolean, shown?: PanelQuery): Promise<void> {
    const turn = ++this.#turn;
    const isOld = (): boolean => turn !== this.#turn;
    // The same turn has taken in the answer.
    if (found.length > inOneMessage) await nextTurn();
    if (this.#painted) await this.#painted;
    if (isOld()) return;
    if (shown && (isPart || found.length > 2 * firstScreen)) {
      const rows = plainRows(matchingRows(found, shown).slice(0, firstScreen));
      this.#post({ kind: 'market', rows, more: true });
      this.#painted = pauseFor(this.#clock, paintsWithin);
      if (isPart) return;
      await this.#painted;
    }
    const bases = basesOf(found);
    for (let from = 0; !isOld(); from += inOneMessage) {
      const to = from + inOneMessage;
      this.#post({
        kind: 'market',
        rows: plainRows(found.slice(from, to), bases),
        ...(from > 0 && { adds: true }),
        ...(to < found.length && { more: true }),
      });
      if (to >= found.length) return;
      await nextTurn();
    }
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

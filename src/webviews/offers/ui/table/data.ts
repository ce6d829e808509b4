import * as l10n from '@vscode/l10n';
import type { Column } from '../../../../domain/offers/table/columnKinds';
import { columnOf, columnTitle, usualColumns } from '../../../../domain/offers/table/columns';
import type { Layout, SortKey } from '../../../../domain/offers/filters/panelQuery';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import { type Plan, plannedPrice, priceSentence } from '../../../../domain/offers/plannedPrice';
import { noteWords, type RowMarks, rowWords } from '../../../../domain/offers/table/rowWords';
import { sortRows } from '../../../../domain/offers/table/sortRows';

export interface TableInput {
  /** Those that match the filters, in any order. */
  rows: readonly MarketRow[];
  /** All that are known: a pinned row stays when the filters leave it out. */
  market: readonly MarketRow[];
  plan: Plan;
  sort: readonly SortKey[];
  pinned: ReadonlySet<string>;
  compared: ReadonlySet<string>;
  /** Ids of machines on which an instance did not start lately. */
  badMachines: ReadonlySet<number>;
  /** In their order; none means the usual ones. */
  columns: Layout['columns'];
}

export const nothingYet: TableInput = {
  rows: [],
  market: [],
  plan: { disk: 0, hours: 1 },
  sort: [],
  pinned: new Set(),
  compared: new Set(),
  badMachines: new Set(),
  columns: [],
};

/** Says what is to be known of a row before it is rented. It is there only where a row needs it. */
export const notesId = 'notes';

/** What the table shows, worked out once for each change of what it is given. */
export class TableData {
  readonly input: TableInput;
  readonly pinned: readonly MarketRow[];
  /** Below the pinned ones. */
  readonly body: MarketRow[];
  /** Chosen, shown or not. */
  readonly chosen: readonly DrawnColumn[];
  readonly columns: readonly DrawnColumn[];
  readonly #outside: ReadonlySet<string>;
  readonly #texts = new WeakMap<MarketRow, readonly string[]>();
  readonly #words = new WeakMap<MarketRow, string>();

  constructor(input: TableInput) {
    const { rows, market, plan, sort, pinned } = input;
    this.input = input;
    const isPinned = ({ key }: MarketRow): boolean => pinned.has(key);
    const matching = pinned.size === 0 ? [] : rows.filter(isPinned);
    const known = new Set(matching.map(({ key }) => key));
    const outside = pinned.size === 0 ? [] : market.filter((row) => isPinned(row) && !known.has(row.key));
    this.#outside = new Set(outside.map(({ key }) => key));
    this.pinned = sortRows([...matching, ...outside], sort, plan);
    this.body = sortRows(known.size === 0 ? rows : rows.filter((row) => !isPinned(row)), sort, plan);
    this.chosen = chosenColumns(input.columns, plan);
    const shown = shownColumns(
      this.chosen,
      [rows, outside].some((some) => some.some(({ isBid }) => isBid)),
    );
    this.columns = this.#hasNotes()
      ? shown.toSpliced(2, 0, { column: notes, width: 150, usual: 150, stays: false })
      : shown;
  }

  get count(): number {
    return this.pinned.length + this.body.length;
  }

  /** @param place from 0, the pinned rows first */
  row(place: number): MarketRow | undefined {
    return place < this.pinned.length ? this.pinned[place] : this.body[place - this.pinned.length];
  }

  /** -1 if it is not shown. */
  placeOf(key: string | undefined): number {
    if (key === undefined) return -1;
    const pinned = this.pinned.findIndex((row) => row.key === key);
    if (pinned >= 0) return pinned;
    const place = this.body.findIndex((row) => row.key === key);
    return place < 0 ? -1 : place + this.pinned.length;
  }

  marks(row: MarketRow): RowMarks {
    const { key, offer } = row;
    const { pinned, compared, badMachines, plan } = this.input;
    return {
      isPinned: pinned.has(key),
      isCompared: compared.has(key),
      isBad: offer.machine_id !== undefined && badMachines.has(offer.machine_id),
      isOutside: this.#outside.has(key),
      isBidTooLow: plannedPrice(row, plan).bidTooLow === true,
    };
  }

  /** What stands in the cells, one for each column. */
  texts(row: MarketRow): readonly string[] {
    const known = this.#texts.get(row);
    if (known) return known;
    const texts = this.columns.map(({ column }) =>
      column === notes ? noteWords(this.marks(row)).join(', ') : column.text(row, this.input.plan),
    );
    this.#texts.set(row, texts);
    return texts;
  }

  words(row: MarketRow): string {
    const words = this.#words.get(row) ?? rowWords(row, this.input.plan, this.marks(row));
    this.#words.set(row, words);
    return words;
  }

  sentence(row: MarketRow): string {
    return priceSentence(row, this.input.plan);
  }

  #hasNotes(): boolean {
    const { rows, badMachines, plan } = this.input;
    if (this.#outside.size > 0) return true;
    const mayBe = badMachines.size > 0 || plan.bid !== undefined;
    return mayBe && rows.some((row) => noteWords(this.marks(row)).length > 0);
  }
}

const notes: Column = {
  id: notesId,
  title: () => l10n.t('Note'),
  value: () => undefined,
  text: () => '',
  align: 'start',
  width: 150,
  isUsual: false,
};

type Choice = Layout['columns'][number];

/** A column as it is drawn; widths in CSS pixels. */
export interface DrawnColumn {
  column: Column;
  width: number;
  /** At first. */
  usual: number;
  stays: boolean;
}

/** Of a letter of a title, and of the margins beside it. */
const letter = 8;
const besideTitle = 18;

/** The letters of the longer of a title's two lines, with the arrow that the last one ends with when it is sorted by. */
export function titleLetters(title: string): number {
  const words = [...title.split(/\s+/), '↑1'];
  const halves = words.map((_, at) =>
    Math.max(letters(words.slice(0, at).join(' ')), letters(words.slice(at).join(' '))),
  );
  return Math.min(...halves);
}

/** Counted in usual letters, by how wide they are in the widest of the usual fonts. */
const letters = (text: string): number => Array.from(text, letterWidth).reduce((sum, one) => sum + one, 0);

function letterWidth(letter: string): number {
  if (/[\u2E80-\u9FFF\uFF00-\uFFEF]/.test(letter)) return 1.65;
  if (/[mwMW]/.test(letter)) return 1.4;
  if (/[ijlI ]/.test(letter)) return 0.5;
  return /[frt/().,]/.test(letter) ? 0.65 : 1;
}

/** They stay while the table scrolls sideways. */
const staying = new Set(['price', 'gpu', 'place']);

const least = 44;
const most = 600;

/** The chosen columns, or the usual ones where none are chosen. Ids of other versions are left out. */
export function chosenColumns(chosen: readonly Choice[], plan: Plan): DrawnColumn[] {
  const given = chosen.length > 0 ? chosen : usualColumns.map((id): Choice => ({ id }));
  const drawn = given.flatMap(({ id, width }) => {
    const column = columnOf(id);
    if (!column) return [];
    // A title is read whole, in any language.
    const title = titleLetters(columnTitle(column, plan)) * letter + besideTitle;
    const usual = widthWithin(Math.max(column.width, title));
    return [
      { column, usual, width: width === undefined ? usual : widthWithin(width), stays: staying.has(id) },
    ];
  });
  return drawn.length > 0 || chosen.length === 0 ? drawn : chosenColumns([], plan);
}

/** Columns about bids are empty where there are none. */
export function shownColumns(chosen: readonly DrawnColumn[], hasBids: boolean): DrawnColumn[] {
  const shown = chosen.filter(({ column }) => hasBids || column.isUsual !== 'bid');
  return shown.length > 0 ? shown : [...chosen];
}

export const widthWithin = (width: number): number =>
  Number.isFinite(width) ? Math.round(Math.min(Math.max(width, least), most)) : least;

/** As they are remembered: a width only where it is not the usual one. */
export function choicesOf(drawn: readonly DrawnColumn[]): Choice[] {
  return drawn.map(({ column, width, usual }) =>
    width === usual ? { id: column.id } : { id: column.id, width },
  );
}

/** One column moved by some places among those that are shown, the hidden ones left where they are. */
export function movedColumn(
  all: readonly DrawnColumn[],
  shown: readonly DrawnColumn[],
  id: string,
  by: number,
): DrawnColumn[] {
  const from = shown.findIndex(({ column }) => column.id === id);
  const moved = shown[from];
  if (!moved || !shown[from + by]) return [...all];
  const next = shown.toSpliced(from, 1).toSpliced(from + by, 0, moved);
  const places = new Set(shown);
  return all.map((one) => (places.has(one) ? (next.shift() ?? one) : one));
}

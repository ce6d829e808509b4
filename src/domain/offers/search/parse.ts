import type { OfferOrder } from '../offerOrder';
import { Conditions } from './conditions';
import type { GpuNames } from './vocabulary/gpuNames';
import { flagByText, type ListField, listNames } from '../fields/choices';
import { type FlagKind, hasUnit, type NumberKind, toField } from '../fields/kinds';
import { numberByField, numberByName } from '../fields/numbers';
import { type Comparison, type Token, tokensOf } from './lexer';
import { NameReader } from './vocabulary/nameReader';
import type { OfferText, RentalType, TextProblem } from './offerText';
import { fillers, longestWord, orderWords, rentalWords, truths } from './vocabulary/plainWords';
import { bareKind, nounBehind, type Quantity, quantityAt } from './quantity';

/**
 * Reads a typed search for offers, such as `24gb >=99 eu cuda>=12 4090`: words in any order, each a filter. A later
 * filter replaces an earlier one of the same kind; countries and GPUs are combined. Never throws; takes linear time.
 */
export function parseOfferText(text: string, gpus: GpuNames): OfferText {
  if (text.length > longestText)
    return {
      filters: {},
      cleared: [],
      problems: [{ why: 'tooLong', text: text.slice(0, 40), isLast: true }],
    };
  return new Parser(text, gpus).read();
}

/** Characters. Longer is no search but something that was pasted by mistake. */
const longestText = 5000;

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #names: NameReader;
  readonly #conditions = new Conditions();
  readonly #problems: TextProblem[] = [];
  readonly #others: { type?: RentalType; order?: OfferOrder; disk?: number } = {};

  constructor(text: string, gpus: GpuNames) {
    this.#text = text;
    this.#tokens = tokensOf(text);
    this.#names = new NameReader(text, this.#tokens, gpus);
  }

  read(): OfferText {
    for (let at = 0; at < this.#tokens.length;) at = this.#readOne(at);
    return { ...this.#conditions.result, ...this.#others, problems: this.#problems };
  }

  /** Each of these reads at least one token and returns the position of the next one. */
  #readOne(at: number): number {
    const token = this.#tokens[at];
    switch (token?.kind) {
      case 'operator':
      case 'dollar':
      case 'number':
        return this.#readQuantity(at);
      case 'word':
        return this.#readWord(at, token.text);
      case 'quoted':
        return this.#readList(at, undefined, false) ?? this.#refuse('unknown', at, at + 1);
      case 'times': {
        const count = quantityAt(this.#tokens, at + 1);
        return count?.unit === '' ? this.#takeNumber('num_gpus', 'eq', count, at) : at + 1;
      }
      case 'other': {
        const isMinus = /^[-!−]$/.test(token.text) && this.#tokens[at + 1]?.start === token.end;
        return (
          (isMinus ? this.#readList(at + 1, undefined, true) : undefined) ??
          this.#refuse('unknown', at, at + 1)
        );
      }
      case 'comma':
        return at + 1;
      default:
        return this.#refuse('unknown', at, at + 1);
    }
  }

  /** `24gb`, `>=99%`, `$<0.5`, `2x`, `100gb disk`, or a GPU that begins with a number. */
  #readQuantity(at: number): number {
    let start = at;
    let comparison: Comparison = 'means';
    let isPrice = false;
    for (let token = this.#tokens[start]; ; token = this.#tokens[++start]) {
      if (token?.kind === 'operator' && comparison === 'means') comparison = token.operator;
      else if (token?.kind === 'dollar' && !isPrice) isPrice = true;
      else break;
    }
    const found = quantityAt(this.#tokens, start);
    if (!found) return this.#refuse('needsValue', at, Math.max(start, at + 1));
    const quantity = { ...found, hasDollar: found.hasDollar || isPrice };
    if (start === at && quantity.unit === '' && !quantity.hasDollar) {
      const gpu = this.#names.gpusAt(at);
      if (gpu) {
        this.#conditions.list('gpu_name', gpu.names);
        return gpu.next;
      }
    }
    const noun = nounBehind(this.#tokens, quantity);
    if (noun) return this.#takeNumber(noun.field, comparison, { ...quantity, next: quantity.next + 1 }, at);
    const kind = bareKind(comparison, quantity);
    if (kind) return this.#takeNumber(kind.field, comparison, quantity, at);
    const isCount = quantity.unit === '' && quantity.value <= 16 && this.#names.gpusAt(quantity.next);
    return isCount
      ? this.#takeNumber('num_gpus', 'eq', quantity, at)
      : this.#refuse('unknown', at, quantity.next);
  }

  #readWord(at: number, text: string): number {
    const word = text.toLowerCase();
    if (word.length > longestWord) return this.#refuse('unknown', at, at + 1);
    return (
      this.#readNamed(at, word) ??
      this.#readFlag(at, word) ??
      this.#readKey(at, word) ??
      this.#readGlued(at, word) ??
      (fillers.has(word) && word === text ? at + 1 : undefined) ??
      this.#readList(at, undefined, false) ??
      (fillers.has(word) ? at + 1 : this.#refuse(word === 'reserved' ? 'reserved' : 'unknown', at, at + 1))
    );
  }

  /** `gpu=4090`, `country!=US`, `order=value`, `type=bid`, `verified=any`. */
  #readNamed(at: number, word: string): number | undefined {
    const operator = this.#tokens[at + 1];
    const value = this.#tokens[at + 2];
    if (operator?.kind !== 'operator' || !value) return undefined;
    const said = 'text' in value ? value.text.toLowerCase() : '';
    const field = listNames.get(word) ?? flagByText.get(word)?.field ?? numberByName.get(word)?.field;
    const isEqual = operator.operator === 'eq' || operator.operator === 'means';
    if (field !== undefined && isEqual && said === 'any') {
      this.#conditions.clear(field);
      return at + 3;
    }
    const list = listNames.get(word);
    const isCount =
      list === 'gpu_name' && value.kind === 'number' && this.#names.gpusAt(at + 2) === undefined;
    if (list && !isCount && (isEqual || operator.operator === 'neq'))
      return this.#readList(at + 2, list, operator.operator === 'neq');
    if (!isEqual) return undefined;
    const flag = flagByText.get(word);
    const truth = truths.get(said);
    if (flag && truth !== undefined && 'eq' in flag.condition && typeof flag.condition.eq === 'boolean') {
      this.#conditions.set(flag.field, 'eq', flag.condition.eq === truth);
      return at + 3;
    }
    const order = word === 'order' || word === 'sort' ? orderWords.get(said) : undefined;
    const type = word === 'type' ? rentalWords.get(said) : undefined;
    if (order) this.#others.order = order;
    else if (type) this.#others.type = type;
    else return undefined;
    return at + 3;
  }

  /** `verified`, `data center`, `interruptible`. */
  #readFlag(at: number, word: string): number | undefined {
    const behind = this.#tokens[at + 1];
    const pair = behind?.kind === 'word' ? `${word}-${behind.text.toLowerCase()}` : '';
    for (const [said, next] of [
      [pair, at + 2],
      [word, at + 1],
    ] as const) {
      const flag = flagByText.get(said);
      const type = rentalWords.get(said);
      if (flag) this.#takeFlag(flag);
      else if (type) this.#others.type = type;
      else if (said === 'cheapest') this.#others.order = 'price';
      else if (said === 'single') this.#conditions.list('num_gpus', [1]);
      else continue;
      return next;
    }
    return undefined;
  }

  #takeFlag({ field, condition }: FlagKind): void {
    if ('eq' in condition) this.#conditions.set(field, 'eq', condition.eq);
    else this.#conditions.set(field, 'gte', condition.gte);
  }

  /** `cuda>=12`, `disk 100`. */
  #readKey(at: number, word: string): number | undefined {
    const kind = numberByName.get(word);
    if (!kind) return undefined;
    const behind = this.#tokens[at + 1];
    const operator = behind?.kind === 'operator' ? behind.operator : undefined;
    const start = operator ? at + 2 : at + 1;
    const quantity = quantityAt(this.#tokens, start);
    if (quantity && quantity.unit !== 'x')
      return this.#takeNumber(kind.field, operator ?? 'means', quantity, at);
    return fillers.has(word) && start === at + 1 ? undefined : this.#refuse('needsValue', at, start, kind);
  }

  /** `cuda12`, `disk100gb`, `x4`. */
  #readGlued(at: number, word: string): number | undefined {
    const [, name = '', digits = '', unit = ''] = /^([a-z_]+?)[-_]?(\d+(?:\.\d+)?)([a-z]*)$/.exec(word) ?? [];
    const kind = name === 'x' ? numberByField.get('num_gpus') : numberByName.get(name);
    if (!kind || !hasUnit(kind, unit)) return undefined;
    return this.#takeNumber(
      kind.field,
      'means',
      { value: Number(digits), text: digits, unit, hasDollar: false, next: at + 1 },
      at,
    );
  }

  /**
   * GPUs or places; `field` where one of them is named. Behind `gpu=` anything is a name: there are more than are known
   * here. Undefined when there is none.
   */
  #readList(at: number, field: ListField | undefined, negative: boolean): number | undefined {
    const first = this.#names.valuesAt(at, field, true);
    if (!first) return field === undefined ? undefined : this.#refuse('unknown', at, at + 1);
    this.#conditions.list(first.field, first.values, negative);
    let { next } = first;
    while (field !== undefined && this.#tokens[next]?.kind === 'comma') {
      const more = this.#names.valuesAt(next + 1, field, false);
      if (!more) break;
      this.#conditions.list(field, more.values, negative);
      ({ next } = more);
    }
    return next;
  }

  #takeNumber(field: NumberKind['field'], comparison: Comparison, quantity: Quantity, at: number): number {
    const kind = numberByField.get(field);
    const unit = quantity.unit === 'x' ? '' : quantity.unit;
    const value = kind && toField(kind, kind.isVersion ? quantity.text : quantity.value, unit);
    if (!kind || value === undefined) return this.#refuse('wrongUnit', at, quantity.next, kind);
    const isPossible =
      Number.isFinite(value) &&
      (!kind.isWhole || Number.isInteger(value)) &&
      (field !== 'reliability' || value <= 1) &&
      (field !== 'disk_space' || value > 0);
    if (!isPossible) return this.#refuse('outOfRange', at, quantity.next, kind);
    const operator = comparison === 'means' ? kind.usual : comparison;
    if (field !== 'disk_space') this.#conditions.number(kind, operator, value, unit !== 'mb');
    else if (operator === 'lt' || operator === 'lte' || operator === 'neq')
      return this.#refuse('onlyAtLeast', at, quantity.next, kind);
    else this.#others.disk = value;
    return quantity.next;
  }

  #refuse(why: TextProblem['why'], from: number, to: number, kind?: NumberKind): number {
    const text = this.#names.slice(from, to);
    const isLast = to >= this.#tokens.length && !/\s$/.test(this.#text);
    this.#problems.push({ why, text, isLast, ...(kind ? { kind } : {}) });
    return to;
  }
}

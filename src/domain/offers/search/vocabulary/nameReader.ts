import type { GpuNames } from './gpuNames';
import type { ListField } from '../../fields/choices';
import type { Token } from '../lexer';
import { placeCodes } from './places';
import { longestWord } from './plainWords';

/** In words, of a GPU and of a country. */
const longestGpuName = 5;
const longestPlace = 4;

/** Finds the names of GPUs and places in a text, which may be several words long. */
export class NameReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #gpus: GpuNames;

  constructor(text: string, tokens: readonly Token[], gpus: GpuNames) {
    this.#text = text;
    this.#tokens = tokens;
    this.#gpus = gpus;
  }

  /** The text from one token up to before another one, with the blanks between them. */
  slice(from: number, to: number): string {
    return this.#text.slice(this.#tokens[from]?.start, this.#tokens[to - 1]?.end);
  }

  /**
   * GPUs or places at this token; `field` where one of them is named, `mayBeNew`: also a name that nobody knows here.
   */
  valuesAt(
    at: number,
    field: ListField | undefined,
    mayBeNew: boolean,
  ): { field: ListField; values: readonly string[]; next: number } | undefined {
    const token = this.#tokens[at];
    const place = field === 'gpu_name' ? undefined : this.#placeAt(at);
    if (place) return { field: 'geolocation', values: place.codes, next: place.next };
    if (field === 'geolocation' || !token) return undefined;
    const isExact = field === 'gpu_name' && token.kind === 'quoted';
    const known = isExact ? undefined : this.gpusAt(at);
    if (known) return { field: 'gpu_name', values: known.names, next: known.next };
    if (field === undefined || !mayBeNew || !('text' in token)) return undefined;
    const name = token.text.trim();
    if (name === '' || name.length > longestWord) return undefined;
    return { field, values: [this.#gpus.exact(name) ?? name], next: at + 1 };
  }

  #placeAt(at: number): { codes: readonly string[]; next: number } | undefined {
    return this.#longestRun(at, longestPlace, (text) => {
      const codes = placeCodes(text);
      return codes && { codes };
    });
  }

  /** All GPUs that the longest run of words from here means. */
  gpusAt(at: number): { names: readonly string[]; next: number } | undefined {
    return this.#longestRun(at, longestGpuName, (text) => {
      const names = this.#gpus.find(text);
      return names.length > 0 ? { names } : undefined;
    });
  }

  /** What `find` makes of the longest run of words and numbers from here that it knows. */
  #longestRun<T>(
    at: number,
    longest: number,
    find: (text: string) => T | undefined,
  ): (T & { next: number }) | undefined {
    const first = this.#tokens[at];
    if (first?.kind === 'quoted') {
      const found = first.text.length > longestWord ? undefined : find(first.text);
      return found && { ...found, next: at + 1 };
    }
    let end = at;
    while (end < at + longest && isNamePart(this.#tokens[end])) end += 1;
    for (; end > at; end -= 1) {
      const text = this.slice(at, end);
      const found = text.length > longestWord ? undefined : find(text);
      if (found) return { ...found, next: end };
    }
    return undefined;
  }
}

const isNamePart = (token: Token | undefined): boolean => token?.kind === 'word' || token?.kind === 'number';

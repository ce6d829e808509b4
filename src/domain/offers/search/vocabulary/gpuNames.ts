/** The parts of a GPU's name in lower case, letters and digits separate. "RTX 4070S Ti" is rtx, 4070, s, ti. */
function partsOf(name: string): string[] {
  const parts = name.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  const named = parts.filter((part) => part !== 'nvidia' && part !== 'geforce').map(shortPart);
  // The service writes "4070S Ti", others "4070 Ti Super".
  const last = named.length - 1;
  if (named[last] === 's' && named[last - 1] === 'ti') return [...named.slice(0, -2), 's', 'ti'];
  return named;
}

const shortPart = (part: string): string => (part === 'super' ? 's' : part);

const brands = new Set(['rtx', 'gtx', 'tesla', 'radeon', 'instinct', 'quadro', 'amd']);
const withoutBrand = (parts: readonly string[]): readonly string[] =>
  parts[0] !== undefined && brands.has(parts[0]) ? parts.slice(1) : parts;

/** Known GPU names, to find them by what a person types. */
export class GpuNames {
  /** As the service spells them. */
  readonly all: readonly string[];
  readonly #parts: readonly { name: string; parts: readonly string[]; words: ReadonlySet<string> }[];
  readonly #known: ReadonlySet<string>;
  readonly #exact: ReadonlyMap<string, string>;

  constructor(names: Iterable<string>) {
    this.all = [...new Set(names)];
    this.#parts = this.all.map((name) => ({ name, parts: partsOf(name), words: wordBeginnings(name) }));
    this.#known = new Set(this.#parts.flatMap(({ parts }) => parts));
    this.#exact = new Map(this.all.map((name) => [name.toLowerCase(), name]));
  }

  /** The known name with this spelling, ignoring case. */
  exact(text: string): string | undefined {
    return this.#exact.get(text.toLowerCase());
  }

  /**
   * The names that a text matches: "4090", "rtx4090" and "RTX 4090" are the same, "h100" matches all its variants; none
   * if it isn't a GPU. Compares whole numbers: "40" is not "4090".
   */
  find(text: string): readonly string[] {
    const exact = this.exact(text.trim());
    if (exact !== undefined) return [exact];
    const wanted = partsOf(text);
    if (!wanted.some((part) => /\d/.test(part) || part.length > 2)) return [];
    if (!wanted.every((part) => this.#known.has(part))) return [];
    const bare = withoutBrand(wanted).join(' ');
    const same = this.#parts.filter(
      ({ parts }) =>
        withoutBrand(parts).join(' ') === bare &&
        // "Tesla V100" is not "Quadro V100".
        (wanted.length === withoutBrand(wanted).length || parts[0] === wanted[0]),
    );
    const found = same.length > 0 ? same : this.#parts.filter((one) => includesRun(one, wanted));
    return found.map(({ name }) => name);
  }

  /** Few words that mean just these names; `isPlain`: a word that stands for GPUs and nothing else. */
  text(names: readonly string[], isPlain: (word: string) => boolean): string[] {
    let left = [...names];
    const words: string[] = [];
    for (const name of names) {
      if (!left.includes(name)) continue;
      const word = this.#shortest(name, left, isPlain);
      const meant = word === undefined ? [name] : this.find(word);
      words.push(word ?? `gpu="${name}"`);
      left = left.filter((one) => !meant.includes(one));
    }
    return words;
  }

  #shortest(name: string, among: readonly string[], isPlain: (word: string) => boolean): string | undefined {
    const [first = '', ...rest] = withoutBrand(name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    const tries = [first, [first, ...rest].join(''), name.toLowerCase().replaceAll(/\s/g, '')];
    return tries.find((word) => {
      const meant = this.find(word);
      return (
        /^[a-z]*\d[a-z\d]*$/.test(word) &&
        meant.includes(name) &&
        meant.every((one) => among.includes(one)) &&
        isPlain(word)
      );
    });
  }
}

/** The numbers that a word of the name begins with: 6000 of "RTX 6000Ada". */
const wordBeginnings = (name: string): ReadonlySet<string> =>
  new Set(Array.from(name.matchAll(/(?<![a-z\d])\d+/gi), ([number]) => number));

/** A number must be at the start of a word: "100" is not "A100". */
function includesRun(
  { parts, words }: { parts: readonly string[]; words: ReadonlySet<string> },
  run: readonly string[],
): boolean {
  const [first = ''] = run;
  if (/^\d/.test(first) && !words.has(first)) return false;
  return parts.some((_, start) => run.every((part, index) => parts[start + index] === part));
}

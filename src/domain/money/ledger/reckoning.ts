import { type Bill, type Charged, coveredBy, isSettled, overlap, without } from './bill';
import { lacksSome, type Ledger, meterBy, spentOfOld } from './ledger';
import { addSpent, type Meter, nothingSpent, type Spent } from './spending';
import type { Reason } from './stretches';
import type { TimeSpan } from './stretches';

/** What something has cost: counted here, or charged by the service where that counts. */
export interface Sum extends Spent {
  /** Hundred-millionths of a dollar of it that the service charged. */
  charged: number;
  /** The part of that for what was never seen here. */
  unseen: number;
  /** What was counted here for the rest of it, for the same days. */
  counted: number;
}

export const noSum: Sum = { ...nothingSpent, charged: 0, unseen: 0, counted: 0 };

export const addSums = (a: Sum, b: Sum): Sum => ({
  ...addSpent(a, b),
  charged: a.charged + b.charged,
  unseen: a.unseen + b.unseen,
  counted: a.counted + b.counted,
});

/** The source of what ended so long ago that only its sums by day are kept. */
export const older = 'older';

/** One instance or volume: how it was metered, and the charges that count instead. */
interface Account {
  meter: Meter | undefined;
  charged: readonly Charged[];
  covered: readonly TimeSpan[];
}

/** The ledger with a bill. `Bill` says which of the two counts where. */
export class Reckoning {
  /** All that cost something: the ledger's keys, the bill's sources, and `older`. */
  readonly sources: readonly string[];
  /** Why there is a bill that isn't used. */
  readonly refused: 'incomplete' | 'foreign' | undefined;
  readonly #ledger: Ledger;
  readonly #accounts = new Map<string, Account>();
  readonly #billedOld: readonly TimeSpan[];
  /** Undefined where it isn't used. */
  readonly #bill: Bill | undefined;

  /** @param now milliseconds since the epoch */
  constructor(ledger: Ledger, bill: Bill | undefined, now: number) {
    this.#ledger = ledger;
    this.refused = bill && refusal(ledger, bill, now);
    this.#bill = this.refused === undefined ? bill : undefined;
    const charged = bill && this.refused === undefined ? counting(ledger, bill) : [];
    const folded = new Set(ledger.folded);
    this.#billedOld = coveredBy(charged.filter(({ source }) => folded.has(source)));
    const charges = Map.groupBy(charged, ({ source }) => source);
    for (const source of new Set([...Object.keys(ledger.entries), ...charges.keys()])) {
      const own = charges.get(source) ?? [];
      const meter = meterBy(ledger, source, now);
      this.#accounts.set(source, { meter, charged: own, covered: coveredBy(own) });
    }
    this.sources = [...this.#accounts.keys(), ...(Object.keys(ledger.days).length > 0 ? [older] : [])];
  }

  /** What one of the sources has cost in a span. Sums of spans that follow each other are exactly the sum of the whole. */
  of(source: string, span: TimeSpan): Sum {
    // The bill lists them by instance.
    if (source === older) return { ...noSum, ...spentOfOld(this.#ledger, span, this.#billedOld) };
    const account = this.#accounts.get(source);
    if (!account) return noSum;
    const { meter, charged, covered } = account;
    if (meter && charged.length === 0) {
      const spent = meter.spent(span);
      return spent === nothingSpent ? noSum : { ...noSum, ...spent };
    }
    const counted = meter
      ? without(span, covered).reduce((sum, part) => addSpent(sum, meter.spent(part)), nothingSpent)
      : nothingSpent;
    const units = charged.reduce((sum, one) => sum + share(one, span, meter), 0);
    const same = covered.reduce((sum, one) => sum + unitsIn(meter, overlap(one, span)), 0);
    const bill = { units, least: units, most: units, isLeast: false };
    return { ...addSpent(counted, bill), charged: units, unseen: meter ? 0 : units, counted: same };
  }

  inAll(span: TimeSpan): Sum {
    const known = this.sources.reduce((sum, source) => addSums(sum, this.of(source, span)), noSum);
    return this.lacksSome(span) ? { ...known, isLeast: true } : known;
  }

  /** Something that isn't in the ledger may have cost money in a span, and the bill doesn't say. */
  lacksSome(span: TimeSpan): boolean {
    const { rebuilt, isPart } = this.#ledger;
    if (isPart || rebuilt === undefined || !this.#bill) return lacksSome(this.#ledger, span);
    const isBilled = this.#bill.span.start * 1000 <= span.from && isSettled(this.#bill, { to: rebuilt });
    return span.from < rebuilt && !isBilled;
  }

  /** Why part of what was counted is an estimate, the largest part first. */
  why(source: string, span: TimeSpan): Reason[] {
    const { meter, covered } = this.#accounts.get(source) ?? {};
    const reasons = meter && covered ? without(span, covered).flatMap((part) => meter.why(part)) : [];
    return [...new Set(reasons)];
  }
}

/** Why the bill isn't used: it lacks entries, or names nothing that was seen here, so that both would be counted. */
function refusal(ledger: Ledger, bill: Bill, now: number): Reckoning['refused'] {
  if (bill.missing > 0) return 'incomplete';
  const isKnown = ({ source }: Charged): boolean =>
    Object.hasOwn(ledger.entries, source) || ledger.folded.includes(source);
  if (bill.charged.length === 0 || bill.charged.some(isKnown)) return undefined;
  const days = coveredBy(bill.charged.filter((one) => isSettled(bill, one)));
  const isCounted = Object.keys(ledger.entries).some((key) => {
    const meter = meterBy(ledger, key, now);
    return days.some((span) => unitsIn(meter, span) > 0);
  });
  return isCounted ? 'foreign' : undefined;
}

/** The charges that count. The charge of a day that isn't over covers the time until it was loaded. */
const counting = (ledger: Ledger, bill: Bill): Charged[] =>
  bill.charged.flatMap((one) => {
    const isSeen = Object.hasOwn(ledger.entries, one.source);
    const isUnclear = bill.unclear.some((other) => other.source === one.source && overlap(other, one));
    if (isSeen && (isUnclear || !isSettled(bill, one))) return [];
    if (isSettled(bill, one)) return one;
    return { ...one, to: Math.max(one.from + 1, Math.min(one.to, bill.at)) };
  });

/** How much of a charge is in a span: as much as was counted there, else as much as there is time. */
function share(charged: Charged, span: TimeSpan, meter: Meter | undefined): number {
  const whole = unitsIn(meter, charged);
  const until = (time: number): number => {
    const to = Math.min(Math.max(time, charged.from), charged.to);
    const part =
      whole > 0
        ? unitsIn(meter, { from: charged.from, to }) / whole
        : (to - charged.from) / (charged.to - charged.from);
    // Rounded from the beginning, so that parts add up to the whole.
    return Math.round(charged.units * part);
  };
  return until(span.to) - until(span.from);
}

const unitsIn = (meter: Meter | undefined, span: TimeSpan | undefined): number =>
  meter && span ? meter.spent(span).units : 0;

import { formatPerHour, perHour, priceDecimals } from '../../money/cost';
import { formatDollars, formatPercent } from '../../format';

/** As wide as a digit, in almost every font. */
const figureSpace = '\u2007';

/** The texts of one column, those that are shorter filled up at the left so that their ends line up. */
export function alignRight(texts: readonly string[]): string[] {
  const width = Math.max(0, ...texts.map(({ length }) => length));
  return texts.map((text) => text.padStart(width, figureSpace));
}

/**
 * Prices in dollars per hour as a column: all with as many decimals as it takes to see which of two neighbours is the
 * lower one, at most four. A price alone is the one that is shown everywhere.
 */
export function priceColumn(prices: readonly (number | undefined)[]): string[] {
  const shown = prices.map(formatPerHour);
  const known = prices.flatMap((price) => (price !== undefined && Number.isFinite(price) ? [price] : []));
  const usual = Math.max(0, ...known.map(priceDecimals));
  const isTold = (digits: number): boolean =>
    known.every((price, index) => {
      const next = known[index + 1];
      return next === undefined || isAlike(price, next) || price.toFixed(digits) !== next.toFixed(digits);
    });
  const digits = [usual, 2, 3, 4].find((some) => some >= usual && isTold(some)) ?? 4;
  const isExact = digits === usual && prices.length === 1;
  return alignRight(
    prices.map((price, index) =>
      isExact || price === undefined || !Number.isFinite(price) || price < 0.0005
        ? (shown[index] ?? '')
        : perHour(formatDollars(price, digits)),
    ),
  );
}

/** Less apart than any price is told. */
const isAlike = (one: number, other: number): boolean => Math.abs(one - other) < 0.00005;

/** A share as a percentage that never promises more than there is: 0.99996 is 99.99%, and only 1 is 100%. */
export function percent(share: number): string {
  return share >= 1 ? formatPercent(1) : formatPercent(Math.floor(share * 10_000 + 1e-7) / 10_000, 2, 2);
}

/**
 * Money as whole hundred-millionths of a dollar: sums of them are exact, those of dollars drift. Undefined where the
 * amount is no number that can be told so precisely.
 */
export function toUnits(dollars: number | undefined): number | undefined {
  const units = Math.round((dollars ?? NaN) * unitsPerDollar);
  // No minus zero.
  return Number.isSafeInteger(units) ? units + 0 : undefined;
}

export const toDollars = (units: number): number => units / unitsPerDollar;

const unitsPerDollar = 100_000_000;
export const cent = unitsPerDollar / 100;

export const sumOf = (parts: readonly { units: number }[]): number =>
  parts.reduce((sum, { units }) => sum + units, 0);

/** Decimals that all these amounts can be written with, so that what is shown adds up: 2 to 8. */
export function decimalsFor(amounts: readonly number[]): number {
  let decimals = 2;
  for (const units of amounts) while (decimals < 8 && units % 10 ** (8 - decimals) !== 0) decimals += 1;
  return decimals;
}

/** Dollars without a sign for them, exact where `decimals` are enough. */
export function formatUnits(units: number, decimals: number): string {
  const size = Math.round(Math.abs(units) / 10 ** (8 - decimals));
  const digits = String(size).padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return units < 0 && size !== 0 ? `-${text}` : text;
}

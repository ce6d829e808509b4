import { type ChargePart } from './charges';
import { decimalsFor, formatUnits } from './units';
import { csvOf, textCell } from '../csv';

/** A bill as comma-separated values, a line for each part, amounts in dollars. */
export function chargesCsv(parts: readonly ChargePart[]): string {
  const header = ['day', 'source', 'type', 'description', 'dollars'];
  const rows = parts.map(({ day, source, type, description, units }) => [
    ...[day, source, type, description].map(textCell),
    // Ours, so a minus sign is a number's.
    formatUnits(units, decimalsFor([units])),
  ]);
  return csvOf([header, ...rows]);
}

import type { Row } from '../../row';
import type { Shape } from '../../shape';

export const isRefusal: Shape = { success: { $is: false }, msg: 'string' };
export const isSuccess: Shape = { success: { $is: true } };
export const deniedStatus = [401, 403];

/** The rows of one of the specification’s tables. */
export function group(name: string, rows: readonly Omit<Row, 'group'>[]): Row[] {
  return rows.map((row) => ({ group: name, ...row }));
}

/** A value in the words of a row’s name. */
export function describe(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.length - 2} characters` : text;
}

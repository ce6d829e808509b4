/** @throws RangeError that says what the sandbox does not have */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new RangeError(`The sandbox has no ${what}.`);
  return value;
}

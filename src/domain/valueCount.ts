/** Whether there are more values in this one, at any depth. Stops counting there, so that a huge one costs little. */
export function hasMoreValues(value: unknown, most: number): boolean {
  const waiting = [value];
  let count = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inside: unknown[] = Object.values(next);
    count += inside.length;
    if (count > most) return true;
    for (const one of inside) waiting.push(one);
  }
  return false;
}

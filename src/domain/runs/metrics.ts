/** Names with values of a run, by the last one of each. Values as they were written: `nan` says something. */
export type Metrics = Readonly<Record<string, string>>;

/** Of more names, those that were written last count. */
const mostNames = 20;

const value = String.raw`([+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|inf(?:inity)?))(?![\w:]|\.\d)`;
const name = String.raw`([a-z][\w./-]{0,39})`;
const pairs = new RegExp(
  String.raw`(?<![\w/.:@?&-])(?:(["'])${name}\1\s?:|${name}(?::(?=\s)|\s?=))\s{0,3}${value}`,
  'gi',
);

/** Reads what lines of a log say of names: `loss=0.1`, `loss: 0.1`, `"loss": 0.1`. The last line comes last. */
export function metricsIn(lines: readonly string[], known: Metrics = {}): Metrics {
  const metrics = new Map(Object.entries(known));
  for (const line of lines)
    for (const [, , quotedName, plainName, said = ''] of line.matchAll(pairs)) {
      const named = quotedName ?? plainName ?? '';
      metrics.delete(named);
      metrics.set(named, said);
    }
  return Object.fromEntries([...metrics].slice(-mostNames));
}

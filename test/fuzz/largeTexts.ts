/** Characters. */
const size = 1_000_000;

/** What opens something, or can stand in many places of a format. */
const units = [
  ...[
    '"',
    "'",
    '\\',
    '\\"',
    '""\n',
    '{',
    '[',
    '[{',
    '{"a":',
    '"a":',
    ',',
    ':',
    '=',
    '-',
    '- ',
    '0',
    '1.',
    '<',
    '%',
  ],
  ...[' ', '\t', '\n', ' \n', '\r\n', '\r', '\0', '#', '#\n', ' #', '//', '//\n', '/*', '/**/', '](', '$('],
  ...[
    'a',
    'A',
    'aB',
    'a ',
    'a=',
    'a\n',
    'A=1\n',
    'A="1\n',
    '-e A=1 ',
    '-p 1 ',
    '${secret:',
    '"docker_login_pass"',
  ],
  ...['Host *\n', 'Host gpu-1\n', '>=1 ', '|1|', '@', 'é', '😀', '\u001b[', '\u202e'],
];

/**
 * Texts of 1 MB: signs and samples over and over, some of which open what is never closed; long runs before something
 * else; and JSON with a list or an object that goes on and on.
 */
export function* largeTexts(samples: readonly string[]): Generator<{ name: string; text: string }> {
  for (const unit of [...units, ...samples]) yield { name: `${shown(unit)} over and over`, text: full(unit) };
  for (const unit of [' ', '\t', '\n', 'a', '1', '"', '\\', ':', '-'])
    for (const start of ['', 'a', 'Host a'])
      yield {
        name: `${shown(start)}, then ${shown(unit)} over and over, then x`,
        text: `${start}${full(unit)}x`,
      };
  for (const sample of samples)
    for (const text of grown(sample))
      yield { name: `${shown(sample)} grown to ${shown(text.slice(-60))}`, text };
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 60));

const full = (unit: string): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** The sample with one of its lists or objects made so long that the whole has 1 MB. Nothing if it isn't JSON. */
function* grown(sample: string): Generator<string> {
  let value: unknown;
  try {
    value = JSON.parse(sample);
  } catch {
    return;
  }
  for (const grow of growing(value, 3)) yield JSON.stringify(grow());
}

/** Each way to grow a value, down to a depth. */
function* growing(value: unknown, depth: number): Generator<() => unknown> {
  if (depth < 0 || typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  const written = JSON.stringify(value).length;
  if (entries.length === 0) return;
  if (Array.isArray(value)) {
    const times = Math.ceil(size / written);
    yield () => Array.from({ length: times }, () => value as unknown[]).flat();
  } else {
    // The numbers behind the names make it longer.
    const times = Math.ceil(size / (written + 5 * entries.length));
    yield () => Object.fromEntries(repeated(entries, times));
  }
  for (const [name, child] of entries.slice(0, 30))
    for (const grow of growing(child, depth - 1))
      yield () =>
        Array.isArray(value)
          ? value.with(Number(name), grow())
          : { ...(value as Record<string, unknown>), [name]: grow() };
}

/** Numbers as names stay numbers, so that ids stay ids. */
function repeated(entries: readonly [string, unknown][], times: number): [string, unknown][] {
  return Array.from({ length: times }, (_, time) =>
    entries.map(([name, child]): [string, unknown] => [time === 0 ? name : `${name}${time}`, child]),
  ).flat();
}

/** Values kept under a name while a row is played. */
export type Values = Map<string, unknown>;

const name = /\$([a-z]\w*)/g;

/**
 * Puts kept values in the place of `$name`: a string that is nothing else becomes the value itself, within a
 * longer one its text.
 */
export function fill<T>(template: T, values: Values): T;
export function fill(template: unknown, values: Values): unknown {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.map((entry) => fill(entry as unknown, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [fillKey(key, values), fill(value as unknown, values)]),
  );
}

function fillText(text: string, values: Values): unknown {
  const whole = /^\$([a-z]\w*)$/.exec(text)?.[1];
  if (whole !== undefined) return valueOf(whole, values);
  return text.replaceAll(name, (_match, word: string) => String(valueOf(word, values)));
}

/** The rules of a shape begin with a dollar, too. */
function fillKey(key: string, values: Values): string {
  return key.startsWith('$') ? key : String(fillText(key, values));
}

function valueOf(word: string, values: Values): unknown {
  if (!values.has(word)) throw new RangeError(`nothing was kept as ${word}`);
  return values.get(word);
}

/** The member at a dotted path, `items.0.id`, counted from the end by `-1`; the value itself for an empty path. */
export function memberAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  return path.split('.').reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return (inner as unknown[]).at(Number(key));
    return typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined;
  }, value);
}

/** Characters of `unique`. */
export const uniqueLength = 16;

/** A name that nobody has taken yet. */
export function unique(): string {
  const letters = Date.now().toString(36) + Math.random().toString(36).slice(2);
  return `c${letters}`.padEnd(uniqueLength, '0').slice(0, uniqueLength);
}

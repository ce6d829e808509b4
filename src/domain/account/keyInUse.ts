/** What distinguishes the API keys of an account. */
export interface KnownKey {
  id?: number | undefined;
  /** What the service shows of the value: all of it, a part with the rest masked, or nothing. Secret. */
  hint?: string | undefined;
}

/**
 * The id of the key with this value, found by what the service shows of the values, or by the id noted when the key was
 * created here. Undefined if it can't be found: a wrong guess could delete the wrong key.
 */
export function keyInUse(
  keys: readonly KnownKey[],
  own: { value: string; id?: number | undefined },
): number | undefined {
  const fitting = keys.filter(({ hint }) => hint !== undefined && fits(hint, own.value));
  if (fitting.length === 1) return fitting[0]?.id;
  const noted = keys.find(({ id }) => id !== undefined && id === own.id);
  return noted?.hint === undefined || fits(noted.hint, own.value) ? noted?.id : undefined;
}

/** Fewer characters would match too many keys. */
const enough = 4;

function fits(hint: string, value: string): boolean {
  if (hint === value) return true;
  const [, head = '', tail = ''] = /^([\w-]*)[*•.…]+([\w-]*)$/u.exec(hint.trim()) ?? [];
  return head.length + tail.length >= enough && value.startsWith(head) && value.endsWith(tail);
}

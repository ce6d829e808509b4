/** An object whose code is loaded with the first call of a method; each method returns a promise. */
export function lazyObject<T extends object>(load: () => Promise<T>): T {
  let loading: Promise<T> | undefined;
  const call = async (name: string | symbol, given: readonly unknown[]): Promise<unknown> => {
    const loaded = await (loading ??= load());
    const method: unknown = Reflect.get(loaded, name);
    if (typeof method !== 'function') throw new TypeError(`No method ${String(name)}.`);
    const answer: unknown = await Reflect.apply(method, loaded, given);
    return answer;
  };
  const known: Partial<T> = {};
  return new Proxy(known as T, {
    has: (_, name) => !isNoMethod(name),
    get: (target, name): unknown =>
      isNoMethod(name)
        ? undefined
        : (Reflect.get(target, name) ?? ((...given: unknown[]) => call(name, given))),
  });
}

/** What JavaScript itself asks of any object. */
const isNoMethod = (name: string | symbol): boolean =>
  typeof name === 'symbol' || name === 'toJSON' || name === 'then';

/** What `awaited` resolves to. @throws the signal's reason as soon as it is aborted */
export function unlessAborted<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return awaited;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = (): void => reject(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  awaited.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}

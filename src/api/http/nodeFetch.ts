import type nodeFetch from 'node-fetch';

/** node-fetch's own signature, so that a test or a proxy-aware variant can take its place. */
export type Fetch = typeof nodeFetch;

/**
 * A `Fetch` that loads node-fetch on its first call. It uses Node's http modules, so VS Code's proxy and certificate
 * settings apply. Node's built-in fetch ignores them.
 */
export const lazyFetch: Fetch = async (url, init) => {
  const { default: fetch } = await import('node-fetch');
  // Given an aborted signal, node-fetch lets the body's stream throw an error that nothing catches.
  if (init?.signal?.aborted) throw new DOMException('The operation was aborted.', 'AbortError');
  return fetch(url, init);
};

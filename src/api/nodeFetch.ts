import type nodeFetch from 'node-fetch';

/** node-fetch's own signature, so that a test or a proxy-aware variant can take its place. */
export type Fetch = typeof nodeFetch;

/**
 * Loads node-fetch on first use. It goes through Node's http modules, so the editor's proxy and
 * certificate settings apply, which the built-in fetch of Node passes by.
 */
export async function loadFetch(): Promise<Fetch> {
  return (await import('node-fetch')).default;
}

/** A `Fetch` that loads node-fetch with its first call. */
export const lazyFetch: Fetch = async (url, init) => (await loadFetch())(url, init);

import { LazyWatches, type LazyWatchesOptions } from '../../stores/watches/lazyWatches';
import type { WatchingStores } from './startWatching';

/** The watched searches of a window. What searches and tells is loaded when the first search is watched. */
export const createWatches = (stores: WatchingStores & Omit<LazyWatchesOptions, 'load'>): LazyWatches =>
  new LazyWatches({
    ...stores,
    load: async () => (await import('./startWatching')).startWatching(stores),
  });

import { hostileTexts } from '../../hostileTexts';
import type { OfferView } from './offerView';

/** Members that say which offer it is; these stay. */
const identity: ReadonlySet<string> = new Set([
  'id',
  'ask_contract_id',
  'machine_id',
  'host_id',
  'cluster_id',
  'num_gpus',
  'is_bid',
]);
const absurdNumbers = [-1, 1e300, 0.1 + 0.2, 2 ** 53 + 2, -1e-9, 1e12];

/**
 * The offer as a strange service answers it, by its id always in the same way: as it is, with null for every second
 * member, with prices of 0, with absurd numbers, or with names that are markup.
 */
export function strangeView(view: OfferView): Record<string, unknown> {
  const kinds = [asItIs, halfNull, free, absurd, markup];
  return (kinds[view.id % kinds.length] ?? asItIs)(view);
}

type Members = Record<string, unknown>;

const asItIs = (view: OfferView): Members => view;

function halfNull(view: OfferView): Members {
  const first = Math.floor(view.id / 5) % 2;
  return changed(view, (value, index) => (index % 2 === first ? null : value));
}

const free = (view: OfferView): Members => ({
  ...changed(view, (value, _index, name) => (isPrice(name) ? 0 : value)),
  search: { gpuCostPerHour: 0, diskHour: 0, totalHour: 0 },
  instance: { gpuCostPerHour: 0, diskHour: 0, totalHour: 0 },
});

function absurd(view: OfferView): Members {
  return changed(view, (value, index) =>
    typeof value === 'number' ? absurdNumbers[(view.id + index) % absurdNumbers.length] : value,
  );
}

function markup(view: OfferView): Members {
  return changed(view, (value, index) =>
    typeof value === 'string' ? hostileTexts[(view.id + index) % hostileTexts.length] : value,
  );
}

const isPrice = (name: string): boolean => /^dph_|^min_bid$|cost/.test(name);

function changed(view: OfferView, change: (value: unknown, index: number, name: string) => unknown): Members {
  return Object.fromEntries(
    Object.entries(view).map(([name, value], index) => [
      name,
      identity.has(name) ? value : change(value, index, name),
    ]),
  );
}

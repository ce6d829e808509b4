import type { OfferOrder } from '../../offerOrder';
import { flagByText, listNames } from '../../fields/choices';
import { numberByName } from '../../fields/numbers';
import type { RentalType } from '../offerText';

export const rentalWords: ReadonlyMap<string, RentalType> = new Map(
  Object.entries<RentalType>({
    'on-demand': 'on-demand',
    ondemand: 'on-demand',
    interruptible: 'bid',
    bid: 'bid',
    spot: 'bid',
    preemptible: 'bid',
  }),
);
/** Behind `order=`; the first one of each is printed. */
export const orderWords: ReadonlyMap<string, OfferOrder> = new Map(
  Object.entries<OfferOrder>({
    price: 'price',
    value: 'performancePerDollar',
    performance: 'performancePerDollar',
    reliability: 'reliability',
  }),
);
/** Words without a meaning on their own. "IN" and "AT" are India and Austria. */
export const fillers = new Set(
  'a an and any at card cards for from gpu gpus in is least max maximum min minimum most or per than the with'.split(
    ' ',
  ),
);
/** A longer text isn't a word. */
export const longestWord = 60;

/** Every word that stands for itself, to find the one that was meant or is being typed. */
export const plainWords: readonly string[] = [
  ...flagByText.keys(),
  ...rentalWords.keys(),
  ...listNames.keys(),
  ...[...numberByName.keys()].filter((name) => !fillers.has(name)),
  'cheapest',
  'order',
];

/** Behind a flag: `verified=false`. */
export const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

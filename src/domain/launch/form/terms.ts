import type { CreateInstanceRequest } from '../../../api/http/requests';
import type { Offer } from '../../../api/schemas/offers/offer';
import { type HourlyCost, offerCost } from '../../money/cost';
import type { LaunchDraft } from '../launchDraft';
import { defaultDisk } from '../launchRequest';

/** An offer and how it would be rented. */
export interface FormOffer {
  offer: Offer;
  /** Found by an interruptible search, so renting it needs a price. */
  isBid: boolean;
}

/** What the price of a launch depends on and what identifies it for a person, including the template's values. */
export type RentTerms = Pick<
  CreateInstanceRequest,
  'disk' | 'price' | 'image' | 'label' | 'onstart' | 'volume_info'
> & {
  /** Only its names are shown. */
  env?: LaunchDraft['env'];
  /** What was added to `onstart`. */
  additions?: LaunchDraft['additions'];
  /** `onstart` without what was added. */
  ownScript?: string;
  /** Dollars per hour of a volume that is created with it. */
  volumeRate?: number;
  /** A volume is created with it, whether or not its price is known. */
  createsVolume?: boolean;
};

/** Dollars per hour of this request on this offer. */
export function rentCost(
  { offer }: Pick<FormOffer, 'offer'>,
  { disk, price, volumeRate = 0 }: RentTerms,
): HourlyCost {
  const { running, stopped } = offerCost(offer, disk ?? defaultDisk, price);
  return {
    ...(running === undefined ? {} : { running: running + volumeRate }),
    ...(stopped === undefined ? {} : { stopped: stopped + volumeRate }),
  };
}

import { accountInUse } from '../../stores/account/accountInUse';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { leftOutOf } from '../../stores/offers/hiddenOffers';
import { firstInstance, launch, type RentedInstance } from '../launch/launch';
import type { Launched } from '../launch/launchFlow';
import { type LaunchStart, startingState } from '../launch/launchState';
import type { RentedFor } from '../rent/confirmRent';
import type { Services } from '../services';
import { OfferWizard, type SearchLimits } from './chooseOffer';

/** From filters to an instance, with a way back from each step. @param start what of the launch is already filled in */
export async function searchAndRent(
  services: Services,
  limits: SearchLimits = { canBrowse: true },
  start: LaunchStart | ((found: FoundOffer, disk: number) => LaunchStart) = {},
): Promise<RentedInstance | undefined> {
  const launched = await searchAndLaunch(services, limits, start);
  return launched && firstInstance(launched);
}

/** The same, with all that were rented. */
export async function searchAndLaunch(
  services: Services,
  limits: SearchLimits,
  start: LaunchStart | ((found: FoundOffer, disk: number) => LaunchStart),
  purpose?: RentedFor,
): Promise<Launched | undefined> {
  const { id } = accountInUse(services.accounts).account;
  const leftOut = await leftOutOf(services, id);
  const wizard = new OfferWizard(services, { leftOut, ...limits });
  for (;;) {
    const chosen = await wizard.choose();
    if (!chosen) return undefined;
    const state = startingState(chosen.found, {
      ...(typeof start === 'function' ? start(chosen.found, chosen.disk) : start),
      disk: chosen.disk,
    });
    const launched = await launch(services, chosen.found, state, { purpose });
    if (launched.kind !== 'back') return launched;
  }
}

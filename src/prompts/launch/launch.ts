import { randomUUID } from 'node:crypto';
import type { FormState } from '../../domain/launch/form/state';
import { accountInUse } from '../../stores/account/accountInUse';
import type { ClosedForm } from '../../stores/launch/closedForm';
import { accountWhereSeveral } from '../../stores/account/namedAccount';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { Services } from '../services';
import { LaunchForm } from './form';
import type { Launched } from './launched';
import { LaunchFlow } from './launchFlow';

/** Leads from an offer's launch form to the instance. Offers to resume the form that was closed before. */
export function launch(services: Services, found: FoundOffer, state: FormState): Promise<Launched> {
  return launchFrom(services, found, state, services.launches.closedForm);
}

/** The same for a closed form, which stays stored until something else is filled in. */
export function launchAgain(services: Services, found: FoundOffer, state: FormState): Promise<Launched> {
  return launchFrom(services, found, state);
}

function launchFrom(
  services: Services,
  found: FoundOffer,
  state: FormState,
  earlier?: ClosedForm,
): Promise<Launched> {
  const who = accountInUse(services.accounts);
  const account = accountWhereSeveral(services.accounts, who.account);
  const form = new LaunchForm(services, found, { id: randomUUID(), ...state }, { earlier, account });
  return new LaunchFlow(services, form, who).play();
}

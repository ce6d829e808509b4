import { randomUUID } from 'node:crypto';
import type { FormState } from '../../domain/launch/form/state';
import { accountInUse } from '../../stores/account/accountInUse';
import { accountWhereSeveral } from '../../ask/accountSentences';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { RentedFor } from '../rent/confirmRent';
import type { Services } from '../services';
import { type FormContext, LaunchForm } from './form';
import { type Launched, LaunchFlow } from './launchFlow';

/** Leads from an offer's launch form to the instance. Offers to resume the form that was closed before. */
export function launch(
  services: Services,
  found: FoundOffer,
  state: FormState,
  { purpose, ...context }: FormContext & { purpose?: RentedFor | undefined } = {},
): Promise<Launched> {
  const who = accountInUse(services.accounts);
  const account = accountWhereSeveral(services.accounts, who.account);
  const earlier = services.launches.closedForm;
  const form = new LaunchForm(
    services,
    found,
    { id: randomUUID(), ...state },
    { earlier, account, ...context },
  );
  return new LaunchFlow(services, form, who, purpose).play();
}

export interface RentedInstance {
  instanceId: number;
}

/** The first instance of a launch, the result of a person's call. */
export function firstInstance(launched: Launched): RentedInstance | undefined {
  const [instanceId] = launched.kind === 'rented' ? launched.instanceIds : [];
  return instanceId === undefined ? undefined : { instanceId };
}

import type { Account } from '../accounts/account';
import type { World } from '../world';
import { peopleControl } from './people';
import { rentalControl } from './rentals';
import { requestControl } from './requests';
import { twoFactorControl } from './twoFactor';

/** What tests (and the demo) do to the sandbox behind the service's back. Over HTTP: `/_sandbox/<name>`. */
export function createControl(world: World, seeded: Account) {
  return {
    ...requestControl(world),
    ...rentalControl(world),
    ...peopleControl(world, seeded),
    ...twoFactorControl(world),
  };
}

export type SandboxControl = ReturnType<typeof createControl>;

import { allLeftOut } from '../../domain/offers/hidden';
import { ignore } from '../../log/log';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { leftOutOf } from '../../stores/offers/hiddenOffers';
import type { Services } from '../services';
import type { LaunchForm } from './form';
import { closedForm } from './launchState';
import { launchOf, nameOfLaunch } from './savedLaunch';

/** What is remembered of a launch while it is rented and afterwards. What cannot be remembered stands in no one's way. */
export class LaunchMemory {
  readonly #services: Services;
  readonly #form: LaunchForm;
  readonly #who: AccountInUse;

  constructor(services: Services, form: LaunchForm, who: AccountInUse) {
    this.#services = services;
    this.#form = form;
    this.#who = who;
  }

  /** For *Rent Another Like This*: the service tells neither the search nor the login at a registry. */
  async remember(instanceIds: readonly number[]): Promise<void> {
    const { launches, log } = this.#services;
    const { id } = this.#who.account;
    const { found, state } = this.#form;
    const why = 'another one like it then says what isn’t known';
    await leftOutOf(this.#services, id)
      .then((leftOut) => ({ name: nameOfLaunch(state), ...launchOf(found, state, allLeftOut(leftOut)) }))
      .then((launch) => launches.rememberRented(id, instanceIds, launch))
      .catch(ignore(log, why));
  }

  /**
   * Keeps the form for as many as are left, should the window be closed; without any left, forgets it. `sent`: one more
   * may have been rented without its answer being heard, now or before. Once it is begun, another form may be filled in
   * meanwhile, which stays.
   */
  async note(left: number, { sent = false, begins = false }): Promise<void> {
    const { launches, clock, log } = this.#services;
    const { found, state } = this.#form;
    const form = { ...closedForm(found, { ...state, count: left }, clock), ...(sent ? { sent } : {}) };
    const noting = left === 0 ? launches.endForm(state.id) : launches.keepForm(form, { behind: !begins });
    await noting.catch(ignore(log, 'only remembering the form failed'));
  }
}

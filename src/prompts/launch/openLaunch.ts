import { randomUUID } from 'node:crypto';
import { CancelledError } from '../../api/cancelled';
import type { OpenLaunch, OpenLaunchOptions } from '../../domain/launch/form/openLaunch';
import { lowestBid } from '../../domain/offers/bidParts';
import { errorWords } from '../../log/log';
import { accountInUse } from '../../stores/account/accountInUse';
import { accountWhereSeveral } from '../../stores/account/namedAccount';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { showError } from '../../views/showError';
import type { Services } from '../services';
import { LaunchFlow } from './launchFlow';
import { LaunchPane } from './launchPane';
import { startingState } from './launchState';

/** Opens the launch form of an offer as a pane, up to the instance. @throws LocalError 'not_signed_in' */
export function openLaunch(
  services: Services,
  found: FoundOffer,
  { disk, draw, showNearest }: OpenLaunchOptions<FoundOffer>,
): OpenLaunch<FoundOffer> {
  const who = accountInUse(services.accounts);
  let isOver = false;
  const pane = new LaunchPane(
    services,
    found,
    { id: randomUUID(), ...startingState(found, { disk }) },
    {
      earlier: services.launches.closedForm,
      account: accountWhereSeveral(services.accounts, who.account),
      draw: (view) => {
        if (!isOver) draw(view);
      },
      showNearest,
    },
  );
  const flow = new LaunchFlow(services, pane, who);
  const run = async (): Promise<void> => {
    while (!isOver) {
      try {
        await flow.play();
        isOver = true;
      } catch (error) {
        if (error instanceof CancelledError) continue;
        services.log.warn(`Renting from the panel failed: ${errorWords(error)}`);
        void showError(error, () => {
          pane.act({ kind: 'rent' });
          return Promise.resolve();
        });
      }
    }
    pane.close();
    draw(undefined);
  };
  void run();
  return {
    act: (action) => pane.act(action),
    moveTo: (other) => {
      if (!pane.isBusy) pane.replace(other, stateFor(other, pane));
    },
    close: () => {
      isOver = true;
      pane.close();
    },
  };
}

/** The same for a person, who is told what went wrong; undefined then. */
export function tryOpenLaunch(
  ...[services, found, options]: Parameters<typeof openLaunch>
): OpenLaunch<FoundOffer> | undefined {
  try {
    return openLaunch(services, found, options);
  } catch (error) {
    void showError(error, () => Promise.resolve(tryOpenLaunch(services, found, options)));
    return undefined;
  }
}

/** What is filled in, with the lowest bid of the new offer where that of the old one was proposed. */
function stateFor(other: FoundOffer, { found, state }: LaunchPane): LaunchPane['state'] {
  const { price, ...draft } = state.draft;
  const isProposed = price === undefined || price === lowestBid(found.offer);
  const least = other.isBid && isProposed ? lowestBid(other.offer) : price;
  return { ...state, draft: { ...draft, ...(least === undefined ? {} : { price: least }) } };
}

import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import type { SavedLaunch } from '../../domain/launch/launchFile';
import { filtersOf } from '../../domain/launch/launchPrecedence';
import { defaultDisk } from '../../domain/launch/launchRequest';
import { projectLaunches } from '../../stores/launch/projectLaunches';
import { settings } from '../../stores/settings';
import { chooseFromQuery } from '../../prompts/offers/chooseOffer';
import { type Call, read } from '../call';
import { firstInstance, launch, type RentedInstance } from '../../prompts/launch/launch';
import { pickLaunch } from '../../prompts/launch/pickLaunch';
import { startingState } from '../../prompts/launch/launchState';
import { startOf } from '../../prompts/launch/savedLaunch';
import { searchAndRent } from '../../prompts/offers/searchAndRent';
import type { Services } from '../../prompts/services';

/**
 * Rents a saved launch, or one from a project: `{name, offerId?}`. Always shows the launch form and asks about the
 * price.
 */
export async function rentSavedLaunch(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const name = read(call.arguments, 'name', z.optional(z.string()));
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  const chosen =
    name === undefined ? await pickLaunch(services, picking()) : await launchNamed(services, name);
  if (!chosen) return undefined;
  const start = await startOf(services, chosen);
  const { offers } = chosen;
  if (offerId !== undefined) {
    const found = await services.offers.get(offerId);
    return firstInstance(await launch(services, found, startingState(found, start)));
  }
  if (!offers) return searchAndRent(services, { disk: start.disk }, start);
  const disk = start.disk ?? defaultDisk;
  const query = {
    ...offers,
    // Merged like the service does: later ones win.
    filters: {
      ...(start.template ? filtersOf(start.template) : {}),
      ...chosen.launch.extra_filters,
      ...offers.filters,
    },
    limit: settings.search.limit,
    allocated_storage: disk,
  };
  const title = vscode.l10n.t('Offers for {0}', plainText(chosen.name, 60));
  for (;;) {
    const found = await chooseFromQuery(services, query, disk, title);
    if (!found) return undefined;
    const launched = await launch(services, found, startingState(found, start));
    if (launched.kind !== 'back') return firstInstance(launched);
  }
}

/** Own launches first, then those of the workspace's folders. @throws LocalError 'not_found' */
async function launchNamed({ launches }: Pick<Services, 'launches'>, name: string): Promise<SavedLaunch> {
  const isMeant = (one: SavedLaunch): boolean => one.name === name;
  const found = launches.saved.find(isMeant) ?? (await projectLaunches()).find(isMeant);
  if (found) return found;
  throw new LocalError('not_found', vscode.l10n.t('No launch is named {0}.', plainText(name, 60)));
}

const picking = () => ({
  title: vscode.l10n.t('Rent Saved Launch'),
  placeholder: vscode.l10n.t('Next, you search for offers. Nothing is rented until you confirm the price'),
});

import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import { defaultDisk } from '../domain/launchRequest';
import { launchAgain } from './launchFlow';
import { mayResume, reopenedState } from './launchState';
import { pickNearest } from './pickNearest';
import { type Rental, rentalOf } from './rentOffer';
import type { Services } from './services';

/** Opens the launch form again as it was closed, on its offer or on one like it when that is gone. */
export async function resumeLaunch(services: Services): Promise<Rental | undefined> {
  const { launches, offers } = services;
  const closed = launches.closedForm;
  if (!closed) throw new ApiError('not_found', vscode.l10n.t('There is no launch form to go on with.'));
  if (!(await mayResume(services, closed))) return undefined;
  const { offerId, isBid, query } = closed;
  const known = offers.known(offerId);
  // Interruptible or not is the person's choice, and the price hangs on it.
  const offer =
    (known?.isBid === isBid ? known : undefined) ??
    (await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Looking for the offer…') },
      () => offers.find(offerId, { isBid }),
    ));
  const disk = closed.draft.disk ?? defaultDisk;
  const found = offer ?? (await pickNearest(services, { offer: { id: offerId }, isBid, query }, disk));
  if (!found) return undefined;
  const state = await reopenedState(services, closed);
  const launched = await launchAgain(services, { ...found, query }, state);
  return rentalOf(launched);
}

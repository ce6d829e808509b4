import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { withNotice } from '../../ask/notify';
import { defaultDisk } from '../../domain/launch/launchRequest';
import { firstInstance, launch, type RentedInstance } from '../../prompts/launch/launch';
import { mayResume, reopenedState } from '../../prompts/launch/launchState';
import { pickNearest } from '../../prompts/offers/pickNearest';
import type { Services } from '../../prompts/services';

/** Opens the last closed launch form again, with its offer or a similar one if that is gone. */
export async function resumeLaunch(services: Services): Promise<RentedInstance | undefined> {
  const { launches, offers } = services;
  const closed = launches.closedForm;
  if (!closed) throw new LocalError('not_found', vscode.l10n.t('No launch form to resume.'));
  if (!(await mayResume(services, closed))) return undefined;
  const { offerId, isBid, query } = closed;
  const known = offers.known(offerId);
  // The person chose interruptible or not, and the price depends on it.
  const offer =
    (known?.isBid === isBid ? known : undefined) ??
    (await withNotice(vscode.l10n.t('Loading offer…'), () => offers.find(offerId, { isBid })));
  const disk = closed.draft.disk ?? defaultDisk;
  const found = offer ?? (await pickNearest(services, { offer: { id: offerId }, isBid, query }, disk));
  if (!found) return undefined;
  const state = await reopenedState(services, closed);
  const launched = await launch(services, { ...found, query }, state, { earlier: undefined });
  return firstInstance(launched);
}

/** Goes from a script or the variables in an editor tab back to the launch form that they belong to. */
export async function finishEditing({ editors }: Pick<Services, 'editors'>): Promise<void> {
  await editors.finish();
}

import * as vscode from 'vscode';
import { isNotFound, lostAs } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { inView, sayLate, showInfo, showWarning, showWith, withProgress } from '../../ask/notify';
import { PersonCall } from '../../ask/caller';
import { callCommand } from '../../commandNames';
import { isFilled, volumeFilling, volumeName } from '../../domain/volumes/volume';
import { ignore, instead } from '../../log/log';
import type { ChosenSpace } from '../../prompts/volumes/chooseSpace';
import type { Services } from '../../prompts/services';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { pauseFor } from '../../clock';
import type { Call } from '../call';

/** Milliseconds between two looks at a volume that is being filled, and after how many nobody waits for it any more. */
const lookInterval = 10_000;
const longestFilling = 6 * 60 * 60_000;
/** Milliseconds for which it is waited until a volume is listed, and for the first sign that it is being filled. */
const longestBefore = 60_000;

/** `volumeId` is missing if the service told neither the id nor lists it yet. */
export interface MadeVolume {
  volumeId?: number;
}

/** Shows progress in the view, or in a notification, since the view is hidden without a volume. */
export const showingVolumes = <T>(
  { volumes }: Pick<Services, 'volumes'>,
  title: string,
  task: () => Promise<T>,
): Thenable<T> => (volumes.state.volumes.length > 0 ? inView('volumes', task) : sayLate(title, task()));

/** Sends it once, for the account in use alone. The new volume is known by the answer, else by the list. */
export async function sendOnce(
  services: Services,
  who: AccountInUse,
  { interactive }: Call,
  { offer }: ChosenSpace,
  send: () => Promise<number | undefined>,
): Promise<MadeVolume> {
  const { accounts, volumes, log } = services;
  const sending = async (): Promise<MadeVolume> => {
    // An old volume on this machine is none that is made now.
    if (volumes.state.fetchedAt === undefined)
      await volumes.refresh().catch(ignore(log, 'then only the answer tells the new volume'));
    const isListed = volumes.state.fetchedAt !== undefined;
    const before = new Set(volumes.state.volumes.map(({ id }) => id));
    // It may have been switched or signed out while prices and volumes were looked up.
    mustBeInUse(accounts, who);
    let volumeId: number | undefined;
    try {
      volumeId = await send();
    } catch (error) {
      volumes.outdate();
      if (isNotFound(error)) {
        const text = vscode.l10n.t('The service has no such volume or space any more. Nothing was created.');
        throw new LocalError('may_pass', text, { cause: error });
      }
      throw lostAs(
        error,
        vscode.l10n.t('The service’s response was lost. Look at the list of volumes before you try again.'),
      );
    }
    log.info(`Made volume ${volumeId ?? '(no id told)'} on machine ${offer.machine_id ?? '?'}.`);
    await volumes.refresh().catch(instead(log, 'the next list shows it', undefined));
    const added = volumes.state.volumes.filter(
      ({ id, machine_id: machine }) => !before.has(id) && machine === offer.machine_id,
    );
    const isItsList = isListed && accounts.active?.id === who.account.id;
    volumeId ??= isItsList && added.length === 1 ? added[0]?.id : undefined;
    return volumeId === undefined ? {} : { volumeId };
  };
  return interactive ? showingVolumes(services, vscode.l10n.t('Creating volume…'), sending) : sending();
}

/**
 * Waits until a clone has everything, or can’t get it, and tells. Its row shows the same meanwhile. The list may have it
 * only later.
 */
export async function followClone(
  services: Services,
  who: AccountInUse,
  name: string,
  { volumeId: id }: MadeVolume,
): Promise<void> {
  if (id === undefined) {
    tellUnlistedClone(name);
    return;
  }
  const { volumes, clock, accounts, log } = services;
  let began = clock.monotonic();
  const title = vscode.l10n.t('Cloning the volume “{0}”…', name);
  const filling = () => volumeFilling(volumes.get(id) ?? {});
  // A clone may be listed before its copy begins.
  let wasBusy = false as boolean;
  let wasListed = false as boolean;
  const mayChange = (): boolean => {
    const isListed = volumes.get(id) !== undefined;
    if (wasListed && !isListed) return false;
    if (isListed && !wasListed) began = clock.monotonic();
    wasListed = isListed;
    const state = filling();
    wasBusy ||= state === 'busy';
    if (state === 'failed' || (wasBusy && state !== 'busy')) return false;
    return clock.monotonic() - began < (wasBusy ? longestFilling : longestBefore);
  };
  await withProgress({ location: vscode.ProgressLocation.Window, title }, async () => {
    while (mayChange()) {
      await pauseFor(clock, lookInterval);
      if (accounts.active?.id !== who.account.id) return;
      await volumes.refresh().catch(instead(log, 'it is looked at again', undefined));
    }
  });
  const clone = volumes.get(id);
  const end = filling();
  if (end === 'busy' || accounts.active?.id !== who.account.id) return;
  if (!clone) {
    // Else it was deleted meanwhile.
    if (!wasListed) tellUnlistedClone(name);
    return;
  }
  if (wasBusy && isFilled(clone)) {
    announceVolume(id, vscode.l10n.t('“{0}” is now a clone of “{1}”.', volumeName(clone), name));
    return;
  }
  if (end !== 'failed') {
    const text = vscode.l10n.t(
      'The service doesn’t say whether the data of “{0}” has been copied to “{1}”. Look at the clone before you delete anything.',
      name,
      volumeName(clone),
    );
    void showWarning(text);
    return;
  }
  const label = vscode.l10n.t('Delete Volume…');
  const remove = () => callCommand('deleteVolume', new PersonCall({ volumeId: id }));
  const text = vscode.l10n.t(
    'The data of “{0}” couldn’t be copied to its clone. The clone is billed until you delete it.',
    name,
  );
  void showWith(showWarning, text, [{ title: label, run: remove }]);
}

/** A clone that nobody would hear of otherwise. */
function tellUnlistedClone(name: string): void {
  const text = vscode.l10n.t(
    'The clone of “{0}” was created and is billed, but couldn’t be found in the list of volumes yet.',
    name,
  );
  void showWarning(text);
}

/** Tells that a volume was made, also where it isn't known which one of the list it is. */
export function tellMade({ volumeId }: MadeVolume, name: string): void {
  if (volumeId !== undefined) {
    announceVolume(volumeId, vscode.l10n.t('The volume “{0}” was created.', name || volumeId));
    return;
  }
  const text = vscode.l10n.t(
    'The volume “{0}” was created and is billed, but couldn’t be found in the list of volumes yet.',
    name,
  );
  void showWarning(text);
}

/** Tells of a volume that can be used. */
function announceVolume(volumeId: number, text: string): void {
  const title = vscode.l10n.t('Rent with Volume…');
  const rent = () => callCommand('rentWithVolume', new PersonCall({ volumeId }));
  void showWith(showInfo, text, [{ title, run: rent }]);
}

import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isOutcomeUnknown, outcomeUnknown } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import type { Volume } from '../../api/schemas/volume';
import { confirmSpending } from '../../ask/confirmSpending';
import { showInfo, showWarning, withProgress } from '../../ask/notify';
import { PersonCall } from '../../ask/personCall';
import { dateOnly } from '../../ask/times';
import { callCommand } from '../../commandNames';
import { attachedTo } from '../../connect/attachedTo';
import { formatList, formatNumber } from '../../domain/format';
import { volumeNameProblem } from '../../domain/launch/form/volume';
import { formatPerHour, formatPerMonth } from '../../domain/money/cost';
import { placeName } from '../../domain/offers/table/columnTexts';
import { volumeFilling, volumeName, volumeSize } from '../../domain/volumes/volume';
import { spaceRate } from '../../domain/volumes/volumeSearch';
import { instead } from '../../log/log';
import type { Services } from '../../prompts/services';
import { ask } from '../../prompts/steps';
import { type ChosenSpace, chooseSpace, rentableWords } from '../../prompts/volumes/chooseSpace';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import { targetVolume } from './targetVolume';

/** GB that a new volume begins with. */
const usualSize = 100;
/** Milliseconds between two looks at a volume that is being filled, and after how many nobody waits for it any more. */
const lookInterval = 10_000;
const longestFilling = 6 * 60 * 60_000;

/** `volumeId` is missing if the service told neither the id nor lists it yet. */
export interface MadeVolume {
  volumeId?: number;
}

/**
 * Makes a volume by itself: `{offerId, size, name?, confirmed}`, where `offerId` is that of a volume offer and `size` is
 * in GB. Sent once.
 *
 * @throws ApiError 'outcome_unknown' when the answer was lost
 */
export async function createVolume(services: Services, call: Call): Promise<MadeVolume | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Create Volume');
  const space = await targetSpace(services, call, title, {});
  if (!space) return undefined;
  const checked = z.optional(z.string().check(z.refine((text) => volumeNameProblem(text) === undefined)));
  const given = read(call.arguments, 'name', checked);
  const name = given ?? (call.interactive ? await askName(title) : '');
  if (name === undefined) return undefined;
  const { size, offer } = space;
  const price = priceOf(space);
  const agreed = await confirmSpending(services, who, {
    message: vscode.l10n.t('Create a volume of {0} GB for {1}?', formatNumber(size), price.perMonth),
    detail: [name && vscode.l10n.t('Name: {0}', name), ...spaceLines(space)].filter(Boolean).join('\n'),
    yes: vscode.l10n.t('Create for {0}', price.perMonth),
    confirmed: call.confirmed,
    planned: [{ rate: price.rate }],
  });
  if (!agreed) return undefined;
  const request = { id: offer.id, size, ...(name ? { name } : {}) };
  const made = await make(services, space, () => who.client.volumes.create(request));
  if (call.interactive && made.volumeId !== undefined)
    offerToRent(made.volumeId, vscode.l10n.t('The volume “{0}” was created.', name || made.volumeId));
  return made;
}

/**
 * Makes a volume that begins as a copy of another: `{volumeId, offerId, size?, confirmed}`. Resolves for a program when
 * the service has begun, for a person when the volume has everything, or can't get it. Sent once.
 *
 * @throws ApiError 'outcome_unknown' when the answer was lost
 */
export async function cloneVolume(services: Services, call: Call): Promise<MadeVolume | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Clone Volume');
  const source = await targetVolume(services, call, title);
  if (!source) return undefined;
  const least = Math.ceil(volumeSize(source) ?? 1);
  const space = await targetSpace(services, call, title, { least });
  if (!space) return undefined;
  const { size, offer } = space;
  if (size < least)
    throw new LocalError('invalid_input', vscode.l10n.t('At least {0} GB are needed', formatNumber(least)));
  const price = priceOf(space);
  const [name, place] = [volumeName(source), spaceName(space)];
  const agreed = await confirmSpending(services, who, {
    message: vscode.l10n.t('Clone the volume “{0}” to {1} for {2}?', name, place, price.perMonth),
    detail: [
      vscode.l10n.t(
        'The clone has {0} GB. It is billed from now on, while it is being filled too.',
        formatNumber(size),
      ),
      vscode.l10n.t('“{0}” stays as it is and is billed as before.', name),
      ...writersOf(services, source),
      vscode.l10n.t('The service doesn’t tell here what the traffic between the machines costs.'),
      '',
      ...spaceLines(space),
    ].join('\n'),
    yes: vscode.l10n.t('Clone for {0}', price.perMonth),
    confirmed: call.confirmed,
    planned: [{ rate: price.rate }],
  });
  if (!agreed) return undefined;
  const request = { src_id: source.id, dst_id: offer.id, size };
  const made = await make(services, space, () => who.client.volumes.clone(request));
  if (call.interactive && made.volumeId !== undefined) await follow(services, who, name, made.volumeId);
  return made;
}

/** The space of a call, or the one that a person chooses. */
async function targetSpace(
  services: Services,
  { arguments: given, interactive }: Call,
  title: string,
  { least }: { least?: number },
): Promise<ChosenSpace | undefined> {
  const count = z.int().check(z.positive());
  const offerId = read(given, 'offerId', interactive ? z.optional(count) : count);
  if (offerId === undefined)
    return chooseSpace(services, {
      title,
      size: least ?? usualSize,
      ...(least === undefined ? {} : { least }),
    });
  const size = read(given, 'size', least === undefined ? count : z.optional(count)) ?? least ?? usualSize;
  const offers = await accountInUse(services.accounts).client.volumes.searchOffers({ id: { eq: offerId } });
  const offer = offers.find(({ id }) => id === offerId);
  if (offer) return { offer, size, rentable: undefined };
  throw new LocalError('not_found', vscode.l10n.t('There is no volume offer {0}.', offerId));
}

async function askName(title: string): Promise<string | undefined> {
  const step = await ask({
    title,
    prompt: vscode.l10n.t('Name of the volume, by which you find it again'),
    value: 'data',
    validate: volumeNameProblem,
  });
  return step.kind === 'done' ? step.value.trim() : undefined;
}

/** @throws LocalError 'not_possible' where the service doesn't tell it: nobody can agree to that */
function priceOf({ offer, size }: ChosenSpace): { rate: number; perMonth: string } {
  const rate = spaceRate(offer, size);
  if (rate !== undefined) return { rate, perMonth: formatPerMonth(rate) };
  throw new LocalError('not_possible', vscode.l10n.t('The service doesn’t tell the price of this space.'));
}

function spaceName({ offer }: ChosenSpace): string {
  const place = placeName(plainText(offer.geolocation ?? '', 60));
  const machine = vscode.l10n.t('machine {0}', offer.machine_id ?? '?');
  return place === '' ? machine : `${machine} (${place})`;
}

/** What binds a volume to this space. */
function spaceLines(space: ChosenSpace): string[] {
  const { offer, rentable } = space;
  return [
    vscode.l10n.t('Place: {0}', spaceName(space)),
    vscode.l10n.t(
      'Price: {0}, until you delete it, even without an instance',
      formatPerHour(priceOf(space).rate),
    ),
    vscode.l10n.t('Only instances on this machine can use it.'),
    ...(rentable === undefined ? [] : [vscode.l10n.t('There now: {0}', rentableWords(rentable))]),
    ...(offer.end_date === undefined
      ? []
      : [vscode.l10n.t('Its host keeps it until {0}.', dateOnly(offer.end_date))]),
  ];
}

/** Warns of instances that may write to the volume while it is copied. */
function writersOf({ instances }: Pick<Services, 'instances'>, source: Volume): string[] {
  const names = attachedTo(source, instances);
  if (names.length === 0) return [];
  return [vscode.l10n.t('{0} may write to it meanwhile, which the clone may lack.', formatList(names))];
}

/** Sends it once. The new volume is known by the answer, else by the list. */
async function make(
  { volumes, log }: Services,
  { offer }: ChosenSpace,
  send: () => Promise<number | undefined>,
): Promise<MadeVolume> {
  const before = new Set(volumes.state.volumes.map(({ id }) => id));
  return withProgress({ location: { viewId: 'gpuRental.volumes' } }, async () => {
    let volumeId: number | undefined;
    try {
      volumeId = await send();
    } catch (error) {
      volumes.outdate();
      if (!isOutcomeUnknown(error)) throw error;
      const text = vscode.l10n.t(
        'The service’s response was lost. Look at the list of volumes before you try again.',
      );
      throw outcomeUnknown(text, error);
    }
    log.info(`Made volume ${volumeId ?? '(no id told)'} on machine ${offer.machine_id ?? '?'}.`);
    await volumes.refresh().catch(instead(log, 'the next list shows it', undefined));
    const added = volumes.state.volumes.filter(
      ({ id, machine_id: machine }) => !before.has(id) && machine === offer.machine_id,
    );
    volumeId ??= added.length === 1 ? added[0]?.id : undefined;
    return volumeId === undefined ? {} : { volumeId };
  });
}

/** Waits until a clone has everything. Its row shows the same. */
async function follow(services: Services, who: AccountInUse, name: string, id: number): Promise<void> {
  const { volumes, clock, accounts, log } = services;
  const began = clock.monotonic();
  const title = vscode.l10n.t('Cloning the volume “{0}”…', name);
  await withProgress({ location: vscode.ProgressLocation.Notification, title }, async () => {
    while (isBusy(volumes.get(id)) && clock.monotonic() - began < longestFilling) {
      await new Promise<void>((resolve) => void clock.after(lookInterval, resolve));
      if (accounts.active?.id !== who.account.id) return;
      await volumes.refresh().catch(instead(log, 'it is looked at again', undefined));
    }
  });
  const clone = volumes.get(id);
  // Deleted meanwhile, or another account is in use.
  if (!clone || isBusy(clone)) return;
  if (volumeFilling(clone) === undefined) {
    offerToRent(id, vscode.l10n.t('“{0}” is now a clone of “{1}”.', volumeName(clone), name));
    return;
  }
  const remove = vscode.l10n.t('Delete Volume…');
  const text = vscode.l10n.t(
    'The clone of “{0}” couldn’t be filled. It is billed until you delete it.',
    name,
  );
  void showWarning(text, remove).then((pressed) =>
    pressed === remove ? callCommand('deleteVolume', new PersonCall({ volumeId: id })) : undefined,
  );
}

const isBusy = (volume: Volume | undefined): boolean =>
  volume !== undefined && volumeFilling(volume) === 'busy';

function offerToRent(volumeId: number, text: string): void {
  const rent = vscode.l10n.t('Rent with Volume…');
  void showInfo(text, rent).then((pressed) =>
    pressed === rent ? callCommand('rentWithVolume', new PersonCall({ volumeId })) : undefined,
  );
}

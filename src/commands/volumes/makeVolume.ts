import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import type { Offer } from '../../api/schemas/offers/offer';
import type { Volume } from '../../api/schemas/volume';
import type { VolumeOffer } from '../../api/schemas/volumeOffer';
import { momentOf, since } from '../../clock';
import { confirmSpending } from '../../ask/confirmSpending';
import type { Question } from '../../ask/dialogs';
import { dateOnly } from '../../ask/timeWords';
import { attachedTo } from '../../connect/attachedTo';
import { formatLines, formatList, formatNumber } from '../../domain/format';
import { proposedVolumeName, volumeNameProblem } from '../../domain/launch/form/volume';
import { formatPerHour, formatPerMonth, isRise } from '../../domain/money/cost';
import { omitUndefined } from '../../domain/omitUndefined';
import { placeName } from '../../domain/offers/valueTexts';
import { volumeName } from '../../domain/volumes/volume';
import { volumeSize } from '../../domain/volumes/volumeCost';
import { spaceRate } from '../../domain/volumes/volumeSearch';
import { askAndLook } from '../../prompts/askAndLook';
import type { Services } from '../../prompts/services';
import { ask } from '../../prompts/steps';
import { type ChosenSpace, chooseSpace, rentableWords } from '../../prompts/volumes/chooseSpace';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import { followClone, type MadeVolume, sendOnce, tellMade } from './newVolume';
import { targetVolume } from './targetVolume';

/** GB that a new volume begins with. */
const usualSize = 100;
/** Milliseconds for which a price that was looked up holds. */
const priceHolds = 15_000;

/**
 * Makes a volume by itself: `{offerId, size, name?, confirmed}`, where `offerId` is that of a volume offer and `size` is
 * in GB. Sent once.
 *
 * @throws ApiError 'outcome_unknown' when the answer was lost
 */
export async function createVolume(services: Services, call: Call): Promise<MadeVolume | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Create Volume');
  const checked = z.optional(z.string().check(z.refine((text) => volumeNameProblem(text) === undefined)));
  const given = read(call.arguments, 'name', checked)?.trim();
  const chosen = await spaceAndName(services, call, title, given);
  if (!chosen) return undefined;
  const { space, name } = chosen;
  const latest = await agreeOnSpace(services, who, call, space, (at, price) => ({
    message: vscode.l10n.t('Create a volume of {0} GB for {1}?', formatNumber(at.size), price),
    detail: formatLines(name && vscode.l10n.t('Name: {0}', name), ...spaceLines(at)),
    yes: vscode.l10n.t('Create for {0}', price),
  }));
  if (!latest) return undefined;
  const request = { id: latest.offer.id, size: latest.size, ...(name ? { name } : {}) };
  const made = await sendOnce(services, who, call, latest, () => who.client.volumeOffers.create(request));
  if (call.interactive) tellMade(made, name);
  return made;
}

/**
 * Makes a volume that begins as a copy of another: `{volumeId, offerId, size?, confirmed}`, with `size`
 * where the service doesn't tell that of the source. Resolves for a program when the service has begun, for a person when the volume has everything, or can't get it. Sent once.
 *
 * @throws ApiError 'outcome_unknown' when the answer was lost
 */
export async function cloneVolume(services: Services, call: Call): Promise<MadeVolume | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Clone Volume');
  const source = await targetVolume(services, call, title);
  if (!source) return undefined;
  const size = volumeSize(source);
  const least = size === undefined ? undefined : Math.ceil(size);
  const space = await targetSpace(services, call, title, omitUndefined({ least }));
  if (!space) return undefined;
  if (least !== undefined && space.size < least)
    throw new LocalError(
      'invalid_input',
      vscode.l10n.t('The clone needs at least {0} GB', formatNumber(least)),
    );
  const name = volumeName(source);
  const latest = await agreeOnSpace(services, who, call, space, (at, price) => ({
    message: vscode.l10n.t('Clone the volume “{0}” to {1} for {2}?', name, spaceName(at), price),
    detail: [
      vscode.l10n.t(
        'The clone has {0} GB and is billed from now on, also while the data is being copied.',
        formatNumber(at.size),
      ),
      vscode.l10n.t('“{0}” stays as it is and is billed as before.', name),
      vscode.l10n.t('The service names the clone.'),
      ...writersOf(services, source),
      vscode.l10n.t('Traffic between the machines may cost extra. The service doesn’t say how much.'),
      '',
      ...spaceLines(at),
    ].join('\n'),
    yes: vscode.l10n.t('Clone for {0}', price),
  }));
  if (!latest) return undefined;
  const request = { src_id: source.id, dst_id: latest.offer.id, size: latest.size };
  const made = await sendOnce(services, who, call, latest, () => who.client.volumeOffers.clone(request));
  if (call.interactive) await followClone(services, who, name, made);
  return made;
}

/**
 * Asks a person about a price per month, looks it up again meanwhile, and asks again if it rose. Resolves to the space as
 * it is then; undefined if they said no. @throws LocalError 'not_found' when the space is gone
 */
async function agreeOnSpace(
  services: Services,
  who: AccountInUse,
  { confirmed }: Call,
  space: ChosenSpace,
  words: (at: ChosenSpace, perMonth: string) => Question,
): Promise<ChosenSpace | undefined> {
  const { clock } = services;
  let shown = space;
  for (;;) {
    const rate = rateOf(shown);
    const question = { ...words(shown, formatPerMonth(rate)), confirmed, planned: [{ rate }] };
    const confirm = async () => (await confirmSpending(services, who, question)) !== undefined;
    if (confirmed) return (await confirm()) ? shown : undefined;
    const latest = await askAndLook(
      confirm,
      async (signal) => ({
        offer: await offerNow(who, space.offer.id, signal),
        at: momentOf(clock),
      }),
      ({ at }) => since(clock, at) < priceHolds,
    );
    if (!latest) return undefined;
    shown = { ...shown, offer: latest.offer };
    if (!isRise(rate, rateOf(shown))) return shown;
  }
}

/** @throws LocalError 'not_found' */
async function offerNow({ client }: AccountInUse, id: number, signal?: AbortSignal): Promise<VolumeOffer> {
  const offers = await client.volumeOffers.search({ id: { eq: id } }, { signal });
  const offer = offers.find((one) => one.id === id);
  if (offer) return offer;
  throw new LocalError('not_found', vscode.l10n.t('There is no volume offer {0}.', id));
}

/** The space of a call, or the one that a person chooses. */
async function targetSpace(
  services: Services,
  { arguments: given, interactive }: Call,
  title: string,
  { size: first = usualSize, least }: { size?: number; least?: number },
): Promise<ChosenSpace | undefined> {
  const count = z.int().check(z.positive());
  const offerId = read(given, 'offerId', interactive ? z.optional(count) : count);
  if (offerId === undefined)
    return chooseSpace(services, {
      title,
      size: least ?? first,
      ...(least === undefined ? {} : { least }),
    });
  const size = read(given, 'size', least === undefined ? count : z.optional(count)) ?? least ?? first;
  return { offer: await offerNow(accountInUse(services.accounts), offerId), size, rentable: undefined };
}

/** Where a volume is made and what it is called. A person who goes back from its name chooses another space. */
async function spaceAndName(
  services: Services,
  call: Call,
  title: string,
  given: string | undefined,
): Promise<{ space: ChosenSpace; name: string } | undefined> {
  const isChosen = call.arguments.offerId === undefined;
  let size = usualSize;
  for (;;) {
    const space = await targetSpace(services, call, title, { size });
    if (!space) return undefined;
    if (given !== undefined || !call.interactive) return { space, name: given ?? '' };
    const step = await ask({
      title,
      prompt: vscode.l10n.t('Name of the volume, by which you find it again'),
      value: freeName(services.volumes.state.volumes),
      validate: volumeNameProblem,
      back: isChosen,
    });
    if (step.kind === 'cancelled') return undefined;
    if (step.kind === 'done') return { space, name: step.value.trim() };
    size = space.size;
  }
}

/** "data", "data-2": one that no other volume has. */
function freeName(volumes: readonly Volume[]): string {
  const taken = new Set(volumes.map((volume) => volumeName(volume)));
  const name = proposedVolumeName();
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  return free;
}

/** @throws LocalError 'not_possible' where the service doesn't tell it: nobody can agree to that */
function rateOf({ offer, size }: ChosenSpace): number {
  const rate = spaceRate(offer, size);
  if (rate !== undefined) return rate;
  throw new LocalError('not_possible', vscode.l10n.t('The service doesn’t say what this space costs.'));
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
      'Price: {0} until you delete the volume, even without an instance',
      formatPerHour(rateOf(space)),
    ),
    vscode.l10n.t('Only instances on this machine can use it.'),
    ...(rentable === undefined ? [] : [rentableLine(rentable)]),
    ...(offer.end_date === undefined
      ? []
      : [vscode.l10n.t('The host guarantees it only until {0}.', dateOnly(offer.end_date))]),
  ];
}

const rentableLine = (offers: readonly Offer[]): string =>
  offers.length === 0
    ? rentableWords(offers)
    : vscode.l10n.t('For rent there now: {0}', rentableWords(offers));

/** Warns of instances that may write to the volume while it is copied. */
function writersOf({ instances }: Pick<Services, 'instances'>, source: Volume): string[] {
  const names = attachedTo(source, instances);
  if (names.length === 0) return [];
  return [
    vscode.l10n.t(
      'In use by {0}. What is written during the copy may be missing from the clone.',
      formatList(names),
    ),
  ];
}

import { plainText } from '../../api/plainText';
import type { Offer } from '../../api/schemas/offers/offer';
import type { VolumeOffer } from '../../api/schemas/volumeOffer';
import { regions, placeCodes } from '../offers/search/vocabulary/places';
import { placeName } from '../offers/valueTexts';
import { storageRate } from '../money/rate';

/** What is typed to find space for a volume: "100 GB Europe 4090". */
export interface VolumeText {
  /** Whole GB; undefined where no size is typed. */
  size: number | undefined;
  words: readonly string[];
}

const withUnit = /(?:^|[\s,])([1-9]\d{0,2}(?:[.,]\d{3}){1,2}|\d{1,7}(?:[.,]\d{1,3})?)\s*(tb|gb)(?=[\s,]|$)/i;
const bare = /(?:^|[\s,])([1-9]\d{0,2}(?:[.,]\d{3}){1,2}|\d{1,7})(?=[\s,]|$)/;
/** "1,500", as sizes in GB are shown: nobody means one and a half of them. */
const grouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/;

/**
 * The first number with a unit is the size, else the first number, in GB. What is left has to be found in a row, word by
 * word.
 */
export function parseVolumeText(text: string): VolumeText {
  const [typed = '', number = '', unit = 'gb'] = withUnit.exec(text) ?? bare.exec(text) ?? [];
  const isTb = /^t/i.test(unit);
  const digits = !isTb && grouped.test(number) ? number.replaceAll(/[.,]/g, '') : number.replace(',', '.');
  const value = Math.ceil(Number(digits) * (isTb ? 1000 : 1));
  const words = text.replace(typed, ' ').split(/[\s,]+/);
  return { size: number !== '' && value >= 1 ? value : undefined, words: words.filter(Boolean) };
}

/** Space for a volume, with what can be rented on its machine now. */
export interface VolumeSpace {
  offer: VolumeOffer;
  /** Free GPU offers of the machine, the cheapest first; undefined while they aren't known. */
  rentable: readonly Offer[] | undefined;
}

/** Dollars per hour for that many GB; undefined where the service doesn't tell a price. */
export const spaceRate = ({ storage_cost: cost }: VolumeOffer, size: number): number | undefined =>
  cost === undefined ? undefined : storageRate(size, cost);

export const spaceReliability = ({ reliability, reliability2 }: VolumeOffer): number | undefined =>
  reliability ?? reliability2;

/** What suits the text, the cheapest first. Space whose room the service doesn't tell isn't left out. */
export function matchingSpaces(
  spaces: readonly VolumeSpace[],
  { size = 1, words }: VolumeText,
): VolumeSpace[] {
  return spaces
    .filter(({ offer }) => offer.disk_space === undefined || offer.disk_space >= size)
    .filter((space) => words.every((word) => suits(space, word)))
    .toSorted(
      (one, other) =>
        costOf(one) - costOf(other) ||
        (spaceReliability(other.offer) ?? 0) - (spaceReliability(one.offer) ?? 0) ||
        one.offer.id - other.offer.id,
    );
}

/** Unknown prices come last; the difference of two of them would be no number. */
const costOf = ({ offer }: VolumeSpace): number => offer.storage_cost ?? Number.MAX_VALUE;

/** A place means its countries; any other word begins one of the row's. */
function suits({ offer, rentable = [] }: VolumeSpace, word: string): boolean {
  const place = plainText(offer.geolocation ?? '', 60);
  const code = /, ([A-Z]{2})$/.exec(place)?.[1] ?? '';
  const codes = placeCodes(word);
  if (codes) return codes.includes(code);
  const within = regions.filter((region) => region.codes.includes(code)).map((region) => region.word);
  const gpus = rentable.map(({ gpu_name: name }) => plainText(name ?? '', 40));
  const known = [place, placeName(place), ...within, ...gpus, offer.machine_id ?? ''];
  return known
    .join(' ')
    .toLowerCase()
    .split(/[\s,]+/)
    .some((one) => one.startsWith(word.toLowerCase()));
}

import { describeError, type ErrorAction } from '../../api/describeError';
import { plainText } from '../../api/plainText';
import type { Offer } from '../../api/schemas/offers/offer';
import { type Clock, since } from '../../clock';
import { omitUndefined } from '../../domain/omitUndefined';
import { type MarketRow, marketRow, onDemandBases } from '../../domain/offers/table/marketRow';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { MarketState } from '../../stores/offers/marketAtHand';
import type { Remedy, View } from './protocol';

/** What the host knows of the panel besides the market. */
export type Shown = Pick<
  View,
  'turn' | 'account' | 'query' | 'queryTurn' | 'layout' | 'badMachines' | 'hasSavedSearches' | 'hidden'
>;

/** What is now sent to the browser side. */
export function viewOf(shown: Shown, market: MarketState, clock: Clock): View {
  return {
    ...shown,
    busy: market.status === 'asking',
    page: { kind: 'market' },
    isCut: market.isCut,
    contradicted: [...market.contradicted],
    ...omitUndefined({
      age: market.seen && since(clock, market.seen),
      problem: market.status === 'failed' ? problemOf(market.error) : undefined,
    }),
  };
}

/**
 * Offers as rows; every text in them plain.
 *
 * @param bases what they cost on demand; without, what these offers tell of it
 */
export function plainRows(
  found: readonly FoundOffer[],
  bases: ReturnType<typeof onDemandBases> = basesOf(found),
): MarketRow[] {
  // Of thousands of offers most have the same few names.
  const known = new Map<string, string>();
  const plain = (text: string): string => {
    const words = known.get(text) ?? plainText(text, 100);
    known.set(text, words);
    return words;
  };
  return found.map(({ offer, isBid }) => marketRow(plainOffer(offer, plain), isBid, bases));
}

/** What the offers that are found cost on demand. */
export const basesOf = (found: readonly FoundOffer[]): ReturnType<typeof onDemandBases> =>
  onDemandBases(found.filter(({ isBid }) => !isBid).map(({ offer }) => offer));

/** The fields of an offer that are texts. */
const textFields = [
  'gpu_name',
  'cpu_name',
  'cpu_arch',
  'verification',
  'geolocation',
  'driver_version',
] as const satisfies (keyof Offer)[];

/** Most offers have nothing to change, and to copy thousands of them takes its time. */
function plainOffer(offer: Offer, plain: (text: string) => string): Offer {
  const changed: Partial<Record<(typeof textFields)[number], string>> = {};
  for (const field of textFields) {
    const text = offer[field];
    const words = text === undefined ? undefined : plain(text);
    if (words !== undefined && words !== text) changed[field] = words;
  }
  return Object.keys(changed).length === 0 ? offer : { ...offer, ...changed };
}

function problemOf(error: unknown): View['problem'] {
  const { message, actions } = describeError(error);
  const remedies = actions.flatMap((action) => remedyFor[action] ?? []);
  return { message, remedies: [...new Set<Remedy>([...remedies, 'retry'])] };
}

const remedyFor: Partial<Record<ErrorAction, Remedy>> = {
  retry: 'retry',
  searchAgain: 'retry',
  signIn: 'signIn',
  completeTwoFactor: 'logIn',
  useOtherAccount: 'switchAccount',
  openSettings: 'openSettings',
  openConsole: 'openConsole',
  contactSupport: 'openConsole',
};

import * as vscode from 'vscode';
import { isUnsupported } from '../../api/errors';
import { LocalError, signedIn } from '../../api/localError';
import { plainText } from '../../api/plainText';
import type { Offer } from '../../api/schemas/offers/offer';
import { formatFacts, formatList, formatNumber } from '../../domain/format';
import { formatPerHour, formatPerMonth, offerCost } from '../../domain/money/cost';
import { withoutHidden } from '../../domain/offers/hidden';
import { wholeMarket } from '../../domain/offers/filters/panelQuery';
import { percent, placeName } from '../../domain/offers/valueTexts';
import { rowTitle } from '../../domain/offers/table/rowWords';
import {
  matchingSpaces,
  parseVolumeText,
  spaceRate,
  spaceReliability,
  type VolumeSpace,
} from '../../domain/volumes/volumeSearch';
import { instead } from '../../log/log';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Services } from '../services';
import { answerOf, keepOrder, settle } from '../steps';

/** The most rows of one request, more than the service has. */
const most = 10_000;
/** More rows than a person looks through; typing finds the others. */
const shown = 200;

export interface ChosenSpace extends VolumeSpace {
  /** Whole GB. */
  size: number;
}

type Row = vscode.QuickPickItem & { space?: ChosenSpace };
type SpaceServices = Pick<Services, 'accounts' | 'offers' | 'hidden' | 'log'>;

/**
 * Size, place and machine of a new volume in one list: what is typed is read anew with each key. Undefined when the
 * person chose none. @param least GB that it has to have
 */
export async function chooseSpace(
  services: SpaceServices,
  { title, size, least = 1 }: { title: string; size: number; least?: number },
): Promise<ChosenSpace | undefined> {
  const input = vscode.window.createQuickPick<Row>();
  input.title = plainText(title);
  input.ignoreFocusOut = true;
  input.value = `${size} GB `;
  input.placeholder = vscode.l10n.t('Size, place and GPU, such as 100 GB Europe 4090');
  keepOrder(input);
  const abort = new AbortController();
  const step = await settle<ChosenSpace>(input, async (done, fail) => {
    let spaces: readonly VolumeSpace[] | undefined;
    const draw = () => {
      if (spaces) input.items = rowsOf(spaces, input.value, least);
    };
    input.onDidChangeValue(draw);
    input.onDidAccept(() => {
      const value = input.selectedItems[0]?.space;
      if (value) done({ kind: 'done', value });
    });
    input.items = [{ label: vscode.l10n.t('Loading machines with space for volumes…'), alwaysShow: true }];
    input.busy = true;
    input.show();
    try {
      const rentable = rentableByMachine(services, size, abort.signal);
      const found = await spacesOf(services, abort.signal);
      spaces = found.map((offer) => ({ offer, rentable: undefined }));
      draw();
      const machines = await rentable;
      spaces = spaces.map(({ offer }) => ({
        offer,
        rentable: machines?.get(offer.machine_id) ?? (machines && []),
      }));
      const [active] = input.activeItems;
      draw();
      const same = input.items.filter(({ space }) => space && space.offer.id === active?.space?.offer.id);
      if (same.length > 0) input.activeItems = same;
      input.busy = false;
    } catch (error) {
      fail(error);
    }
  }).finally(() => abort.abort());
  return answerOf(step);
}

/** Space on verified machines that the person didn't hide. */
async function spacesOf({ accounts, hidden }: SpaceServices, signal: AbortSignal) {
  try {
    const left = withoutHidden(await hidden.list(accountInUse(accounts).account.id));
    const filters = { ...left, verified: { eq: true }, disk_space: { gte: 1 } };
    return await signedIn(accounts).volumeOffers.search(filters, { limit: most, signal });
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    throw new LocalError('not_possible', vscode.l10n.t('This service doesn’t offer space for volumes.'));
  }
}

/** Free GPU offers by machine, the cheapest first; undefined where the search failed. */
async function rentableByMachine(
  { offers, log }: SpaceServices,
  disk: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<number | undefined, readonly Offer[]> | undefined> {
  const why = 'space is shown without the GPUs beside it';
  const answer = await offers
    .look(wholeMarket('on-demand', disk, most), { signal })
    .catch(instead(log, why, undefined));
  return (
    answer &&
    Map.groupBy(
      answer.found.map(({ offer }) => offer),
      (offer) => offer.machine_id,
    )
  );
}

function rowsOf(spaces: readonly VolumeSpace[], text: string, least: number): Row[] {
  const typed = parseVolumeText(text);
  const { size } = typed;
  const say = (label: string): Row[] => [{ label, alwaysShow: true }];
  if (size === undefined) return say(vscode.l10n.t('Type a size, such as 100 GB'));
  if (size < least) return say(vscode.l10n.t('The clone needs at least {0} GB', formatNumber(least)));
  const found = matchingSpaces(spaces, typed);
  if (found.length === 0) return say(vscode.l10n.t('No machine has space that matches'));
  return found.slice(0, shown).map((space) => rowOf({ ...space, size }));
}

function rowOf(space: ChosenSpace): Row {
  const { offer, size, rentable } = space;
  const rate = spaceRate(offer, size);
  const reliability = spaceReliability(offer);
  const place = placeName(plainText(offer.geolocation ?? '', 60));
  return {
    space,
    alwaysShow: true,
    label: rate === undefined ? vscode.l10n.t('price unknown') : formatPerMonth(rate),
    description: formatFacts(
      place,
      reliability === undefined ? '' : vscode.l10n.t('{0} reliable', percent(reliability)),
      offer.disk_space === undefined ? '' : vscode.l10n.t('{0} GB free', formatNumber(offer.disk_space, 0)),
      offer.machine_id === undefined ? '' : vscode.l10n.t('machine {0}', offer.machine_id),
    ),
    ...(rentable === undefined ? {} : { detail: rentableWords(rentable) }),
  };
}

/** What can be rented beside it: each kind of GPU with its lowest price. */
export function rentableWords(offers: readonly Offer[]): string {
  if (offers.length === 0) return vscode.l10n.t('No GPU on this machine is for rent now');
  const titles = offers.map((offer) => ({ offer, title: rowTitle({ offer }) }));
  const kinds = [...Map.groupBy(titles, ({ title }) => title).values()].slice(0, 3);
  return formatList(
    kinds.map(([first]) => {
      const price = formatPerHour(first && offerCost(first.offer).running);
      return vscode.l10n.t('{0} from {1}', first?.title ?? '', price);
    }),
  );
}

import * as l10n from '@vscode/l10n';
import { bidParts } from '../../offers/bidParts';
import { formatPerDay, formatPerHour, formatPerMonth, offerCost } from '../../money/cost';
import { defaultDisk } from '../launchRequest';
import { believable, trafficPrice } from '../../offers/plannedPrice';
import type { FormView } from './state';

/** Dollars per hour of all instances that the form rents. */
export const ofAll = ({ count }: FormView, dollars: number | undefined): number | undefined =>
  dollars === undefined ? undefined : dollars * count;

/** A price per hour, day and month. */
export function spans(dollarsPerHour: number | undefined): string[] {
  if (dollarsPerHour === undefined) return [formatPerHour(undefined)];
  return [formatPerHour(dollarsPerHour), formatPerDay(dollarsPerHour), formatPerMonth(dollarsPerHour)];
}

/** The label of the button that rents. */
export const rentLabel = (view: FormView): string =>
  view.count === 1
    ? l10n.t('Rent for {0}', formatPerHour(view.cost.running))
    : l10n.t('Rent {0} for about {1}', view.count, formatPerHour(ofAll(view, view.cost.running)));

/** The parts of an interruptible offer's price. */
export function bidPartsOf({ found: { offer, isBid }, resolved: { values } }: FormView): string[] {
  if (!isBid || values.price === undefined) return [];
  return [bidParts(values.price, offerCost(offer, values.disk ?? defaultDisk))];
}

/** What a launch costs, with its parts. */
export function priceLines(view: FormView): { label: string; text: string }[] {
  const { cost, count, found } = view;
  const several = count > 1 ? [{ label: l10n.t('Each'), text: spans(cost.running).join(' · ') }] : [];
  return [
    { label: l10n.t('While running'), text: spans(ofAll(view, cost.running)).join(' · ') },
    ...several,
    { label: l10n.t('While stopped'), text: spans(ofAll(view, cost.stopped)).join(' · ') },
    ...partsLine(view),
    { label: l10n.t('Traffic'), text: trafficText(found.offer) },
  ];
}

/** What the price of one instance is made of, where that is known. */
function partsLine(view: FormView): { label: string; text: string }[] {
  const { found, resolved, volumeRate } = view;
  const { disk = defaultDisk, price, volume_info: volume } = resolved.values;
  const { running, stopped } = offerCost(found.offer, disk, price);
  const parts = [
    ...bidPartsOf(view),
    ...(found.isBid || running === undefined || stopped === undefined
      ? []
      : [l10n.t('GPU {0} + disk {1}', formatPerHour(running - stopped), formatPerHour(stopped))]),
    ...(volume?.create_new ? [l10n.t('volume {0}', formatPerHour(volumeRate))] : []),
  ];
  return parts.length === 0 ? [] : [{ label: l10n.t('Price breakdown'), text: parts.join(' + ') }];
}

/** Dollars per GB in each direction: what isn't told is unknown and not free. */
export function trafficText({ inet_down_cost, inet_up_cost }: FormView['found']['offer']): string {
  const [down, up] = [believable(inet_down_cost), believable(inet_up_cost)];
  const words = (dollars: number | undefined): string => {
    if (dollars === undefined) return l10n.t('price unknown');
    return dollars === 0 ? trafficPrice(dollars) : `${trafficPrice(dollars)}/GB`;
  };
  return down === up ? words(down) : l10n.t('{0} down, {1} up', words(down), words(up));
}

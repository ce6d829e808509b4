import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Offer } from '../../api/schemas/offers/offer';
import { gpuTitle } from '../../ask/instanceName';
import { formatPerHour, offerCost } from '../../domain/money/cost';
import type { HourlyCost } from '../../domain/money/rate';
import { alignRight, percent, placeName, priceColumn } from '../../domain/offers/valueTexts';
import { memoryShare } from '../../domain/offers/memoryShare';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { bidParts, lowestBid } from '../../domain/offers/plannedPrice';
import { formatFacts, formatNumber, formatVersion } from '../../domain/format';

export interface OfferRow extends vscode.QuickPickItem {
  found: FoundOffer;
}

/**
 * Offers as rows that are compared by: the price first, the machine's numbers below it in columns that line up.
 * The prices are those of a disk of `disk` GB.
 */
export function offerRows(all: readonly FoundOffer[], disk: number): OfferRow[] {
  const costs = all.map((found) => offerCost(found.offer, disk, bidOf(found)));
  const prices = priceColumn(costs.map(({ running }) => running));
  const details = detailColumns(all.map(({ offer }) => offer));
  return all.map((found, index) => ({
    found,
    label: `${prices[index]}  ${gpuTitle(found.offer)}`,
    description: description(found, costs[index] ?? {}, performance(found)),
    detail: details[index] ?? '',
  }));
}

const bidOf = ({ offer, isBid }: FoundOffer): number | undefined => (isBid ? lowestBid(offer) : undefined);

/** What the offers are ordered by, where no column shows it. */
function performance({ offer, query }: FoundOffer): string {
  const [[field] = ['']] = query.order ?? [];
  const value = offer.dlperf_per_dphtotal;
  return field !== 'dlperf_per_dphtotal' || value === undefined
    ? ''
    : vscode.l10n.t('{0} DLPerf/$', formatNumber(value, 0));
}

function description(found: FoundOffer, cost: HourlyCost, performed: string): string {
  const { offer, isBid } = found;
  const reliability = offer.reliability ?? offer.reliability2;
  return formatFacts(
    memory(offer),
    isBid
      ? vscode.l10n.t('interruptible, lowest {0}', bidParts(bidOf(found), cost))
      : cost.stopped === undefined
        ? ''
        : vscode.l10n.t('{0} stopped', formatPerHour(cost.stopped)),
    reliability === undefined ? '' : vscode.l10n.t('{0} reliable', percent(reliability)),
    performed,
  );
}

/** GPU memory; of several it is said to be that of each. */
function memory({ gpu_ram, num_gpus = 1 }: Offer): string {
  if (gpu_ram === undefined) return '';
  return num_gpus > 1 ? vscode.l10n.t('{0} GB each', gigabytes(gpu_ram)) : `${gigabytes(gpu_ram)} GB`;
}

/** GPU memory comes in MB and is known by round numbers of GB: 24,564 MB is a 24 GB card. */
const gigabytes = (megabytes: number): number => Math.round(megabytes / 1024);

/** A column that no offer has is left out; where only some have it, a dash stands for the others. */
function detailColumns(offers: readonly Offer[]): string[] {
  const column = (
    numberOf: (offer: Offer) => string | undefined,
    words: (text: string) => string,
  ): string[] => {
    const texts = offers.map(numberOf);
    if (texts.every((text) => text === undefined)) return offers.map(() => '');
    return alignRight(texts.map((text) => text ?? '–')).map(words);
  };
  const whole = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : String(Math.floor(value));
  const columns = [
    column(
      ({ cuda_max_good }) => (cuda_max_good === undefined ? undefined : formatVersion(cuda_max_good)),
      (text) => vscode.l10n.t('CUDA {0}', text),
    ),
    column(
      ({ cpu_cores_effective }) => whole(cpu_cores_effective),
      (text) => vscode.l10n.t('{0} CPU', text),
    ),
    column(
      (offer) => {
        const share = memoryShare(offer);
        return share === undefined ? undefined : String(gigabytes(share));
      },
      (text) => vscode.l10n.t('{0} GB RAM', text),
    ),
    column(
      ({ disk_space }) => whole(disk_space),
      (text) => vscode.l10n.t('{0} GB disk', text),
    ),
  ];
  return offers.map((offer, row) =>
    [...columns.map((texts) => texts[row] ?? ''), placeAndTrust(offer), network(offer)]
      .filter(Boolean)
      .join('  '),
  );
}

const network = ({ inet_down, inet_up }: Offer): string =>
  inet_down === undefined || inet_up === undefined
    ? ''
    : `↓${Math.floor(inet_down)} ↑${Math.floor(inet_up)} Mb/s`;

function placeAndTrust(offer: Offer): string {
  const verification = offer.verification ?? (offer.verified === false ? 'unverified' : undefined);
  return formatFacts(
    placeName(plainText(offer.geolocation ?? '', 40)),
    verification && verification !== 'verified' ? plainText(verification, 20) : '',
  );
}

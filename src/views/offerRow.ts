import * as vscode from 'vscode';
import { plainText } from '../api/plainText';
import type { Offer } from '../api/schemas/offer';
import { gpuTitle } from '../connect/instanceName';
import { formatPerHour, offerCost } from '../domain/cost';
import type { FoundOffer } from '../stores/offerStore';

export interface OfferRow extends vscode.QuickPickItem {
  found: FoundOffer;
}

/** One offer as a row: what one compares by, in a fixed order. The prices are those of a disk of `disk` GB. */
export function offerRow(found: FoundOffer, disk: number): OfferRow {
  const { offer, isBid } = found;
  const cost = offerCost(offer, disk, isBid ? offer.min_bid : undefined);
  return {
    found,
    label: [gpuTitle(offer), gigabytes(offer.gpu_ram)].filter(Boolean).join(' · '),
    description: [
      formatPerHour(cost.running),
      ...(cost.stopped === undefined ? [] : [vscode.l10n.t('{0} stopped', formatPerHour(cost.stopped))]),
      ...(isBid ? [vscode.l10n.t('interruptible, lowest bid')] : []),
    ].join(' · '),
    detail: details(offer).join(' · '),
  };
}

function details(offer: Offer): string[] {
  const reliability = offer.reliability ?? offer.reliability2;
  const verification = offer.verification ?? (offer.verified ? 'verified' : undefined);
  return [
    reliability === undefined ? '' : vscode.l10n.t('{0}% reliable', (reliability * 100).toFixed(1)),
    offer.dlperf_per_dphtotal === undefined
      ? ''
      : vscode.l10n.t('{0} DLPerf/$', offer.dlperf_per_dphtotal.toFixed(0)),
    offer.disk_space === undefined ? '' : vscode.l10n.t('{0} GB disk', Math.floor(offer.disk_space)),
    offer.inet_down === undefined || offer.inet_up === undefined
      ? ''
      : `↓${Math.round(offer.inet_down)} ↑${Math.round(offer.inet_up)} Mb/s`,
    plainText(offer.geolocation ?? '', 40),
    verification && verification !== 'verified' ? plainText(verification, 20) : '',
  ].filter(Boolean);
}

/** GPU memory comes in MB and is known by round numbers of GB: 24,564 MB is a 24 GB card. */
function gigabytes(megabytes: number | undefined): string {
  return megabytes === undefined ? '' : `${Math.round(megabytes / 1024)} GB`;
}

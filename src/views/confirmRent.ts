import * as vscode from 'vscode';
import type { CreateInstanceRequest } from '../api/requests';
import { plainText } from '../api/plainText';
import { gpuTitle } from '../connect/instanceName';
import type { Dialogs } from '../connect/dialogs';
import { formatPerHour, formatPerMonth, offerCost } from '../domain/cost';
import { defaultDisk } from '../domain/launchRequest';
import type { FoundOffer } from '../stores/offerStore';

/**
 * Shows what will be rented and what it costs; true when the person agrees. `shownBefore` is the price in dollars per
 * hour that they saw last: a rise is pointed out.
 */
export async function confirmRent(
  dialogs: Dialogs,
  found: FoundOffer,
  request: CreateInstanceRequest,
  shownBefore?: number,
): Promise<boolean> {
  const { running, stopped } = rentCost(found, request);
  const rise =
    shownBefore !== undefined && running !== undefined && isRise(shownBefore, running)
      ? vscode.l10n.t(
          'The price rose from {0} to {1} since you saw it.',
          formatPerHour(shownBefore),
          formatPerHour(running),
        )
      : undefined;
  return dialogs.confirm({
    message: vscode.l10n.t('Rent {0} for {1}?', gpuTitle(found.offer), formatPerHour(running)),
    detail: [
      rise,
      running === undefined
        ? undefined
        : vscode.l10n.t('{0} while it runs ({1}).', formatPerHour(running), formatPerMonth(running)),
      vscode.l10n.t('{0} for the disk while it is stopped, until you destroy it.', formatPerHour(stopped)),
      request.price === undefined
        ? undefined
        : vscode.l10n.t('Interruptible: it stops when someone pays more.'),
      facts(found, request),
    ]
      .filter(Boolean)
      .join('\n'),
    yes: vscode.l10n.t('Rent for {0}', formatPerHour(running)),
  });
}

/** Dollars per hour of this request on this offer. */
export function rentCost({ offer }: FoundOffer, request: CreateInstanceRequest) {
  return offerCost(offer, request.disk ?? defaultDisk, request.price);
}

/** Beyond rounding. */
export const isRise = (before: number, now: number): boolean => now > before + 0.0005;

function facts({ offer }: FoundOffer, request: CreateInstanceRequest): string {
  return [
    plainText(request.image ?? '', 80),
    `${request.disk ?? defaultDisk} GB`,
    plainText(offer.geolocation ?? '', 40),
    plainText(request.label ?? '', 60),
  ]
    .filter(Boolean)
    .join(' · ');
}

import * as vscode from 'vscode';
import type { CreateInstanceRequest } from '../api/requests';
import { plainText } from '../api/plainText';
import { gpuTitle } from '../connect/instanceName';
import type { Dialogs } from '../connect/dialogs';
import { formatPerHour, formatPerMonth, type HourlyCost, offerCost } from '../domain/cost';
import { defaultDisk } from '../domain/launchRequest';
import type { FoundOffer } from '../stores/offerStore';

/** What of a launch the price depends on and a person recognises it by, with the template's part in it. */
export type RentTerms = Pick<CreateInstanceRequest, 'disk' | 'price' | 'image' | 'label'> & {
  /** Dollars per hour of a volume that is created with it. */
  volumeRate?: number;
  /** A volume is created with it, whether or not its price is known. */
  createsVolume?: boolean;
};

/**
 * Shows what will be rented and what it costs; true when the person agrees. `shownBefore` is the price in dollars per
 * hour that they saw last: a rise is pointed out.
 */
export async function confirmRent(
  dialogs: Dialogs,
  found: FoundOffer,
  request: RentTerms,
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
      volumeLine(request),
      facts(found, request),
    ]
      .filter(Boolean)
      .join('\n'),
    yes: vscode.l10n.t('Rent for {0}', formatPerHour(running)),
  });
}

export function volumeLine({ volumeRate, createsVolume }: RentTerms): string | undefined {
  if (!createsVolume) return undefined;
  return volumeRate === undefined
    ? vscode.l10n.t('The new volume costs extra until you delete it; its price is not known.')
    : vscode.l10n.t('{0} of it for the new volume, until you delete the volume.', formatPerHour(volumeRate));
}

/** Dollars per hour of this request on this offer. */
export function rentCost({ offer }: FoundOffer, { disk, price, volumeRate = 0 }: RentTerms): HourlyCost {
  const { running, stopped } = offerCost(offer, disk ?? defaultDisk, price);
  return {
    ...(running === undefined ? {} : { running: running + volumeRate }),
    ...(stopped === undefined ? {} : { stopped: stopped + volumeRate }),
  };
}

/** Beyond rounding. */
export const isRise = (before: number, now: number): boolean => now > before + 0.0005;

function facts({ offer }: FoundOffer, request: RentTerms): string {
  return [
    plainText(request.image ?? '', 80),
    `${request.disk ?? defaultDisk} GB`,
    plainText(offer.geolocation ?? '', 40),
    plainText(request.label ?? '', 60),
  ]
    .filter(Boolean)
    .join(' · ');
}

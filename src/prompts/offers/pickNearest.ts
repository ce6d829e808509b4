import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { allLeftOut, butFor, withoutHidden } from '../../domain/offers/hidden';
import { nearestOffers, withFixed } from '../../domain/offers/offerQuery';
import { accountInUse } from '../../stores/account/accountInUse';
import { leftOutOf } from '../../stores/offers/hiddenOffers';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { offerRows } from './offerRow';
import { pickOne } from '../steps';
import type { Services } from '../services';
import { withCancellableProgress } from '../connectProgress';

/**
 * Repeats the person's search, without what searches leave out, and suggests the offers most similar to the one that is
 * gone.
 */
export async function pickNearest(
  services: Pick<Services, 'accounts' | 'badMachines' | 'hidden' | 'offers'>,
  gone: FoundOffer,
  disk: number,
): Promise<FoundOffer | undefined> {
  const title = vscode.l10n.t('This offer was just taken. Searching for similar ones…');
  const { id } = accountInUse(services.accounts).account;
  const answer = await withCancellableProgress(title, async ({ signal }) => {
    const leftOut = butFor(allLeftOut(await leftOutOf(services, id)), gone.offer);
    const filters = withFixed(gone.query.filters, withoutHidden(leftOut));
    return services.offers.search({ ...gone.query, filters }, { signal });
  });
  if (!answer) return undefined;
  const { found } = answer;
  const nearest = nearestOffers(
    gone.offer,
    found.map(({ offer }) => offer),
  );
  const rows = offerRows(
    nearest.flatMap((offer) => found.filter((one) => one.offer === offer)),
    disk,
  );
  if (rows.length === 0) {
    throw new LocalError(
      'offer_gone',
      vscode.l10n.t('This offer was just taken, and no other offer matches your search.'),
    );
  }
  const picked = await pickOne(rows, {
    title: vscode.l10n.t('That Offer Was Just Taken'),
    placeholder: vscode.l10n.t('Select one of the most similar offers'),
  });
  return picked?.found;
}

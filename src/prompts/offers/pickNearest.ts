import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { nearestOffers } from '../../domain/offers/offerQuery';
import { withProgress } from '../../ask/notify';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { offerRows } from './offerRow';
import { pickOne } from '../steps';
import type { Services } from '../services';

/** Repeats the person's search and suggests the offers most similar to the one that is gone. */
export async function pickNearest(
  services: Pick<Services, 'offers'>,
  gone: FoundOffer,
  disk: number,
): Promise<FoundOffer | undefined> {
  const found = await searchAgain(services, gone);
  if (!found) return undefined;
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

/** Undefined if the person cancelled it. */
function searchAgain(
  { offers }: Pick<Services, 'offers'>,
  gone: FoundOffer,
): Thenable<FoundOffer[] | undefined> {
  const title = vscode.l10n.t('This offer was just taken. Searching for similar ones…');
  return withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_report, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      try {
        return (await offers.search(gone.query, { signal: abort.signal })).found;
      } catch (error) {
        if (abort.signal.aborted) return undefined;
        throw error;
      }
    },
  );
}

import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import { nearestOffers } from '../domain/offerQuery';
import type { FoundOffer } from '../stores/offerStore';
import { offerRow } from '../views/offerRow';
import { pick } from '../views/wizard/steps';
import type { Services } from './services';

/** Searches again as the person did, and proposes the offers most like the one that is gone. */
export async function pickNearest(
  services: Services,
  gone: FoundOffer,
  disk: number,
): Promise<FoundOffer | undefined> {
  const { found } = await services.offers.search(gone.query);
  const nearest = nearestOffers(
    gone.offer,
    found.map(({ offer }) => offer),
  );
  const rows = nearest
    .flatMap((offer) => found.filter((one) => one.offer === offer))
    .map((one) => offerRow(one, disk));
  if (rows.length === 0) {
    throw new ApiError(
      'no_such_ask',
      vscode.l10n.t('This offer was just taken, and no other matches your search.'),
    );
  }
  const step = await pick(rows, {
    title: vscode.l10n.t('That offer was just taken'),
    placeholder: vscode.l10n.t('These are the most like it; Enter to go on with one'),
  });
  return step.kind === 'done' ? step.value.item?.found : undefined;
}

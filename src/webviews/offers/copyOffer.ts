import * as vscode from 'vscode';
import { gpuTitle } from '../../ask/instanceName';
import { showInfo } from '../../ask/notify';
import { defined } from '../../domain/defined';
import { type PanelQuery, serviceQuery } from '../../domain/offers/filters/panelQuery';
import type { FoundOffer } from '../../stores/offers/offerStore';

/**
 * Copies an offer as the service told it, or a query for offers like it: the person's own, for the same GPU and number
 * of them. Both as JSON, with the service's names and units.
 */
export async function copyOffer(
  { offer, isBid }: FoundOffer,
  query: PanelQuery,
  as: 'json' | 'query',
): Promise<void> {
  const copied = as === 'json' ? offer : queryLike({ offer, isBid }, query);
  await vscode.env.clipboard.writeText(JSON.stringify(copied, undefined, 2));
  void showInfo(
    as === 'json'
      ? vscode.l10n.t('Copied the offer of {0} as JSON.', gpuTitle(offer))
      : vscode.l10n.t('Copied a query for offers like {0}.', gpuTitle(offer)),
  );
}

function queryLike({ offer, isBid }: Pick<FoundOffer, 'offer' | 'isBid'>, query: PanelQuery): object {
  const { gpu_name, num_gpus } = offer;
  const filters = {
    ...query.filters,
    ...defined({
      gpu_name: gpu_name === undefined ? undefined : { eq: gpu_name },
      num_gpus: num_gpus === undefined ? undefined : { eq: num_gpus },
    }),
  };
  const { limit: _, ...like } = serviceQuery({ ...query, filters }, isBid ? 'bid' : 'on-demand', 0);
  return like;
}

import * as vscode from 'vscode';
import { type OfferChoice, offerQuery } from '../../domain/offerQuery';
import type { FoundOffer, OfferStore } from '../../stores/offerStore';
import { settings } from '../../stores/settings';
import { type OfferRow, offerRow } from '../offerRow';
import { editFilters, summary } from './offerFilters';
import { pick } from './steps';

export interface ChosenOffer {
  found: FoundOffer;
  /** GB of disk that the search was made for. */
  disk: number;
}

/** The key under which the last filters are remembered. */
const memoryKey = 'gpuRental.lastSearch';

interface ResultRow extends vscode.QuickPickItem {
  found?: FoundOffer;
}

/** From filters to one offer, back and forth; undefined when the person stopped. Rejects when the search fails. */
export async function chooseOffer(
  offers: OfferStore,
  memory: vscode.Memento,
): Promise<ChosenOffer | undefined> {
  let choice: OfferChoice | undefined = {
    ...startingChoice(),
    ...memory.get<Partial<OfferChoice>>(memoryKey),
  };
  for (;;) {
    choice = await editFilters(choice);
    if (!choice) return undefined;
    // Remembered before the search, so that a failure costs nobody their filters.
    await memory.update(memoryKey, choice);
    const chosen = await pickResult(offers, choice);
    if (chosen !== 'back') return chosen && { found: chosen, disk: choice.disk };
  }
}

function startingChoice(): OfferChoice {
  return {
    type: 'on-demand',
    gpuNames: [],
    verifiedOnly: settings.search.verifiedOnly,
    disk: settings.rent.disk,
    order: 'price',
    limit: settings.search.limit,
  };
}

async function pickResult(offers: OfferStore, choice: OfferChoice): Promise<FoundOffer | 'back' | undefined> {
  const abort = new AbortController();
  const rows = offers
    .search(offerQuery(choice), abort.signal)
    .then(({ found, dropped }): readonly ResultRow[] => {
      const results: OfferRow[] = found.map((one) => offerRow(one, choice.disk));
      return results.length > 0
        ? [...results, ...droppedNote(dropped)]
        : [
            {
              label: vscode.l10n.t('$(info) No offers match these filters'),
              description: vscode.l10n.t('go back and change them'),
            },
          ];
    });
  const step = await pick(rows, {
    title: vscode.l10n.t('Offers: {0}', summary(choice)),
    placeholder: vscode.l10n.t('Type to narrow down; Enter to rent'),
    waiting: vscode.l10n.t('Searching the market…'),
    back: true,
    matchOnDetail: true,
  });
  abort.abort();
  if (step.kind === 'cancelled') return undefined;
  return step.kind === 'done' ? (step.value.item?.found ?? 'back') : 'back';
}

/** The service is known to ignore some filters; what contradicts them is left out, and said. */
function droppedNote(dropped: number): ResultRow[] {
  if (dropped === 0) return [];
  return [
    {
      label: vscode.l10n.t('$(warning) {0} offers left out', dropped),
      description: vscode.l10n.t('the service answered them although they contradict the filters'),
    },
  ];
}

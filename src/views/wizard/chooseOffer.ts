import * as vscode from 'vscode';
import type { Filters, OfferQuery } from '../../api/requests';
import { type OfferChoice, offerQuery } from '../../domain/offerQuery';
import type { FoundOffer, OfferStore } from '../../stores/offerStore';
import { settings } from '../../stores/settings';
import { offerRow } from '../offerRow';
import { editFilters, summary } from './offerFilters';
import { pick } from './steps';

export interface ChosenOffer {
  found: FoundOffer;
  /** GB of disk that the search was made for. */
  disk: number;
}

/** What limits a search beyond what the person chooses. */
export interface SearchLimits {
  /** A template's own filters: those that the person sets win over them (specification, Template, precedence). */
  defaults?: Filters;
  /** The only machine that will do. */
  machineId?: number;
  /** GB of disk that a search starts from. */
  disk?: number;
}

/** The key under which the last filters are remembered. */
const memoryKey = 'gpuRental.lastSearch';

interface ResultRow extends vscode.QuickPickItem {
  found?: FoundOffer;
}

/**
 * From filters to one offer, back and forth. Asked again, it goes on with the results it showed last, so that a step
 * back costs no new search.
 */
export class OfferWizard {
  readonly #offers: OfferStore;
  readonly #memory: vscode.Memento;
  readonly #limits: SearchLimits;
  #choice: OfferChoice;
  #results: { rows: Promise<readonly ResultRow[]> } | undefined;

  constructor(offers: OfferStore, memory: vscode.Memento, limits: SearchLimits = {}) {
    this.#offers = offers;
    this.#memory = memory;
    this.#limits = limits;
    // Of one machine every offer will do, whatever was looked for last.
    this.#choice =
      limits.machineId === undefined
        ? { ...startingChoice(), ...memory.get<Partial<OfferChoice>>(memoryKey) }
        : { ...startingChoice(), verifiedOnly: false };
    if (limits.disk !== undefined) this.#choice = { ...this.#choice, disk: limits.disk };
  }

  /** Undefined when the person stopped. Rejects when the search fails. */
  async choose(): Promise<ChosenOffer | undefined> {
    for (;;) {
      this.#results ??= await this.#search();
      if (!this.#results) return undefined;
      const found = await pickResult(this.#results.rows, vscode.l10n.t('Offers: {0}', this.#summary()));
      if (found !== 'back') return found && { found, disk: this.#choice.disk };
      this.#results = undefined;
    }
  }

  async #search(): Promise<{ rows: Promise<readonly ResultRow[]> } | undefined> {
    const choice = await editFilters(this.#choice, (changed) => this.#keep(changed));
    if (!choice) return undefined;
    // Remembered before the search, so that a failure costs nobody their filters.
    await this.#keep(choice);
    const query = offerQuery(choice);
    const { defaults, machineId } = this.#limits;
    const filters: Filters = {
      ...defaults,
      ...query.filters,
      ...(machineId === undefined ? {} : { machine_id: { eq: machineId } }),
    };
    return { rows: resultRows(this.#offers, { ...query, filters }, choice.disk) };
  }

  async #keep(choice: OfferChoice): Promise<void> {
    this.#choice = choice;
    if (this.#limits.machineId === undefined) await this.#memory.update(memoryKey, choice);
  }

  #summary(): string {
    const { defaults = {}, machineId } = this.#limits;
    return [
      summary(this.#choice),
      Object.keys(defaults).length > 0 ? vscode.l10n.t('filters of the template') : '',
      machineId === undefined ? '' : vscode.l10n.t('machine {0}', machineId),
    ]
      .filter(Boolean)
      .join(' · ');
  }
}

/** One of the offers that a search answers, in its order; undefined when the person stopped or went back. */
export async function chooseFromQuery(
  offers: OfferStore,
  query: OfferQuery,
  disk: number,
  title: string,
): Promise<FoundOffer | undefined> {
  const found = await pickResult(resultRows(offers, query, disk), title);
  return found === 'back' ? undefined : found;
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

async function resultRows(
  offers: OfferStore,
  query: OfferQuery,
  disk: number,
): Promise<readonly ResultRow[]> {
  const { found, dropped } = await offers.search(query);
  if (found.length > 0) return [...found.map((one) => offerRow(one, disk)), ...droppedNote(dropped)];
  return [
    {
      label: vscode.l10n.t('$(info) No offers match these filters'),
      description: vscode.l10n.t('go back and change them'),
    },
  ];
}

async function pickResult(
  rows: Promise<readonly ResultRow[]>,
  title: string,
): Promise<FoundOffer | 'back' | undefined> {
  const step = await pick(rows, {
    title,
    placeholder: vscode.l10n.t('Type to narrow down; Enter to rent'),
    waiting: vscode.l10n.t('Searching the market…'),
    back: true,
    matchOnDetail: true,
  });
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

import { usualOrder } from '../../domain/offers/offerOrder';
import * as vscode from 'vscode';
import type { Filters, OfferQuery } from '../../api/http/requests';
import { type OfferChoice, plainStart, withoutFree } from '../../domain/offers/offerQuery';
import { choiceWords } from '../../domain/offers/search/vocabulary/choiceWords';
import { printOfferText } from '../../domain/offers/search/print';
import { keepSearch, lastSearch, plainSearch } from '../../stores/offers/panelMemory';
import type { LeftOut } from '../../domain/offers/hidden';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { settings } from '../../stores/settings';
import { editFilters } from './offerFilters';
import { SearchResults, type SearchServices } from './searchResults';
import { countHidden, hiddenWords, leftOutWords } from './resultRows';
import { formatFacts } from '../../domain/format';

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
  /** The volume for which only that machine will do; plain. */
  volumeName?: string | undefined;
  /** GB of disk that a search starts from. */
  disk?: number | undefined;
  /** What a search is for in place of what was searched last: it begins with the results, and is not remembered. */
  start?: Partial<OfferChoice>;
  /** Whether the person may save and watch the search, and go on in the offers panel, which know none of these limits. */
  canBrowse?: boolean;
  leftOut?: LeftOut;
}

/**
 * From filters to one offer, back and forth. Asked again, it goes on with the results it showed last, so that a step
 * back costs no new search.
 */
export class OfferWizard {
  readonly #services: SearchServices;
  readonly #limits: SearchLimits;
  /** GB; what a search has that is made for nothing special. */
  readonly #usualDisk: number;
  #choice: OfferChoice;
  #startsWithResults: boolean;
  readonly #leftOut: LeftOut | undefined;
  #results: SearchResults | undefined;

  constructor(services: SearchServices, limits: SearchLimits = {}) {
    this.#services = services;
    this.#limits = limits;
    const { machineId, disk, start } = limits;
    this.#leftOut = machineId === undefined ? limits.leftOut : undefined;
    // Of one machine every offer will do, whatever was looked for last.
    const plain = plainSearch();
    if (machineId !== undefined) this.#choice = { ...plain, ...start, filters: {} };
    else if (start) this.#choice = { ...plain, ...start, filters: { ...plain.filters, ...start.filters } };
    else this.#choice = lastSearch(services.globalState);
    this.#startsWithResults = start !== undefined || machineId !== undefined;
    this.#usualDisk = this.#choice.disk;
    if (disk !== undefined) this.#choice = { ...this.#choice, disk };
  }

  /** Undefined when the person stopped. Rejects when the search fails. */
  async choose(): Promise<ChosenOffer | undefined> {
    for (;;) {
      this.#results ??= this.#startsWithResults ? this.#find() : await this.#search();
      this.#startsWithResults = false;
      if (!this.#results) return undefined;
      const end = await this.#results.pick().catch((error: unknown) => {
        this.#close();
        throw error;
      });
      await this.#keep(this.#results.choice);
      if (end === 'cancelled' || end === 'back') this.#close();
      if (end === 'cancelled') return undefined;
      if (end === 'back') continue;
      return { found: end, disk: this.#results.choice.disk };
    }
  }

  #close(): void {
    this.#results?.close();
    this.#results = undefined;
  }

  async #search(): Promise<SearchResults | undefined> {
    const choice = await editFilters(this.#choice, this.#services.gpus, {
      keep: (changed) => this.#keep(changed),
      title: this.#placeWords().join(' · '),
    });
    if (!choice) return undefined;
    // Remembered before the search, so that a failure costs nobody their filters.
    await this.#keep(choice);
    return this.#find();
  }

  #find(): SearchResults {
    const { defaults = {}, machineId, disk } = this.#limits;
    const plain = plainStart(disk ?? settings.rent.disk, this.#choice.limit);
    const { type, order, disk: chosenDisk, filters } = this.#choice;
    const said = {
      filters,
      ...(type === 'on-demand' ? {} : { type }),
      ...(order === usualOrder ? {} : { order }),
      ...(chosenDisk === plain.disk ? {} : { disk: chosenDisk }),
    };
    const { text, unsaid } = printOfferText(said, this.#services.gpus.names);
    const machine = machineId === undefined ? {} : { machine_id: { eq: machineId } };
    const start = { ...plain, fixed: { ...plain.fixed, ...machine }, defaults: { ...defaults, ...unsaid } };
    const { canBrowse = false } = this.#limits;
    const leftOut = this.#leftOut;
    return new SearchResults(this.#services, start, text, { leftOut, canBrowse }, (search) =>
      formatFacts(
        ...choiceWords(search.choice),
        search.defaults.length > 0 ? vscode.l10n.t('template filters') : '',
        ...this.#placeWords(),
        leftOut && leftOut.bad.length > 0 ? leftOutWords(leftOut.bad.length) : '',
        leftOut && countHidden(leftOut.hidden) > 0 ? hiddenWords(countHidden(leftOut.hidden)) : '',
      ),
    );
  }

  /** The machine that the search is limited to, and the volume that it is limited for. */
  #placeWords(): string[] {
    const { machineId, volumeName } = this.#limits;
    return [
      ...(volumeName === undefined ? [] : [vscode.l10n.t('volume “{0}”', volumeName)]),
      ...(machineId === undefined ? [] : [vscode.l10n.t('machine {0}', machineId)]),
    ];
  }

  async #keep(choice: OfferChoice): Promise<void> {
    this.#choice = choice;
    const { machineId, disk, start } = this.#limits;
    if (machineId !== undefined || start) return;
    // The disk of a template or a saved launch is not what the person chose for other searches.
    const usual = disk !== undefined && choice.disk === disk ? { ...choice, disk: this.#usualDisk } : choice;
    await keepSearch(this.#services.globalState, usual);
  }
}

/** One of the offers that a search answers, in its order; undefined when the person stopped or went back. */
export async function chooseFromQuery(
  services: SearchServices,
  query: OfferQuery,
  disk: number,
  title: string,
  leftOut: LeftOut,
): Promise<ChosenOffer | undefined> {
  const { filters, type, order, limit = settings.search.limit } = query;
  const { fixed, defaults } = withoutFree(filters);
  const start = { fixed, defaults, type, order, disk, limit };
  const results = new SearchResults(services, start, '', { leftOut, canBrowse: false }, () => '', title);
  try {
    const end = await results.pick();
    return typeof end === 'string' ? undefined : { found: end, disk: results.choice.disk };
  } finally {
    results.close();
  }
}

import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { orElse } from '../../api/schemas/fields';
import { omitUndefined } from '../../domain/omitUndefined';
import {
  type Layout,
  layoutSchema,
  type PanelQuery,
  panelQuerySchema,
} from '../../domain/offers/filters/panelQuery';
import { offersPanelKey } from '../launch/syncedState';
import type { OfferChoice } from '../../domain/offers/offerQuery';
import { rememberedOf, type SearchSettings, startingChoice } from '../../domain/offers/rememberedSearch';
import { settings } from '../settings';

const key = 'gpuRental.lastSearch';

/** What a new search starts from: the last one's filters, unless a setting was changed since. */
export const lastSearch = (globalState: vscode.Memento): OfferChoice =>
  startingChoice(globalState.get(key), searchSettings());

/** What a search starts from that doesn't follow the last one. */
export const plainSearch = (): OfferChoice => startingChoice(undefined, searchSettings());

export const keepSearch = (globalState: vscode.Memento, choice: OfferChoice): Thenable<void> =>
  globalState.update(key, rememberedOf(choice, searchSettings()));

const searchSettings = (): SearchSettings => ({
  verifiedOnly: settings.search.verifiedOnly,
  disk: settings.rent.disk,
  limit: settings.search.limit,
});

const schema = z.object({
  plan: z.optional(z.pick(panelQuerySchema, { type: true, hours: true, bid: true })),
  layout: z.optional(layoutSchema),
});

/** Hours that a person is assumed to rent for, until they say. */
export const usualHours = 8;

/**
 * What outlasts the offers panel: its query, which is also the one that other searches start from, and its columns and
 * axes.
 */
export class PanelMemory {
  readonly #globalState: vscode.Memento;

  constructor(globalState: vscode.Memento) {
    this.#globalState = globalState;
  }

  get query(): PanelQuery {
    const { type, filters, disk } = lastSearch(this.#globalState);
    const plan = this.#stored.plan;
    return {
      // The other searches ask for one type only.
      type: plan?.type === 'both' ? 'both' : type,
      filters,
      disk,
      hours: plan?.hours ?? usualHours,
      ...omitUndefined({ bid: plan?.bid }),
    };
  }

  get layout(): Layout {
    return this.#stored.layout ?? { columns: [] };
  }

  async keepQuery({ type, filters, disk, hours, bid }: PanelQuery): Promise<void> {
    const last = lastSearch(this.#globalState);
    const oneType = type === 'both' ? last.type : type;
    await keepSearch(this.#globalState, { ...last, type: oneType, filters, disk });
    await this.#keep({ plan: { type, hours, ...omitUndefined({ bid }) } });
  }

  keepLayout(layout: Layout): Promise<void> {
    return this.#keep({ layout });
  }

  async #keep(part: z.infer<typeof schema>): Promise<void> {
    await this.#globalState.update(offersPanelKey, { ...this.#stored, ...part });
  }

  get #stored(): z.infer<typeof schema> {
    return orElse(schema, {}).parse(this.#globalState.get(offersPanelKey) ?? {});
  }
}

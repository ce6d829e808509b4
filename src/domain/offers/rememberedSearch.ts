import { offerOrders, usualOrder } from './offerOrder';
import * as z from 'zod/mini';
import { filtersSchema } from '../../api/schemas/offers/filters';
import type { OfferChoice } from './offerQuery';
import { hasMoreValues } from '../valueCount';

/** What the settings say of a search. */
export interface SearchSettings {
  verifiedOnly: boolean;
  /** GB. */
  disk: number;
  limit: number;
}

/** The last search, with what the settings said then: a setting that was changed since wins over it. */
const rememberedSchema = z.object({
  type: z.enum(['on-demand', 'bid']),
  filters: filtersSchema,
  disk: z.number().check(z.positive()),
  order: z.enum(offerOrders),
  settings: z.object({ verifiedOnly: z.boolean(), disk: z.number() }),
});
export type RememberedSearch = z.infer<typeof rememberedSchema>;

/** A search has a few dozen filters, each with a few values. */
const mostValues = 1000;

/** What a search starts from. @param remembered as it was kept; whatever else it is counts as nothing */
export function startingChoice(remembered: unknown, settings: SearchSettings): OfferChoice {
  const stored = hasMoreValues(remembered, mostValues) ? undefined : remembered;
  const { data } = rememberedSchema.safeParse(stored);
  const { verified: lastVerified, ...filters } = data?.filters ?? {};
  const isSettled = data?.settings.verifiedOnly === settings.verifiedOnly;
  const verified = isSettled ? lastVerified : settings.verifiedOnly ? { eq: true } : undefined;
  return {
    type: data?.type ?? 'on-demand',
    filters: { ...filters, ...(verified ? { verified } : {}) },
    disk: data?.settings.disk === settings.disk ? data.disk : settings.disk,
    order: data?.order ?? usualOrder,
    // No search changes it.
    limit: settings.limit,
  };
}

export const rememberedOf = (
  { type, filters, disk, order }: OfferChoice,
  { verifiedOnly, disk: usualDisk }: SearchSettings,
): RememberedSearch => ({ type, filters, disk, order, settings: { verifiedOnly, disk: usualDisk } });

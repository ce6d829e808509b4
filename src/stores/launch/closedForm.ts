import * as z from 'zod/mini';
import type { OfferQuery } from '../../api/http/requests';
import { launchDraftSchema } from '../../domain/launch/launchDraft';

const closedSchema = z.object({
  /** The form's id. It stays the same however often the form is kept, and in every window. */
  id: z.optional(z.string()),
  offerId: z.int(),
  isBid: z.boolean(),
  /** The search that found the offer, to look for others like it. */
  query: z.looseObject({ filters: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  templateId: z.optional(z.int()),
  /** The machine of its volume. */
  machineId: z.optional(z.int()),
  draft: launchDraftSchema,
  /** The number of instances to rent. */
  count: z.int(),
  /** Text in a field when the form was closed, not yet applied. */
  typed: z.record(z.string(), z.string()),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The rental was in progress when the form was last kept, so it may have been carried out. */
  sent: z.optional(z.boolean()),
});

/** A launch form that was closed early, with everything that was typed. */
export type ClosedForm = Omit<z.infer<typeof closedSchema>, 'query'> & { query: OfferQuery };

/** A form as it was stored; undefined if there is none that can be read. */
export const closedFormIn = (stored: unknown): ClosedForm | undefined => closedSchema.safeParse(stored).data;

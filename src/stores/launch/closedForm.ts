import * as z from 'zod/mini';
import type { OfferQuery } from '../../api/http/requests';
import { type LaunchDraft, launchDraftSchema } from '../../domain/launch/launchDraft';

/** A launch form that was closed early, with everything that was typed. */
export interface ClosedForm {
  /** The form's id. It stays the same however often the form is kept, and in every window. */
  id?: string;
  offerId: number;
  isBid: boolean;
  /** The search that found the offer, to look for others like it. */
  query: OfferQuery;
  templateId?: number;
  /** The machine of its volume. */
  machineId?: number;
  draft: LaunchDraft;
  /** The number of instances to rent. */
  count: number;
  /** Text in a field when the form was closed, not yet applied. */
  typed: Record<string, string>;
  /** Milliseconds since the epoch. */
  at: number;
  /** The rental was in progress when the form was last kept, so it may have been carried out. */
  sent?: boolean;
}

const closedSchema = z.object({
  id: z.optional(z.string()),
  offerId: z.int(),
  isBid: z.boolean(),
  query: z.looseObject({ filters: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  templateId: z.optional(z.int()),
  machineId: z.optional(z.int()),
  draft: launchDraftSchema,
  count: z.int(),
  typed: z.record(z.string(), z.string()),
  at: z.number(),
  sent: z.optional(z.boolean()),
});

/** A form as it was stored; undefined if there is none that can be read. */
export const closedFormIn = (stored: unknown): ClosedForm | undefined =>
  closedSchema.safeParse(stored).data as ClosedForm | undefined;

import * as z from 'zod/mini';
import { storedMethods } from '../../api/endpoints/account/twoFactorRequests';
import { remedies } from '../../twoFactor/action';
import { isSent } from '../../twoFactor/methods';
import { methodKinds } from '../../twoFactor/state';
import { type Place, places } from '../../twoFactor/state';
import { hostMessageOf, problemFields, viewFields } from '../shared/messages';

/** What the panel shows. Times are the milliseconds left when the view is sent. */

/** One way to confirm that it's you. */
const option = z.object({
  id: z.string(),
  kind: z.enum(methodKinds),
  label: z.string(),
  /** Milliseconds until it is unlocked. */
  lockLeft: z.optional(z.number()),
});

/** A code is on its way. */
const sent = z.object({
  /** The recipient, for a person. */
  to: z.string(),
  /** Milliseconds until it expires. */
  expiresLeft: z.number(),
  /** Milliseconds until it may be sent again. */
  resendLeft: z.number(),
});

const methodRow = z.object({
  id: z.int(),
  kind: z.enum([...storedMethods, 'other']),
  label: z.string(),
  /** Masked. */
  phone: z.optional(z.string()),
  primary: z.boolean(),
  /** A date for a person, or a text that it was never used. */
  lastUsed: z.string(),
  failCount: z.int(),
  lockLeft: z.optional(z.number()),
});

const status = z.object({
  state: z.enum(['enabled', 'disabled', 'legacy']),
  methods: z.array(methodRow),
  backupCodes: z.optional(z.int()),
  /** Whether a new method may be added without another verification. */
  authorized: z.boolean(),
  /** How many milliseconds that lasts, if known. */
  authorizedLeft: z.optional(z.number()),
});

const problem = z.object({
  /** The input that it is shown next to. */
  field: z.enum(places),
  ...problemFields,
  remedies: z.array(z.enum(remedies)),
});

const purpose = z.object({
  kind: z.enum(['add', 'remove', 'renew']),
  /** The label of the method that is removed. */
  target: z.optional(z.string()),
  /** Whether it is the last one. Removing it turns off two-factor authentication. */
  last: z.optional(z.boolean()),
});

const page = z.union([
  z.object({ kind: z.literal('loading') }),
  z.object({ kind: z.literal('overview') }),
  z.object({
    kind: z.literal('proof'),
    purpose,
    options: z.array(option),
    chosen: z.string(),
    sent: z.optional(sent),
  }),
  z.object({ kind: z.literal('choose') }),
  z.object({ kind: z.literal('secret'), method: z.enum(storedMethods), secret: z.string(), uri: z.string() }),
  z.object({
    kind: z.literal('phone'),
    method: z.enum(storedMethods),
    phone: z.string(),
    sent: z.optional(sent),
  }),
  z.object({ kind: z.literal('lost') }),
  z.object({
    kind: z.literal('codes'),
    codes: z.array(z.string()),
    /** They were left without confirming that they are stored. */
    again: z.boolean(),
    saved: z.boolean(),
  }),
]);

const view = z.object({
  ...viewFields,
  status: z.optional(status),
  page,
  problem: z.optional(problem),
  /** New backup codes were lost with the window that showed them, before they were confirmed as stored. */
  codesLost: z.optional(z.boolean()),
});

export const hostMessage = hostMessageOf(view);

export type View = z.infer<typeof view>;
export type Page = View['page'];
export type PageOf<K extends Page['kind']> = Extract<Page, { kind: K }>;
export type StatusView = z.infer<typeof status>;
export type MethodRow = z.infer<typeof methodRow>;
export type OptionView = z.infer<typeof option>;
export type SentView = z.infer<typeof sent>;
export type ProblemView = z.infer<typeof problem>;

/**
 * Places for a problem on the current page. Used by both sides: the host to place a problem, the browser side to draw
 * the page. The top of the page is always available.
 */
export function placesOn(page: Page, { renaming = true } = {}): readonly Place[] {
  switch (page.kind) {
    case 'proof': {
      const kind = page.options.find(({ id }) => id === page.chosen)?.kind;
      const waitsForCode = kind !== undefined && isSent(kind) && !page.sent;
      return waitsForCode ? ['send'] : ['send', 'code'];
    }
    case 'secret':
      return ['code', 'label'];
    case 'phone':
      return page.sent ? ['send', 'code', 'label'] : ['phone', 'send'];
    case 'overview':
      return renaming ? ['label'] : [];
    case 'loading':
    case 'choose':
    case 'lost':
    case 'codes':
      return [];
  }
}

/** The place of a problem: next to its input or, if that isn't on the page, at the next place. */
export function placeOn(places: readonly Place[], wanted: Place): Place {
  if (places.includes(wanted)) return wanted;
  return places.includes('send') ? 'send' : 'page';
}

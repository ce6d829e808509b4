import * as z from 'zod/mini';

/**
 * The messages between the two sides of a panel. The host sends the whole view after every change; the browser side
 * sends the person's actions. Times are the milliseconds left when the message is sent, because the two sides may run
 * on computers with different clocks.
 */

/** A message about the last step. */
const notice = z.object({ tone: z.enum(['info', 'warning']), text: z.string() });

/** Fields of every view, in addition to its page and its problem. */
export const viewFields = {
  /** Counts the pages. A new number means a new page with empty inputs. */
  turn: z.int(),
  /** The account's name for a person. */
  account: z.string(),
  busy: z.boolean(),
  notice: z.optional(notice),
};

/** Fields of every problem, in addition to its place and what helps. */
export const problemFields = {
  message: z.string(),
  /** For this many milliseconds, only waiting helps. */
  waitLeft: z.optional(z.number()),
};

export interface PanelView {
  turn: number;
  account: string;
  busy: boolean;
  notice?: z.infer<typeof notice> | undefined;
  page: { kind: string };
  problem?: { message: string; waitLeft?: number | undefined } | undefined;
}

/** From the host. `texts` are the translations for the browser side as JSON, if any. */
export interface HostMessage<View> {
  kind: 'view';
  view: View;
  texts?: string | undefined;
}

/** Characters: several times what there is to translate. */
const longestTexts = 1_000_000;

/** The schema of messages from the host. @param view the panel's own view */
export function hostMessageOf<View extends z.ZodMiniType>(view: View) {
  return z.object({
    kind: z.literal('view'),
    view,
    texts: z.optional(z.string().check(z.maxLength(longestTexts))),
  });
}

/** From the host, after each action: it was heard, and every view from now on follows from it. */
export const heard = z.object({ kind: z.literal('heard') });

export type Heard = z.infer<typeof heard>;

/** From every panel: `ready` asks for the view, `attended` means that a key or the mouse was used. */
export const lifeSign = z.union([
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('attended') }),
]);

export type LifeSign = z.infer<typeof lifeSign>;

import * as z from 'zod/mini';

/**
 * What the panel's two sides say to each other. The host sends the whole view after every change; the browser side
 * sends what the person did. Times are milliseconds left at the moment of sending, because the two sides may run on
 * machines with different clocks.
 */

/** A way to prove that it is you. */
const way = z.object({
  id: z.string(),
  kind: z.enum(['totp', 'sms', 'email', 'backup']),
  label: z.string(),
  /** Milliseconds until it is unlocked. */
  lockLeft: z.optional(z.number()),
});

/** A code is on its way. */
const sent = z.object({
  /** Where to, for a person. */
  to: z.string(),
  /** Milliseconds until it is too old. */
  expiresLeft: z.number(),
  /** Milliseconds until it may be sent again. */
  resendLeft: z.number(),
});

const methodRow = z.object({
  id: z.int(),
  kind: z.enum(['totp', 'sms', 'other']),
  label: z.string(),
  /** Masked. */
  phone: z.optional(z.string()),
  primary: z.boolean(),
  /** A date for a person, or that it never was. */
  lastUsed: z.string(),
  failCount: z.int(),
  lockLeft: z.optional(z.number()),
});

const status = z.object({
  state: z.enum(['enabled', 'disabled', 'legacy']),
  methods: z.array(methodRow),
  backupCodes: z.optional(z.int()),
  /** A new method may be added without another proof. */
  authorized: z.boolean(),
  /** Milliseconds for which that lasts, where it is known. */
  authorizedLeft: z.optional(z.number()),
});

/** What a problem offers to do; each is an action below or a command of the extension. */
export const helps = [
  'retry',
  'resend',
  'authorize',
  'removeAndSetUpAnew',
  'otherMethod',
  'renewCodes',
  'refresh',
  'signIn',
  'logIn',
  'switchAccount',
  'openConsole',
] as const;

const problem = z.object({
  /** Beside which input it stands. */
  field: z.enum(['code', 'phone', 'label', 'send', 'page']),
  message: z.string(),
  /** Milliseconds for which waiting is all that helps. */
  waitLeft: z.optional(z.number()),
  helps: z.array(z.enum(helps)),
});

const purpose = z.object({
  kind: z.enum(['add', 'remove', 'renew']),
  /** The label of the method that is removed. */
  target: z.optional(z.string()),
  /** It is the last one, so that two-factor authentication ends with it. */
  last: z.optional(z.boolean()),
});

const page = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loading') }),
  z.object({ kind: z.literal('overview') }),
  z.object({
    kind: z.literal('proof'),
    purpose,
    ways: z.array(way),
    chosen: z.string(),
    sent: z.optional(sent),
  }),
  z.object({ kind: z.literal('choose') }),
  z.object({ kind: z.literal('totp'), secret: z.string(), uri: z.string() }),
  z.object({ kind: z.literal('sms'), phone: z.string(), sent: z.optional(sent) }),
  z.object({ kind: z.literal('lost') }),
  z.object({
    kind: z.literal('codes'),
    codes: z.array(z.string()),
    /** They were left without a word that they are stored. */
    again: z.boolean(),
    saved: z.boolean(),
  }),
]);

const notice = z.object({ tone: z.enum(['info', 'warning']), text: z.string() });

const view = z.object({
  /** Counts the pages: another number is another page, whose inputs start empty. */
  turn: z.int(),
  account: z.string(),
  busy: z.boolean(),
  status: z.optional(status),
  page,
  problem: z.optional(problem),
  notice: z.optional(notice),
});

/** From the host. `texts` are the translations of the browser side's sentences, where there are any. */
export const hostMessage = z.object({
  kind: z.literal('view'),
  view,
  texts: z.optional(z.record(z.string(), z.string())),
});

const kindOnly = <K extends string>(kind: K) => z.object({ kind: z.literal(kind) });
const ofMethod = <K extends string>(kind: K) => z.object({ kind: z.literal(kind), methodId: z.int() });
const text = z.string().check(z.maxLength(200));

/** From the person. */
export const panelMessage = z.discriminatedUnion('kind', [
  kindOnly('ready'),
  /** Someone is there: a key or the mouse was used. */
  kindOnly('attended'),
  kindOnly('refresh'),
  kindOnly('back'),
  kindOnly('add'),
  kindOnly('renew'),
  kindOnly('lost'),
  ofMethod('remove'),
  ofMethod('removeLost'),
  ofMethod('makePrimary'),
  z.object({ kind: z.literal('rename'), methodId: z.int(), label: text }),
  z.object({ kind: z.literal('chooseWay'), way: z.string() }),
  kindOnly('send'),
  kindOnly('resend'),
  z.object({ kind: z.literal('prove'), code: text }),
  z.object({ kind: z.literal('setUp'), method: z.enum(['totp', 'sms']) }),
  z.object({ kind: z.literal('sendToNumber'), phone: text }),
  kindOnly('otherNumber'),
  z.object({ kind: z.literal('confirm'), code: text, label: text }),
  kindOnly('copySecret'),
  kindOnly('copyCodes'),
  kindOnly('saveCodes'),
  kindOnly('codesStored'),
  z.object({ kind: z.literal('help'), help: z.enum(helps) }),
]);

export type View = z.infer<typeof view>;
export type Page = View['page'];
export type PageOf<K extends Page['kind']> = Extract<Page, { kind: K }>;
export type StatusView = z.infer<typeof status>;
export type MethodRow = z.infer<typeof methodRow>;
export type WayView = z.infer<typeof way>;
export type SentView = z.infer<typeof sent>;
export type ProblemView = z.infer<typeof problem>;
export type Notice = z.infer<typeof notice>;
export type Help = (typeof helps)[number];
export type HostMessage = z.infer<typeof hostMessage>;
export type PanelMessage = z.infer<typeof panelMessage>;

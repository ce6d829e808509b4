import * as z from 'zod/mini';

/**
 * What the launch form shows as a pane of a panel. It never holds a secret: of a secret variable or a password it only
 * says that there is one. Text from outside was made plain by the host, except in what is edited.
 */

/** A line of text, checked with every change. */
const line = z.object({
  kind: z.literal('line'),
  input: z.enum(['text', 'number']),
  text: z.string(),
  unit: z.optional(z.string()),
  placeholder: z.optional(z.string()),
  /** Texts to choose from instead of typing, each with what to show for it. */
  known: z.optional(z.array(z.object({ text: z.string(), label: z.string() }))),
});

const flag = z.object({
  kind: z.literal('flag'),
  on: z.boolean(),
  words: z.object({ on: z.string(), off: z.string() }),
});

const choice = z.object({
  kind: z.literal('choice'),
  chosen: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** More about the chosen value. */
  detail: z.optional(z.string()),
});

/** Several lines, edited here or in an editor tab. */
const script = z.object({
  kind: z.literal('script'),
  text: z.string(),
  /** How much of the allowed length is used, in words. */
  length: z.string(),
});

const variables = z.object({
  kind: z.literal('variables'),
  rows: z.array(
    z.object({
      name: z.string(),
      /** The name as it is shown. */
      label: z.string(),
      /** Missing for a secret one. */
      value: z.optional(z.string()),
      /** It comes from the template. */
      inherited: z.boolean(),
    }),
  ),
});

const login = z.object({
  kind: z.literal('login'),
  registry: z.string(),
  user: z.string(),
  /** A password is stored for it. */
  stored: z.boolean(),
});

const volume = z.object({
  kind: z.literal('volume'),
  /** `none`, `new`, `id`, or `id:` and the id of a volume in the list. */
  chosen: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Its lines: size, mount path, id. */
  parts: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      help: z.string(),
      text: z.string(),
      problem: z.optional(z.string()),
    }),
  ),
  /** It is on another machine, where offers can be searched. */
  elsewhere: z.boolean(),
});

const field = z.object({
  key: z.string(),
  label: z.string(),
  /** Seldom needed. Such fields are folded away while nothing is wrong with them. */
  rare: z.boolean(),
  help: z.string(),
  problem: z.optional(z.string()),
  /** The value in a few words, for where the field is folded. */
  words: z.string(),
  control: z.discriminatedUnion('kind', [line, flag, choice, script, variables, login, volume]),
});

/** A launch that can be taken over. */
const saved = z.object({
  /** Its place in the list of all. */
  id: z.string(),
  name: z.string(),
  /** The folder of the workspace that it comes from; missing for an own one. */
  folder: z.optional(z.string()),
});

export const launchViewSchema = z.object({
  /** The GPUs and where they are. */
  title: z.string(),
  account: z.optional(z.string()),
  groups: z.array(z.object({ name: z.string(), fields: z.array(field) })),
  /** The price and its parts, each as a sentence. */
  price: z.array(z.object({ label: z.string(), text: z.string() })),
  rent: z.object({
    label: z.string(),
    /** What must be done first. */
    problem: z.optional(z.object({ key: z.string(), text: z.string() })),
  }),
  /** The result of the template and the changes can be compared with the template. */
  compares: z.boolean(),
  saved: z.array(saved),
  /** A form that was closed before, in a few words. */
  earlier: z.optional(z.string()),
  /** It is being rented, or something else is under way. */
  busy: z.boolean(),
  notice: z.optional(z.object({ tone: z.enum(['info', 'warning']), text: z.string() })),
  /** The field to focus, when `turn` is another one than before. */
  focus: z.object({ turn: z.int(), key: z.optional(z.string()) }),
});

export type LaunchView = z.infer<typeof launchViewSchema>;
export type LaunchFieldView = z.infer<typeof field>;
export type ControlView = LaunchFieldView['control'];
export type ControlViewOf<K extends ControlView['kind']> = Extract<ControlView, { kind: K }>;

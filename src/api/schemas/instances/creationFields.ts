import * as z from 'zod/mini';
import { described } from '../described';

/**
 * What the service takes in a creation body: `onstart` by the specification ("Limits"), the others by the vendor's
 * public documents. Texts in characters, the disk in GB, bids in dollars per hour.
 */
export const creationLimits = {
  onstart: 4048,
  /** `args`, `args_str` and `onstart` together. */
  commands: 4096,
  label: 256,
  /** Of the whole object as JSON. */
  env: 32_768,
  leastDisk: 8,
  leastPrice: 0.001,
  mostPrice: 128,
} as const;
export const onstartLimit = creationLimits.onstart;
/** GB the service gives when `disk` is omitted (specification, "Limits"). */
export const defaultDisk = 8;

/** Launch modes (specification, Runtype values), each with its meaning. */
const runtypeMeanings = {
  ssh_direct: 'SSH through a port of the machine',
  ssh_proxy: "SSH through the service's proxy",
  ssh: 'The same as ssh_proxy',
  jupyter_direct: 'Jupyter and SSH through ports of the machine',
  jupyter_proxy: "Jupyter and SSH through the service's proxy",
  jupyter: 'The same as jupyter_proxy',
  args: "The image's own program; no SSH, no Jupyter",
};
export type Runtype = keyof typeof runtypeMeanings;
export const runtypes = Object.keys(runtypeMeanings) as Runtype[];

/** One of the words by which the service answers a runtype in `image_runtype`, and takes it, too. */
const runtypeWord = /^(ssh|jupyter)(?:_(direc|proxy)t?)?$/;

/** The runtype that a name or words such as `ssh ssh_direc ssh_proxy` mean; undefined for others. */
export function runtypeFrom(words: string): Runtype | undefined {
  const named = runtypes.find((runtype) => runtype === words.trim());
  if (named) return named;
  const read = words
    .trim()
    .split(/\s+/)
    .map((word) => runtypeWord.exec(word));
  if (read.includes(null)) return undefined;
  const has = (at: 1 | 2, word: string): boolean => read.some((one) => one?.[at] === word);
  const way = has(2, 'direc') ? 'direct' : 'proxy';
  return has(1, 'jupyter') ? `jupyter_${way}` : `ssh_${way}`;
}

const instanceStates = ['running', 'stopped'] as const;
export type InstanceState = (typeof instanceStates)[number];

const text = (description: string, keywords?: object) =>
  z.optional(described(z.string(), description, keywords));
const flag = (description: string) => z.optional(described(z.boolean(), description));
/** The domain checks its range, with a message of its own. */
const number = (description: string, keywords: object) =>
  z.optional(described(z.number(), description, keywords));

/** Specification, volume_info (instance creation request). */
export const volumeFields = {
  create_new: flag('false links an existing volume, true creates a new one.'),
  volume_id: z.optional(
    described(z.int(), 'Id of the existing volume when linking; id of a volume offer when creating.', {
      minimum: 1,
    }),
  ),
  size: number('Size in GB, a whole number. Used only when create_new is true.', {
    type: 'integer',
    minimum: 1,
  }),
  /** Beyond the specification; the vendor's own client sends it. */
  name: text('Name of the new volume. Used only when create_new is true.', {
    pattern: '^[\\w.-]{1,64}$',
  }),
  mount_path: text('Mount point inside the container, an absolute path.', { pattern: '^/.*[^/].*$' }),
};

/**
 * Every field of a creation body (specification, Instance creation request fields). Types, checks, the launch draft and
 * the JSON schemas follow from it. Only the types of the values are checked here; `checkLaunchRequest` checks the rest.
 */
export const creationFields = {
  image: text('Docker image path, optionally with a tag. Needed unless template_hash_id is given.', {
    pattern: '^\\S+$',
  }),
  template_hash_id: text(
    'hash_id of the template that the launch is based on. It changes with every edit of the template.',
    { minLength: 1 },
  ),
  label: text('Name of the instance.', { maxLength: creationLimits.label }),
  disk: number(`Local disk size in GB. The service's default is ${defaultDisk}.`, {
    minimum: creationLimits.leastDisk,
  }),
  runtype: z.optional(
    described(z.enum(runtypes), 'Launch mode.', { enumDescriptions: Object.values(runtypeMeanings) }),
  ),
  target_state: z.optional(
    described(z.enum(instanceStates), "Initial state. The service's default is running."),
  ),
  /** Without it a bid offer is rented on demand, at the full price. */
  price: number('Bid in dollars per hour, for interruptible offers only.', {
    minimum: creationLimits.leastPrice,
    maximum: creationLimits.mostPrice,
  }),
  /** Variables, and port mappings as `-p <host>:<container>` with the value `1`. */
  env: z.optional(z.record(z.string(), z.string())),
  onstart: text(
    `Shell commands after the start. Longer ones than the service's ${onstartLimit} characters are sent compressed.`,
  ),
  args_str: text("Replaces the image's CMD. Used only with runtype args."),
  use_jupyter_lab: flag('JupyterLab instead of Jupyter Notebook.'),
  jupyter_dir: text('Directory that Jupyter starts in.'),
  python_utf8: flag("Sets Python's locale to C.UTF-8."),
  lang_utf8: flag('Sets the locale to C.UTF-8.'),
  /** `-u <username> -p <access_token> <registry_host>`. */
  image_login: z.optional(z.string()),
  cancel_unavail: flag('Fail at once if the offer cannot start immediately.'),
  vm: flag('Create a virtual machine instead of a container.'),
  volume_info: z.optional(z.object(volumeFields)),
};

/** A creation body from outside: unknown fields are sent unchanged, and a runtype by its name. */
export const creationSchema = z.looseObject({
  ...creationFields,
  runtype: z.optional(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' ? (runtypeFrom(value) ?? value) : value)),
      z.enum(runtypes),
    ),
  ),
  volume_info: z.optional(z.looseObject(volumeFields)),
});

export type CreateInstanceRequest = z.infer<z.ZodMiniObject<typeof creationFields>>;
export type VolumeInfo = z.infer<z.ZodMiniObject<typeof volumeFields>>;

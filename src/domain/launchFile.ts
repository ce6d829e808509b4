import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import { filterOperators, runtypes } from '../api/requests';
import type { OfferQuery } from '../api/requests';
import { type LaunchDraft, renameSecrets } from './launchDraft';
import { secretReferenceSchema } from './secretReference';

/** A launch with a name, as it is saved, exported, imported and kept in a project's file. It holds no secret. */
export interface SavedLaunch {
  name: string;
  /** The creation fields; what is secret stands as a reference. */
  launch: LaunchDraft;
  /** The template's number, to find it by when an edit has given it another hash. */
  templateId?: number;
  /** Which offers suit it. */
  offers?: Pick<OfferQuery, 'filters' | 'order' | 'type'>;
}

const text = z.optional(z.string());
const flag = z.optional(z.boolean());
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const filters = z.record(
  z.string(),
  z.partialRecord(z.enum(filterOperators), z.union([scalar, z.array(z.union([z.string(), z.number()]))])),
);

/** As `LaunchDraft`; the JSON schema in media/schemas says the same, and a test holds both together. */
export const launchDraftSchema = z.strictObject({
  image: text,
  template_hash_id: text,
  label: text,
  disk: z.optional(z.number()),
  runtype: z.optional(z.enum(runtypes)),
  target_state: z.optional(z.enum(['running', 'stopped'])),
  price: z.optional(z.number()),
  env: z.optional(z.record(z.string(), z.union([z.string(), secretReferenceSchema]))),
  onstart: text,
  args_str: text,
  use_jupyter_lab: flag,
  jupyter_dir: text,
  python_utf8: flag,
  lang_utf8: flag,
  image_login: z.optional(
    z.strictObject({ user: z.string(), registry: z.string(), secret: secretReferenceSchema.shape.secret }),
  ),
  cancel_unavail: flag,
  vm: flag,
  volume_info: z.optional(
    z.strictObject({
      create_new: flag,
      volume_id: z.optional(z.int()),
      size: z.optional(z.number()),
      mount_path: text,
    }),
  ),
  extra_filters: z.optional(filters),
  additions: z.optional(z.strictObject({ environmentInSessions: flag, noAutoTmux: flag })),
});

const savedLaunchSchema = z.strictObject({
  $schema: text,
  name: z.string().check(z.regex(/\S/)),
  launch: launchDraftSchema,
  offers: z.optional(
    z.strictObject({
      filters: z.optional(filters),
      order: z.optional(z.array(z.tuple([z.string(), z.enum(['asc', 'desc'])]))),
      type: z.optional(z.enum(['on-demand', 'ondemand', 'bid'])),
    }),
  ),
});

const ownLaunchSchema = z.extend(savedLaunchSchema, { templateId: z.optional(z.int()) });
const projectSchema = z.strictObject({ $schema: text, launches: z.array(savedLaunchSchema) });

/**
 * A launch that came from elsewhere. Its secrets get the scope of where it came from, so that a file cannot reach a
 * secret that the person keeps for something else. @throws ApiError 'invalid_request' that names the place
 */
export function readLaunch(value: unknown, scope: string): SavedLaunch {
  return fromElsewhere(parsed(savedLaunchSchema, value), scope);
}

/** The launches of a project's file `.vscode/gpu-rental.json`. @throws ApiError 'invalid_request' */
export function readProject(value: unknown, scope: string): SavedLaunch[] {
  return parsed(projectSchema, value).launches.map((launch) => fromElsewhere(launch, scope));
}

/** What is remembered in this machine's own storage; undefined when it is no launch. */
export function readOwnLaunch(value: unknown): SavedLaunch | undefined {
  const { data } = ownLaunchSchema.safeParse(value);
  return data && withoutSchema(data);
}

/**
 * A launch for a file: without the scope that its secrets have here, and without what only this account knows. The
 * file's name chooses the JSON schema.
 */
export function printLaunch({ name, launch, offers }: SavedLaunch): string {
  const file = {
    name,
    launch: renameSecrets(launch, (secret) => secret.slice(secret.lastIndexOf('/') + 1)),
    ...(offers ? { offers } : {}),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function fromElsewhere(file: z.infer<typeof savedLaunchSchema>, scope: string): SavedLaunch {
  const saved = withoutSchema(file);
  return { ...saved, launch: renameSecrets(saved.launch, (secret) => `${scope}/${secret}`) };
}

/** The schema's types allow `undefined` where ours mean a missing member; what was parsed from JSON has none. */
function withoutSchema({ $schema: _, ...saved }: z.infer<typeof ownLaunchSchema>): SavedLaunch {
  return saved as SavedLaunch;
}

function parsed<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map(String).join('.') || '$';
  const unknown =
    issue?.code === 'unrecognized_keys' ? (issue as { keys?: string[] }).keys?.join(', ') : undefined;
  throw new ApiError(
    'invalid_request',
    unknown === undefined
      ? l10n.t('The launch file is wrong at {0}.', path)
      : l10n.t('The launch file has members that are not known at {0}: {1}.', path, unknown),
  );
}

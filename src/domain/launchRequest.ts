import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type CreateInstanceRequest, runtypes, type VolumeInfo } from '../api/requests';
import { envProblem } from './envFlags';

/** Characters that `onstart` may have (specification, "Limits"). */
export const onstartLimit = 4048;
/** GB the service gives when `disk` is omitted (specification, "Limits"). */
export const defaultDisk = 8;

export interface FieldProblem {
  /** The creation field's name, as the specification spells it. */
  field: string;
  message: string;
}

/** What is known of the offer that a request is for; both may be unknown. */
export interface OfferFacts {
  /** Found by an interruptible search: without a price it would be rented on demand, at full price. */
  isBid?: boolean | undefined;
  /** GB the machine has for the instance. */
  diskSpace?: number | undefined;
  /** Dollars per hour that a bid must reach, as it was when the offer was found. */
  lowestBid?: number | undefined;
}

const text = z.optional(z.string());
const flag = z.optional(z.boolean());
const fields = z.looseObject({
  image: text,
  template_hash_id: text,
  label: text,
  disk: z.optional(z.number()),
  runtype: z.optional(z.enum(runtypes)),
  target_state: z.optional(z.enum(['running', 'stopped'])),
  price: z.optional(z.number()),
  env: z.optional(z.record(z.string(), z.string())),
  onstart: text,
  args_str: text,
  use_jupyter_lab: flag,
  jupyter_dir: text,
  python_utf8: flag,
  lang_utf8: flag,
  image_login: text,
  cancel_unavail: flag,
  vm: flag,
  volume_info: z.optional(
    z.looseObject({
      create_new: flag,
      volume_id: z.optional(z.int()),
      size: z.optional(z.number()),
      mount_path: text,
    }),
  ),
});

export type CheckedRequest =
  | { request: CreateInstanceRequest; problems: [] }
  | { request?: undefined; problems: [FieldProblem, ...FieldProblem[]] };

/**
 * Checks a creation body before anything is sent (specification, "Instance creation request fields").
 * `value` may be anything: it can come from another extension. All problems are reported, each with its field.
 */
export function checkLaunchRequest(value: unknown, offer: OfferFacts = {}): CheckedRequest {
  const parsed = fields.safeParse(value);
  if (!parsed.success) {
    const [first, ...rest] = parsed.error.issues.map(typeProblem);
    return { problems: [first ?? { field: 'request', message: l10n.t('Not a launch request.') }, ...rest] };
  }
  const request = parsed.data as CreateInstanceRequest;
  const [first, ...rest] = [...valueProblems(request), ...offerProblems(request, offer)];
  return first ? { problems: [first, ...rest] } : { request, problems: [] };
}

/** One sentence that names each field, for an error or a validation line. */
export function problemSentence(problems: readonly FieldProblem[]): string {
  return problems.map(({ field, message }) => `${field}: ${message}`).join(' ');
}

function typeProblem(issue: { path: PropertyKey[]; code?: string | undefined }): FieldProblem {
  const field = issue.path.map(String).join('.') || 'request';
  if (issue.path[0] === 'env' && issue.path.length === 1) {
    return {
      field,
      message: l10n.t('An object of names and values is needed; a flag string belongs in templates only.'),
    };
  }
  if (field === 'runtype') return { field, message: l10n.t('One of {0} is needed.', runtypes.join(', ')) };
  return { field, message: l10n.t('The value has the wrong type.') };
}

function* valueProblems(request: CreateInstanceRequest): Generator<FieldProblem> {
  if (!request.image?.trim() && !request.template_hash_id?.trim()) {
    yield { field: 'image', message: l10n.t('An image is needed, or a template.') };
  } else if (request.image !== undefined && /\s/.test(request.image.trim())) {
    yield { field: 'image', message: l10n.t('An image name has no spaces.') };
  }
  if (request.disk !== undefined && !isPositive(request.disk)) {
    yield { field: 'disk', message: l10n.t('A positive number of GB is needed.') };
  }
  if (request.price !== undefined && !isPositive(request.price)) {
    yield { field: 'price', message: l10n.t('A positive number of dollars per hour is needed.') };
  }
  if ((request.onstart?.length ?? 0) > onstartLimit) {
    yield {
      field: 'onstart',
      message: l10n.t(
        'At most {0} characters are allowed; this has {1}.',
        onstartLimit,
        request.onstart?.length ?? 0,
      ),
    };
  }
  for (const [name, value] of Object.entries(request.env ?? {})) {
    const message = envProblem(name, value);
    if (message !== undefined) yield { field: 'env', message };
  }
  if (request.image_login !== undefined && !/^-u \S+ -p \S+ \S+$/.test(request.image_login)) {
    yield {
      field: 'image_login',
      message: l10n.t('The form -u <username> -p <access_token> <registry_host> is needed.'),
    };
  }
  if (request.volume_info) yield* volumeProblems(request.volume_info);
}

/** A volume's id belongs to a list of the service, so only its form can be checked here. */
export function* volumeProblems(volume: VolumeInfo): Generator<FieldProblem> {
  const { volume_id: id, size, mount_path: path } = volume;
  if (id === undefined || id < 1) {
    yield {
      field: 'volume_info.volume_id',
      message: l10n.t('The id of a volume or of a volume offer is needed.'),
    };
  }
  if (volume.create_new && (size === undefined || !isPositive(size))) {
    yield { field: 'volume_info.size', message: l10n.t('A new volume needs a positive size in GB.') };
  }
  const message = mountPathProblem(path ?? '');
  if (message !== undefined) yield { field: 'volume_info.mount_path', message };
}

export function mountPathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return l10n.t('A path in the container is needed, from the root: /workspace.');
  if (/[\0\r\n:]/.test(path) || path.split('/').includes('..')) {
    return l10n.t('The path must not have line breaks, “:” or “..”.');
  }
  return /^\/+$/.test(path) ? l10n.t('A volume cannot take the place of the root folder.') : undefined;
}

function* offerProblems(request: CreateInstanceRequest, offer: OfferFacts): Generator<FieldProblem> {
  const disk = request.disk ?? (request.template_hash_id ? undefined : defaultDisk);
  if (disk !== undefined && offer.diskSpace !== undefined && disk > offer.diskSpace) {
    yield {
      field: 'disk',
      message: l10n.t(
        'This machine offers {0} GB; {1} GB were asked for.',
        Math.floor(offer.diskSpace),
        disk,
      ),
    };
  }
  const { lowestBid } = offer;
  if (request.price !== undefined && lowestBid !== undefined && request.price < lowestBid) {
    yield {
      field: 'price',
      message: l10n.t('The lowest bid for this offer is {0} dollars per hour.', lowestBid),
    };
  }
  if (offer.isBid && request.price === undefined) {
    yield {
      field: 'price',
      message: l10n.t(
        'This is an interruptible offer: without a price per hour it would be rented on demand at the full price.',
      ),
    };
  }
}

const isPositive = (value: number): boolean => Number.isFinite(value) && value > 0;

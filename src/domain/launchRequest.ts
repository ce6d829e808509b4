import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type CreateInstanceRequest, runtypes } from '../api/requests';

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

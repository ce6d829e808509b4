import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import type { CreateInstanceRequest, VolumeInfo } from '../../api/http/requests';
import {
  creationLimits as limits,
  creationSchema,
  defaultDisk,
  onstartLimit,
  runtypes,
} from '../../api/schemas/instances/creationFields';
import { bidRangeProblem, formatBid, roundUpBid } from '../instances/bid';
import { envProblem } from './envFlags';
import { formatList, formatSentences } from '../format';
import { ApiError } from '../../api/errors';

export { defaultDisk, onstartLimit };

export interface FieldProblem {
  /** The creation field's name, as the specification spells it. */
  field: string;
  message: string;
}

/** What is known about the requested offer; all may be missing. */
export interface OfferFacts {
  /** Found by an interruptible search: without a price it would be rented on demand, at full price. */
  isBid?: boolean | undefined;
  /** GB the machine has for the instance. */
  diskSpace?: number | undefined;
  /** Dollars per hour that a bid must reach, as it was when the offer was found. */
  lowestBid?: number | undefined;
}

export type CheckedRequest =
  | { request: CreateInstanceRequest; problems: [] }
  | { request?: undefined; problems: [FieldProblem, ...FieldProblem[]] };

/**
 * Checks a creation body before anything is sent (specification, "Instance creation request fields").
 * `value` may be anything: it can come from another extension. All problems are reported, each with its field.
 */
export function checkLaunchRequest(value: unknown, offer: OfferFacts = {}): CheckedRequest {
  const parsed = creationSchema.safeParse(value);
  if (!parsed.success) {
    const [first, ...rest] = parsed.error.issues.map(typeProblem);
    return {
      problems: [first ?? { field: 'request', message: l10n.t('This isn’t a launch request.') }, ...rest],
    };
  }
  const request = parsed.data;
  const [first, ...rest] = [...valueProblems(request), ...offerProblems(request, offer)];
  return first ? { problems: [first, ...rest] } : { request, problems: [] };
}

/** The same for a request that must be valid. @throws LocalError 'invalid_input' that names every wrong field */
export function checkedRequest(value: unknown, offer: OfferFacts = {}): CreateInstanceRequest {
  const result = checkLaunchRequest(value, offer);
  if (result.request) return result.request;
  throw new LocalError('invalid_input', problemSentence(result.problems));
}

/** One sentence that names each field, for an error or a validation line. */
export function problemSentence(problems: readonly FieldProblem[]): string {
  return formatSentences(problems.map(({ field, message }) => `${plainText(field, 80)}: ${message}`));
}

function typeProblem(issue: { path: PropertyKey[]; code?: string | undefined }): FieldProblem {
  const field = issue.path.map(String).join('.') || 'request';
  if (issue.path[0] === 'env' && issue.path.length === 1) {
    return {
      field,
      message: l10n.t('Enter an object of names and values. A flag string is only valid in templates.'),
    };
  }
  if (field === 'runtype') return { field, message: l10n.t('Use one of {0}.', formatList(runtypes)) };
  return { field, message: l10n.t('The value has the wrong type.') };
}

function* valueProblems(request: CreateInstanceRequest): Generator<FieldProblem> {
  if (!request.image?.trim() && !request.template_hash_id?.trim()) {
    yield { field: 'image', message: l10n.t('Enter an image or choose a template.') };
  } else if (request.image !== undefined && /\s/.test(request.image.trim())) {
    yield { field: 'image', message: l10n.t('An image name can’t contain spaces.') };
  }
  const { disk, price } = request;
  if (disk !== undefined && !(disk >= limits.leastDisk && Number.isFinite(disk))) {
    yield { field: 'disk', message: l10n.t('Enter at least {0} GB.', limits.leastDisk) };
  }
  const bid = price === undefined ? undefined : bidRangeProblem(price);
  if (bid !== undefined) yield { field: 'price', message: bid };
  yield* lengthProblems(request);
  for (const [name, value] of Object.entries(request.env ?? {})) {
    const message = envProblem(name, value);
    if (message !== undefined) yield { field: 'env', message };
  }
  if (request.image_login !== undefined && !/^-u \S+ -p \S+ \S+$/.test(request.image_login)) {
    yield {
      field: 'image_login',
      message: l10n.t('Use the format -u <username> -p <access_token> <registry_host>.'),
    };
  }
  if (request.volume_info) yield* volumeProblems(request.volume_info);
}

function* lengthProblems(request: CreateInstanceRequest & { args?: unknown }): Generator<FieldProblem> {
  const { label = '', onstart = '', args_str: text = '', env = {}, args } = request;
  const lengths = [
    ['label', label.length, limits.label],
    ['onstart', onstart.length, limits.onstart],
    ['env', JSON.stringify(env).length, limits.env],
  ] as const;
  for (const [field, length, most] of lengths) {
    const message = l10n.t('At most {0} characters are allowed. This has {1}.', most, length);
    if (length > most) yield { field, message };
  }
  const listed = Array.isArray(args) ? args.join(' ').length : 0;
  const commands = onstart.length + text.length + listed;
  if (commands > limits.commands && onstart.length <= limits.onstart) {
    yield {
      field: text === '' && listed === 0 ? 'onstart' : 'args_str',
      message: l10n.t(
        'At most {0} characters are allowed for arguments and startup commands together. These have {1}.',
        limits.commands,
        commands,
      ),
    };
  }
}

/** Only the service knows which volumes exist, so only the format of the id is checked here. */
function* volumeProblems(volume: VolumeInfo): Generator<FieldProblem> {
  const { volume_id: id, size, mount_path: path } = volume;
  if (id === undefined || id < 1) {
    yield {
      field: 'volume_info.volume_id',
      message: l10n.t('Enter the ID of a volume or of a volume offer.'),
    };
  }
  if (volume.create_new && !(size !== undefined && size > 0 && Number.isSafeInteger(size))) {
    const message = l10n.t('A new volume needs a size in GB that is a whole number greater than 0.');
    yield { field: 'volume_info.size', message };
  }
  const message = mountPathProblem(path ?? '');
  if (message !== undefined) yield { field: 'volume_info.mount_path', message };
}

export function mountPathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return l10n.t('Enter an absolute path in the container, such as /workspace.');
  if (/[\0\r\n:]/.test(path) || path.split('/').includes('..')) {
    return l10n.t('The path can’t contain line breaks, “:” or “..”.');
  }
  return /^\/+$/.test(path) ? l10n.t('A volume can’t replace the root folder.') : undefined;
}

function* offerProblems(request: CreateInstanceRequest, offer: OfferFacts): Generator<FieldProblem> {
  const disk = request.disk ?? (request.template_hash_id ? undefined : defaultDisk);
  if (disk !== undefined && offer.diskSpace !== undefined && disk > offer.diskSpace) {
    yield {
      field: 'disk',
      message: l10n.t('This machine offers {0} GB. You asked for {1} GB.', Math.floor(offer.diskSpace), disk),
    };
  }
  const { lowestBid } = offer;
  if (request.price !== undefined && lowestBid !== undefined && request.price < lowestBid) {
    yield {
      field: 'price',
      message: l10n.t('The lowest bid for this offer is {0}.', formatBid(roundUpBid(lowestBid))),
    };
  }
  if (offer.isBid && request.price === undefined) {
    yield {
      field: 'price',
      message: l10n.t(
        'This is an interruptible offer. Without a price per hour, it would be rented on demand at the full price.',
      ),
    };
  }
}

/**
 * The field that the service refused, from the error's code or from the name at the start of its message ("disk: must
 * be positive", "volume_info.size: …"). Undefined if it names none of `fields`.
 */
export function refusedField(error: unknown, fields: readonly string[]): FieldProblem | undefined {
  if (!(error instanceof ApiError) || error.status === undefined || error.status >= 500) return undefined;
  const said = error.serverMessage ?? '';
  const [, path, words] = /^(?:error \d+\S*: )?[“"']?([a-z][\w.]*)[”"']?:\s*(.+)$/s.exec(said) ?? [];
  const named = fields.find((field) => field === path || path?.startsWith(`${field}.`));
  if (named !== undefined && words !== undefined) return { field: path ?? named, message: words };
  if (error.code === 'no_ssh_key_for_vm' && fields.includes('vm'))
    return { field: 'vm', message: error.message };
  const about = error.code === 'invalid_price' ? 'price' : undefined;
  return about && fields.includes(about) ? { field: about, message: said || error.message } : undefined;
}

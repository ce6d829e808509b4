import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { described, descriptions } from '../../api/schemas/described';
import { offerQuerySchema } from '../../api/schemas/offers/filters';
import { omitUndefined } from '../omitUndefined';
import { placeCodes, placeText } from '../offers/search/vocabulary/places';
import { type ProjectRun, projectRunSchema } from '../tasks/projectRun';
import { launchDraftSchema, renameSecrets } from './launchDraft';
import { hasMoreValues } from '../valueCount';

/** A launch has fewer than 100 values, and a project a few launches. */
const mostValues = 10_000;

const query = offerQuerySchema.shape;
/** A launch as it is exported and imported. */
export const savedLaunchSchema = z.strictObject({
  $schema: z.optional(z.string()),
  name: described(z.string().check(z.regex(/\S/)), 'Name of the launch.'),
  /** The creation fields, with references instead of secrets. */
  launch: described(
    launchDraftSchema,
    'What an instance is created with. Fields that are missing are left to the template or the service.',
  ),
  offers: z.optional(
    described(
      z.strictObject({ filters: z.optional(query.filters), order: query.order, type: query.type }),
      'Which offers suit this launch.',
    ),
  ),
});
descriptions.set(savedLaunchSchema, {
  title: 'GPU rental launch',
  description:
    'A launch that GPU Rental exported, for others to import. It holds references to secrets, never their values.',
});

const ownLaunchSchema = z.extend(savedLaunchSchema, {
  /** The template's number, to find it after an edit has changed its hash. */
  templateId: z.optional(z.int()),
});

const launchesSchema = z.strictObject({
  $schema: z.optional(z.string()),
  launches: z.optional(z.array(savedLaunchSchema)),
  runs: z.optional(described(z.array(projectRunSchema), 'What this project’s task files can’t say.')),
});

/** A project's file: launches, or a single one as it is exported. */
export const projectSchema = z.union([launchesSchema, savedLaunchSchema]);
descriptions.set(projectSchema, {
  title: 'Launches and runs of a project',
  description:
    'Launches that GPU Rental offers in this project’s folder, and what its runs fetch and cost at most. They never rent by themselves, and are only read where you trust the workspace.',
});

/** A launch with a name, as it is saved, exported, imported and stored in a project's file. It contains no secrets. */
export type SavedLaunch = Omit<z.infer<typeof ownLaunchSchema>, '$schema'>;

/** Characters of a file with launches: several hundred of them. */
const longestFile = 300_000;

/** What the text of a file holds, for the functions below. @throws LocalError 'invalid_input' */
export function parseLaunchFile(text: string): unknown {
  if (text.length > longestFile) throw tooLarge();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new LocalError('invalid_input', l10n.t('This isn’t valid JSON.'), { cause });
  }
}

/**
 * A launch from outside. Its secrets get the scope of the file they came from, so that a file can't use a secret that
 * the person stored for something else. @throws LocalError 'invalid_input' that names the place
 */
export function readLaunch(value: unknown, scope: string): SavedLaunch {
  return fromElsewhere(parsed(savedLaunchSchema, value), scope);
}

/** The launches of a project's file `.vscode/gpu-rental.json`. @throws LocalError 'invalid_input' */
export function readProject(value: unknown, scope: string): SavedLaunch[] {
  if (isSingle(value)) return [fromElsewhere(parsed(savedLaunchSchema, value), scope)];
  const { launches, runs } = parsed(launchesSchema, value);
  if (!launches && !runs) throw invalidAt('launches');
  return (launches ?? []).map((launch) => fromElsewhere(launch, scope));
}

/** What the same file says of task files. @throws LocalError 'invalid_input' */
export function readProjectRuns(value: unknown): readonly ProjectRun[] {
  return isSingle(value) ? [] : (parsed(launchesSchema, value).runs ?? []);
}

/** A launch from the extension's own storage; undefined if it isn't a launch. */
export function readOwnLaunch(value: unknown): SavedLaunch | undefined {
  if (hasMoreValues(value, mostValues)) return undefined;
  const { data } = ownLaunchSchema.safeParse(value);
  return data && withoutSchema(data);
}

/**
 * A launch for a file: without the scope of its secrets, and without what belongs to this account. The file's name
 * selects the JSON schema.
 */
export const printLaunch = (launch: SavedLaunch): string => printed(forFile(launch));

/**
 * A project's file with this launch, in place of one with its name. The rest stays.
 *
 * @param text the file as it is; undefined without one @throws LocalError 'invalid_input' if that can't be read
 */
export function withLaunch(text: string | undefined, launch: SavedLaunch): string {
  const before = text === undefined ? {} : parseLaunchFile(text);
  const { launches = [], ...others } = isSingle(before)
    ? { launches: [parsed(savedLaunchSchema, before)] }
    : parsed(launchesSchema, before);
  const kept = launches.filter(({ name }) => name !== launch.name);
  return printed({ ...others, launches: [...kept, forFile(launch)] });
}

const printed = (file: object): string => `${JSON.stringify(file, undefined, 2)}\n`;

const forFile = ({ name, launch, offers }: SavedLaunch): object => ({
  name,
  launch: renameSecrets(launch, (secret) => secret.slice(secret.lastIndexOf('/') + 1)),
  ...omitUndefined({ offers: offers && withPlaces(offers, placeText) }),
});

const isSingle = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'launch' in value;

function fromElsewhere(file: z.infer<typeof savedLaunchSchema>, scope: string): SavedLaunch {
  const { offers, ...saved } = withoutSchema(file);
  return {
    ...saved,
    launch: renameSecrets(saved.launch, (secret) => `${scope}/${secret}`),
    ...omitUndefined({ offers: offers && withPlaces(offers, codesOf) }),
  };
}

type Offers = NonNullable<SavedLaunch['offers']>;

/** A file says "europe" where the service is given 54 countries. */
function withPlaces(offers: Offers, write: (places: string[]) => readonly string[]): Offers {
  const { geolocation, ...others } = offers.filters ?? {};
  if (!geolocation) return offers;
  const written = Object.entries(geolocation).map(([operator, value]) => [
    operator,
    Array.isArray(value) ? write(value.map(String)) : value,
  ]);
  return {
    ...offers,
    filters: { ...others, geolocation: Object.fromEntries(written) as typeof geolocation },
  };
}

/** What is no place is left as it is. */
const codesOf = (places: readonly string[]): string[] =>
  [...new Set(places.flatMap((place) => placeCodes(place) ?? [place]))].sort();

function withoutSchema({ $schema: _, ...saved }: z.infer<typeof ownLaunchSchema>): SavedLaunch {
  return saved;
}

function parsed<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  if (hasMoreValues(value, mostValues)) throw tooLarge();
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = plainText((issue?.path ?? []).map(String).join('.'), 80) || '$';
  const unknown =
    issue?.code === 'unrecognized_keys'
      ? plainText((issue as { keys?: string[] }).keys?.join(', ') ?? '', 80)
      : undefined;
  if (unknown === undefined) throw invalidAt(path);
  throw new LocalError(
    'invalid_input',
    l10n.t('The launch file has unknown properties at {0}: {1}.', path, unknown),
  );
}

const invalidAt = (path: string): LocalError =>
  new LocalError('invalid_input', l10n.t('The launch file is invalid at {0}.', path));

function tooLarge(): LocalError {
  return new LocalError('invalid_input', l10n.t('The launch file is too large.'));
}

import * as z from 'zod/mini';
import type { CreateInstanceRequest } from '../../api/http/requests';
import { creationFields, volumeFields } from '../../api/schemas/instances/creationFields';
import { described } from '../../api/schemas/described';
import { offerFilters } from '../../api/schemas/offers/filters';
import { isOption, portEntry, printPort } from './envFlags';
import { additionalLines, composeOnstart, hasSessionLines } from './onstart';
import { type SecretReference, secretReferenceSchema } from '../secretReference';

/**
 * A creation body as a person fills it in, saves and exports it. Secrets are references; the type makes sure of it.
 * Missing fields are up to the template or the service.
 */
export const launchDraftSchema = z.strictObject({
  ...creationFields,
  env: z.optional(
    described(
      z.record(z.string(), z.union([z.string(), secretReferenceSchema])),
      'Environment variables by name, and port mappings as "-p <host>:<container>", mounts of volumes as "-v V.<id>:<path>" and networks as "-n <name>", each with the value "1". A secret value is a reference: {"secret": "NAME"}.',
      {
        propertyNames: {
          pattern:
            '^(-p \\d{1,5}:\\d{1,5}(/(tcp|udp))?|-v [\\w./-]+:/[\\w./:-]*|-n [\\w.-]+|-h|[^-\\s=][^\\s=]*)$',
        },
        patternProperties: {
          '^-p ': { const: '1', description: 'A port mapping.' },
          '^-v ': { const: '1', description: 'A volume and where it is mounted.' },
          '^-n ': { const: '1', description: 'An overlay network that the instance joins.' },
        },
      },
    ),
  ),
  image_login: z.optional(
    described(
      z.strictObject({
        user: described(z.string(), 'User name at the registry.', { pattern: '^\\S+$' }),
        registry: described(z.string(), "The registry's host.", { pattern: '^\\S+$' }),
        ...secretReferenceSchema.shape,
      }),
      'Login at the registry of a private image. The token is a secret of this name, never a value in a file.',
    ),
  ),
  volume_info: z.optional(described(z.strictObject(volumeFields), 'A volume that is linked or created.')),
  /** Not a creation field: filters for offers, merged with the template's (specification, Template). */
  extra_filters: z.optional(
    offerFilters('Further filters for the search of offers, merged with those of the template; these win.'),
  ),
  /** Not a creation field: what an instance of it may cost. */
  budget: z.optional(
    described(
      z.number().check(z.positive()),
      'Dollars that one instance may cost. The question before renting says when that is reached, and offers to stop it before. VS Code stops it.',
    ),
  ),
  /** Not a creation field: lines added before `onstart`. */
  additions: z.optional(
    described(
      z.strictObject({
        environmentInSessions: z.optional(
          described(
            z.boolean(),
            'Environment variables also in SSH sessions. Without a value: yes, where the launch sets any.',
          ),
        ),
        noAutoTmux: z.optional(described(z.boolean(), 'No tmux at login.')),
        stopAfterHours: z.optional(
          described(
            z.number().check(z.positive()),
            'The instance stops itself so many hours after each start, with its own key. Works without VS Code.',
          ),
        ),
        stopWhenIdleMinutes: z.optional(
          described(
            z.number().check(z.positive()),
            'The instance stops itself when nvidia-smi has shown no load for so many minutes. Works without VS Code.',
          ),
        ),
        runHours: z.optional(
          described(
            z.number().check(z.gte(0)),
            'For a run of GPU Rental: the instance stops itself so many hours after its start unless the run goes on then; 0: never. After a restart, its run is resumed or ended.',
          ),
        ),
      }),
      'Lines that GPU Rental puts before onstart.',
    ),
  ),
});
export type LaunchDraft = z.infer<typeof launchDraftSchema>;

/** The names of all secrets that a draft refers to, each once. */
export function secretsOf({ env = {}, image_login: login }: LaunchDraft): string[] {
  const references = [
    ...Object.values(env).filter((value) => typeof value !== 'string'),
    ...(login ? [login] : []),
  ];
  return [...new Set(references.map(({ secret }) => secret))];
}

/** The additions of a draft as they apply: variables reach SSH sessions where it sets any, unless it says no. */
export function additionsOf({ additions, env, onstart }: LaunchDraft): LaunchDraft['additions'] {
  if (additions?.environmentInSessions !== undefined) return additions;
  const isWanted = Object.keys(splitEnv(env).variables).length > 0 && !hasSessionLines(onstart);
  return isWanted ? { ...additions, environmentInSessions: true } : additions;
}

/**
 * The draft with its additions in `onstart`, compressed if necessary. If even that is too long, it stays uncompressed,
 * so that the check reports it. `templateScript` is what a draft without `onstart` runs, `service` the address that
 * lines which call the service use.
 */
export function withAdditions(draft: LaunchDraft, templateScript = '', service?: string): LaunchDraft {
  const { additions, ...others } = draft;
  const script = draft.onstart ?? templateScript;
  if (draft.onstart === undefined && additionalLines(additions ?? {}).length === 0) return others;
  const composed = composeOnstart(script, { ...additions, service });
  return { ...others, onstart: 'problem' in composed ? composed.whole : composed.onstart };
}

/** The body to send. @throws RangeError for a secret that isn't in `secrets`: ask for it first */
export function requestOf(draft: LaunchDraft, secrets: ReadonlyMap<string, string>): CreateInstanceRequest {
  const { env, image_login: login, extra_filters: _filters, ...whole } = draft;
  const { additions: _additions, budget: _budget, ...others } = whole;
  const reveal = ({ secret }: SecretReference): string => {
    const value = secrets.get(secret);
    if (value === undefined) throw new RangeError('A secret is missing.');
    return value;
  };
  const plainEnv = Object.entries(env ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value : reveal(value)] as const,
  );
  return {
    ...others,
    ...(plainEnv.length > 0 ? { env: Object.fromEntries(plainEnv) } : {}),
    ...(login ? { image_login: `-u ${login.user} -p ${reveal(login)} ${login.registry}` } : {}),
  };
}

/** A draft with every secret renamed, for example into the scope of the file that brought it along. */
export function renameSecrets(draft: LaunchDraft, rename: (secret: string) => string): LaunchDraft {
  const { env, image_login: login } = draft;
  const entries = Object.entries(env ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value : { secret: rename(value.secret) }] as const,
  );
  return {
    ...draft,
    ...(env ? { env: Object.fromEntries(entries) } : {}),
    ...(login ? { image_login: { ...login, secret: rename(login.secret) } } : {}),
  };
}

/** The environment of a draft, split into variables and port mappings without `-p `; other options have their flag. */
export function splitEnv(env: LaunchDraft['env'] = {}): {
  variables: Record<string, string | SecretReference>;
  ports: string[];
} {
  const entries = Object.entries(env);
  return {
    variables: Object.fromEntries(entries.filter(([name]) => !isOption(name))),
    ports: entries.flatMap(([name, value]) =>
      isOption(name) && typeof value === 'string' ? [printPort(name, value)] : [],
    ),
  };
}

/** The reverse of `splitEnv`. */
export function joinEnv(
  variables: Record<string, string | SecretReference>,
  ports: readonly string[],
): Record<string, string | SecretReference> {
  return Object.fromEntries([...Object.entries(variables), ...ports.map(portEntry)]);
}

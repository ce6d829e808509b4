import type { CreateInstanceRequest, Filters } from '../api/requests';
import { isPortMapping } from './envFlags';
import { composeOnstart, type OnstartAdditions } from './onstart';
import type { SecretReference } from './secretReference';

/** Registry credentials whose token is kept in secret storage. */
export interface RegistryLogin extends SecretReference {
  user: string;
  /** The registry's host. */
  registry: string;
}

/**
 * A creation body as a person fills it in, saves and exports it: what is secret stands as a reference, by type.
 * Fields that are missing are left to the template or the service.
 */
export type LaunchDraft = Omit<CreateInstanceRequest, 'env' | 'image_login'> & {
  env?: Record<string, string | SecretReference>;
  image_login?: RegistryLogin;
  /** Beyond the creation fields: what offers are searched by, merged with the template's (specification, Template). */
  extra_filters?: Filters;
  /** Beyond the creation fields: what is put before `onstart`. */
  additions?: Pick<OnstartAdditions, 'environmentInSessions' | 'noAutoTmux'>;
};

/** The names of all secrets that a draft refers to, each once. */
export function secretsOf({ env = {}, image_login: login }: LaunchDraft): string[] {
  const references = [
    ...Object.values(env).filter((value) => typeof value !== 'string'),
    ...(login ? [login] : []),
  ];
  return [...new Set(references.map(({ secret }) => secret))];
}

/**
 * The draft with its additions put into `onstart`, which is compressed when it has to be; whole when even that does not
 * make it fit, so that its check says so. `templateScript` is what a draft without `onstart` runs.
 */
export function withAdditions(draft: LaunchDraft, templateScript = ''): LaunchDraft {
  const { additions, ...others } = draft;
  const script = draft.onstart ?? templateScript;
  const wanted = additions?.environmentInSessions === true || additions?.noAutoTmux === true;
  if (draft.onstart === undefined && !wanted) return others;
  const composed = composeOnstart(script, additions);
  return { ...others, onstart: 'problem' in composed ? composed.whole : composed.onstart };
}

/** The body to send. @throws RangeError for a secret that is not among `secrets`: ask for it first */
export function requestOf(draft: LaunchDraft, secrets: ReadonlyMap<string, string>): CreateInstanceRequest {
  const { env, image_login: login, extra_filters: _filters, additions: _additions, ...others } = draft;
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

/** The environment of a draft apart: variables, and port mappings without their `-p `. */
export function splitEnv(env: LaunchDraft['env'] = {}): {
  variables: Record<string, string | SecretReference>;
  ports: string[];
} {
  const entries = Object.entries(env);
  return {
    variables: Object.fromEntries(entries.filter(([name]) => !isPortMapping(name))),
    ports: entries.filter(([name]) => isPortMapping(name)).map(([name]) => name.slice('-p '.length)),
  };
}

/** The other way of `splitEnv`. */
export function joinEnv(
  variables: Record<string, string | SecretReference>,
  ports: readonly string[],
): Record<string, string | SecretReference> {
  return Object.fromEntries([
    ...Object.entries(variables),
    ...ports.map((port) => [`-p ${port}`, '1'] as const),
  ]);
}

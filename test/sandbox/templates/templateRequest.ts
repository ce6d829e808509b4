import * as z from 'zod/mini';
import { DEFAULT_DISK } from '../choices';
import { filters } from '../filters';
import { objectBody, optional, parseBody } from '../http/body';
import { invalidArgs } from '../serviceError';
import { parseDockerFlags } from './dockerFlags';
import type { TemplateContent } from './template';

const filled = z.string().check(z.regex(/\S/, 'must not be empty'));
/** Registry credentials become the flags of a login, which a blank would split. */
const word = z.string().check(z.regex(/^\S*$/, 'must not hold blanks'));
const object = z.record(z.string(), z.unknown());

const fields = {
  tag: optional(z.string()),
  desc: optional(z.string()),
  readme: optional(z.string()),
  env: optional(z.string()),
  onstart: optional(z.string()),
  runtype: optional(z.enum(['ssh', 'jupyter', 'args'])),
  args_str: optional(z.string()),
  ssh_direct: optional(z.boolean()),
  use_ssh: optional(z.boolean()),
  jup_direct: optional(z.boolean()),
  jupyter_dir: z.nullish(z.string()),
  use_jupyter_lab: optional(z.boolean()),
  href: optional(z.string()),
  repo: optional(z.string()),
  extra_filters: optional(filters),
  recommended_disk_space: optional(z.number().check(z.positive())),
  private: optional(z.boolean()),
  volume_info: z.nullish(object),
};

const creation = z.object({
  ...fields,
  name: filled,
  image: filled,
  docker_login_repo: word,
  docker_login_user: word,
  docker_login_pass: word,
});

const edit = z.object({
  ...fields,
  hash_id: z.string(),
  name: optional(filled),
  image: optional(filled),
  docker_login_repo: optional(word),
  docker_login_user: optional(word),
  docker_login_pass: optional(word),
});

/** The vendor's client sends null for no registry, and then neither user nor password. */
function withRegistry(body: unknown): unknown {
  const { docker_login_repo: repo, ...others } = objectBody(body);
  if (repo !== null) return body;
  return { docker_login_user: '', docker_login_pass: '', ...others, docker_login_repo: '' };
}

/** @throws ServiceError 400 naming the field; name, image and the three docker_login_* fields are required */
export function parseTemplateCreation(body: unknown): TemplateContent {
  const given = parseBody(creation, withRegistry(body));
  refuseBadEnv(given.env);
  return { ...defaults, ...dropUndefined(given) };
}

/** @throws ServiceError 400 naming the field */
export function parseTemplateEdit(body: unknown): { hashId: string; changes: Partial<TemplateContent> } {
  const { hash_id: hashId, ...given } = parseBody(edit, body);
  refuseBadEnv(given.env);
  return { hashId, changes: dropUndefined(given) };
}

const defaults: Omit<
  TemplateContent,
  'name' | 'image' | 'docker_login_repo' | 'docker_login_user' | 'docker_login_pass'
> = {
  tag: 'latest',
  desc: '',
  readme: '',
  env: '',
  onstart: '',
  runtype: 'args',
  args_str: '',
  ssh_direct: false,
  use_ssh: false,
  jup_direct: false,
  jupyter_dir: null,
  use_jupyter_lab: false,
  href: '',
  repo: '',
  extra_filters: {},
  recommended_disk_space: DEFAULT_DISK,
  private: true,
  volume_info: null,
};

/** What an object has when its undefined members are left out. */
type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function dropUndefined<T extends object>(given: T): Given<T> {
  // Object.fromEntries forgets the names of the members; what is left has exactly the type Given says.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given<T>;
}

function refuseBadEnv(env: string | undefined): void {
  if (env !== undefined && parseDockerFlags(env) === undefined) {
    throw invalidArgs('env: is one string of flags such as -e NAME=value -p 8000:8000');
  }
}

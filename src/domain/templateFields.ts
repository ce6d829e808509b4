import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { CreateTemplateRequest, TemplateFields } from '../api/endpoints/templates';
import { filterOperators } from '../api/requests';
import type { Template } from '../api/schemas/template';
import { parseDockerFlags } from './envFlags';
import { type FieldProblem, mountPathProblem, onstartLimit } from './launchRequest';

/** What a template's document and requests hold (specification, Template). */
export type TemplateContent = Partial<TemplateFields>;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const condition = z.partialRecord(
  z.enum(filterOperators),
  z.union([scalar, z.array(z.union([z.string(), z.number()]))]),
);

/**
 * Every field that can be written, in the order of a document. The JSON schema in media/schemas says the same, and a
 * test holds both together.
 */
export const templateFieldSchemas = {
  name: z.string(),
  desc: z.string(),
  image: z.string(),
  tag: z.string(),
  runtype: z.enum(['ssh', 'jupyter', 'args']),
  use_ssh: z.boolean(),
  ssh_direct: z.boolean(),
  jup_direct: z.boolean(),
  use_jupyter_lab: z.boolean(),
  jupyter_dir: z.nullable(z.string()),
  args_str: z.string(),
  env: z.string(),
  onstart: z.string(),
  recommended_disk_space: z.number(),
  extra_filters: z.record(z.string(), condition),
  volume_info: z.nullable(
    z.strictObject({
      create_new: z.optional(z.boolean()),
      volume_id: z.optional(z.int()),
      size: z.optional(z.number()),
      mount_path: z.optional(z.string()),
    }),
  ),
  docker_login_repo: z.string(),
  docker_login_user: z.string(),
  docker_login_pass: z.string(),
  href: z.string(),
  repo: z.string(),
  readme: z.string(),
  private: z.boolean(),
} satisfies Record<keyof TemplateFields, z.ZodMiniType>;

export const templateFieldNames = Object.keys(templateFieldSchemas) as (keyof TemplateFields)[];

/** Stands in a document where the registry's password is kept in the system's secret storage. */
export const passwordPlaceholder = '•••••• kept in secret storage';

/** What a new template starts from. */
export const emptyTemplate = {
  name: '',
  desc: '',
  image: '',
  tag: 'latest',
  runtype: 'ssh',
  use_ssh: true,
  ssh_direct: true,
  jup_direct: false,
  use_jupyter_lab: false,
  jupyter_dir: null,
  args_str: '',
  env: '',
  onstart: '',
  recommended_disk_space: 8,
  extra_filters: {},
  volume_info: null,
  docker_login_repo: '',
  docker_login_user: '',
  docker_login_pass: '',
  href: '',
  repo: '',
  readme: '',
  private: true,
} satisfies Required<TemplateFields>;

/** A template's content with every field; what the service did not tell has its specified default. */
export function contentOf(template: Template): Required<TemplateFields> {
  const known = Object.entries(template).filter(
    ([name, value]) => value !== undefined && name in templateFieldSchemas,
  );
  const defaults = { ...emptyTemplate, runtype: 'args', use_ssh: false, ssh_direct: false, private: false };
  const password = template.docker_login_user ? passwordPlaceholder : '';
  const content = { ...defaults, ...Object.fromEntries(known), docker_login_pass: password };
  // The order of a document, whatever the service's was.
  return Object.fromEntries(
    templateFieldNames.map((name) => [name, new Map<string, unknown>(Object.entries(content)).get(name)]),
  ) as unknown as Required<TemplateFields>;
}

/** What is wrong with a template's content before it is sent; each with its field. `isNew`: nothing may be missing. */
export function checkTemplate(content: Readonly<Record<string, unknown>>, isNew: boolean): FieldProblem[] {
  const wrongTypes = Object.entries(content).flatMap(([name, value]) => typeProblem(name, value) ?? []);
  if (wrongTypes.length > 0) return wrongTypes;
  return [...valueProblems(content, isNew)];
}

/** The body of a creation: the registry's fields are required there, empty where there is none. */
export function creationOf(
  content: TemplateContent & Pick<TemplateFields, 'name' | 'image'>,
): CreateTemplateRequest {
  return { docker_login_repo: '', docker_login_user: '', docker_login_pass: '', ...content };
}

function typeProblem(name: string, value: unknown): FieldProblem | undefined {
  const schema = new Map<string, z.ZodMiniType>(Object.entries(templateFieldSchemas)).get(name);
  if (!schema) return { field: name, message: l10n.t('A template has no field of this name.') };
  const { error } = schema.safeParse(value);
  if (!error) return undefined;
  const field = [name, ...(error.issues[0]?.path ?? [])].map(String).join('.');
  if (name === 'runtype') return { field, message: l10n.t('One of {0} is needed.', 'ssh, jupyter, args') };
  return { field, message: l10n.t('The value has the wrong type.') };
}

function* valueProblems(content: TemplateContent, isNew: boolean): Generator<FieldProblem> {
  for (const field of ['name', 'image'] as const) {
    if (isNew || content[field] !== undefined) {
      if (!content[field]?.trim()) yield { field, message: l10n.t('A template needs this field.') };
    }
  }
  if (/\s/.test(content.image?.trim() ?? '')) {
    yield { field: 'image', message: l10n.t('An image name has no spaces.') };
  }
  const flags = parseDockerFlags(content.env ?? '');
  if (flags.problem) yield { field: 'env', message: flags.problem.message };
  const { length } = content.onstart ?? '';
  if (length > onstartLimit) {
    yield {
      field: 'onstart',
      message: l10n.t('At most {0} characters are allowed; this has {1}.', onstartLimit, length),
    };
  }
  const disk = content.recommended_disk_space;
  if (disk !== undefined && !(disk > 0)) {
    yield { field: 'recommended_disk_space', message: l10n.t('A positive number of GB is needed.') };
  }
  const path = content.volume_info?.mount_path;
  const problem = path === undefined ? undefined : mountPathProblem(path);
  if (problem !== undefined) yield { field: 'volume_info.mount_path', message: problem };
  if (content.href && !/^https?:\/\/\S+$/.test(content.href)) {
    yield { field: 'href', message: l10n.t('A link begins with https:// or http://.') };
  }
}

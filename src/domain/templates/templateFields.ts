import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import type { CreateTemplateRequest } from '../../api/endpoints/templates';
import type { Template } from '../../api/schemas/templates/template';
import {
  emptyTemplate,
  missingFields,
  type TemplateFields,
  templateFieldSchemas,
} from '../../api/schemas/templates/templateFields';
import { parseDockerFlags } from '../launch/envFlags';
import { type FieldProblem, mountPathProblem, onstartLimit } from '../launch/launchRequest';

/** The fields of a template's document and requests (specification, Template). */
export type TemplateContent = Partial<TemplateFields>;

export { emptyTemplate };

export const templateFieldNames = Object.keys(templateFieldSchemas) as (keyof TemplateFields)[];

/** What a new document shows: the fields that most templates need. The others can be added. */
export const newTemplate: TemplateContent = pickFields([
  ...(['name', 'desc', 'image', 'tag', 'runtype', 'use_ssh', 'ssh_direct'] as const),
  ...(['env', 'onstart', 'recommended_disk_space', 'private'] as const),
]);

function pickFields(names: readonly (keyof TemplateFields)[]): TemplateContent {
  return Object.fromEntries(names.map((name) => [name, emptyTemplate[name]]));
}

/** The placeholder in a document for a registry password that is in the system's secret storage. */
export const passwordPlaceholder = '•••••• kept in secret storage';

export const isPlaceholder = (text: string): boolean => text === passwordPlaceholder;

/** A template's content with every field; fields missing in the answer have their specified default. */
export function contentOf(template: Template): Required<TemplateFields> {
  const known = Object.entries(template).filter(
    ([name, value]) => value !== undefined && name in templateFieldSchemas,
  );
  const password = template.docker_login_user ? passwordPlaceholder : '';
  const content = { ...missingFields, ...Object.fromEntries(known), docker_login_pass: password };
  // In the order of a document, not the service's.
  return Object.fromEntries(
    templateFieldNames.map((name) => [name, new Map<string, unknown>(Object.entries(content)).get(name)]),
  ) as unknown as Required<TemplateFields>;
}

/** The problems of a template's content before it is sent, each with its field. `isNew`: no field may be missing. */
export function checkTemplate(content: Readonly<Record<string, unknown>>, isNew: boolean): FieldProblem[] {
  const wrongTypes = Object.entries(content).flatMap(([name, value]) => typeProblem(name, value) ?? []);
  if (wrongTypes.length > 0) return wrongTypes;
  return [...valueProblems(content, isNew)];
}

/** The body of a creation. It requires the registry's fields, empty if there is no registry. */
export function creationOf(
  content: TemplateContent & Pick<TemplateFields, 'name' | 'image'>,
): CreateTemplateRequest {
  return { docker_login_repo: '', docker_login_user: '', docker_login_pass: '', ...content };
}

function typeProblem(name: string, value: unknown): FieldProblem | undefined {
  const schema = new Map<string, z.ZodMiniType>(Object.entries(templateFieldSchemas)).get(name);
  if (!schema) return { field: name, message: l10n.t('Templates have no field with this name.') };
  const { error } = schema.safeParse(value);
  if (!error) return undefined;
  const field = [name, ...(error.issues[0]?.path ?? [])].map(String).join('.');
  if (name === 'runtype') return { field, message: l10n.t('Use one of {0}.', 'ssh, jupyter, args') };
  return { field, message: l10n.t('The value has the wrong type.') };
}

function* valueProblems(content: TemplateContent, isNew: boolean): Generator<FieldProblem> {
  for (const field of ['name', 'image'] as const) {
    if (isNew || content[field] !== undefined) {
      if (!content[field]?.trim()) yield { field, message: l10n.t('Templates require this field.') };
    }
  }
  if (/\s/.test(content.image?.trim() ?? '')) {
    yield { field: 'image', message: l10n.t('An image name can’t contain spaces.') };
  }
  const flags = parseDockerFlags(content.env ?? '');
  if (flags.problem) yield { field: 'env', message: flags.problem.message };
  const { length } = content.onstart ?? '';
  if (length > onstartLimit) {
    yield {
      field: 'onstart',
      message: l10n.t('At most {0} characters are allowed. This has {1}.', onstartLimit, length),
    };
  }
  const disk = content.recommended_disk_space;
  if (disk !== undefined && !(disk > 0)) {
    yield { field: 'recommended_disk_space', message: l10n.t('Enter a number of GB greater than 0.') };
  }
  const path = content.volume_info?.mount_path;
  const problem = path === undefined ? undefined : mountPathProblem(path);
  if (problem !== undefined) yield { field: 'volume_info.mount_path', message: problem };
  if (content.href && !/^https?:\/\/\S+$/.test(content.href)) {
    yield { field: 'href', message: l10n.t('Links must begin with https:// or http://.') };
  }
}

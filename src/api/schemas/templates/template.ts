import * as z from 'zod/mini';
import { flag, id, integer, text, time, tolerated } from '../fields';
import { conditionSchema } from '../offers/filters';
import { readFields } from './templateFields';
import { someRows } from '../rows';

/**
 * A stored launch configuration (specification, Template). The registry's password is not read.
 * `hash_id` changes with every edit, `id` stays.
 */
export const templateSchema = z.object({
  id,
  hash_id: text,
  ...readFields,

  creator_id: tolerated(id),
  /** Unix time in seconds. */
  created_at: tolerated(time),
  /** Instances created from it. */
  count_created: tolerated(integer),
  default_tag: tolerated(text),
  /** Unix time in seconds. */
  recent_create_date: tolerated(time),
  recommended: tolerated(flag),
});

export type Template = z.infer<typeof templateSchema> & { unreadable?: true };

/** Specification, Templates: the answer to a search. */
export const templatesSchema = z.object({ templates: someRows(templateSchema, 'templates') });

/** Specification, Templates: the answer to creating and editing. */
export const savedTemplateSchema = z.object({ template: templateSchema });

export type SearchFieldType = 'text' | 'number' | 'flag' | 'time';

/** Every field to search templates by (specification, Templates). */
export const templateSearchFields: Readonly<Record<string, SearchFieldType>> = {
  name: 'text',
  image: 'text',
  tag: 'text',
  default_tag: 'text',
  hash_id: 'text',
  docker_login_repo: 'text',
  id: 'number',
  creator_id: 'number',
  count_created: 'number',
  recommended_disk_space: 'number',
  created_at: 'time',
  recent_create_date: 'time',
  recommended: 'flag',
  use_ssh: 'flag',
  ssh_direct: 'flag',
  jup_direct: 'flag',
};

const searchField = z.string().check(z.refine((name) => Object.hasOwn(templateSearchFields, name)));
export const templateFiltersSchema = z.record(searchField, conditionSchema);

import * as z from 'zod/mini';
import { objectLike, specified, tolerated } from './fields';

/**
 * A stored launch configuration (specification, Template). The registry's password is not read.
 * `hash_id` changes with every edit, `id` stays.
 */
export const templateSchema = z.object({
  id: z.int(),
  hash_id: z.string(),
  name: specified(z.string()),
  image: specified(z.string()),
  tag: specified(z.string()),
  desc: specified(z.string()),
  readme: specified(z.string()),
  /** Docker flags, such as `-e NAME=value -p 8080:8080`. */
  env: specified(z.string()),
  onstart: specified(z.string()),
  /** `ssh`, `jupyter` or `args`. */
  runtype: specified(z.string()),
  args_str: specified(z.string()),
  ssh_direct: specified(z.boolean()),
  use_ssh: specified(z.boolean()),
  jup_direct: specified(z.boolean()),
  jupyter_dir: specified(z.string()),
  use_jupyter_lab: specified(z.boolean()),
  docker_login_repo: specified(z.string()),
  docker_login_user: specified(z.string()),
  href: specified(z.string()),
  repo: specified(z.string()),
  /** Default filters of the offer search. */
  extra_filters: tolerated(objectLike),
  /** GB. */
  recommended_disk_space: specified(z.number()),
  private: specified(z.boolean()),
  /** A hint for a form; it has no effect on an instance. */
  volume_info: tolerated(objectLike),

  creator_id: specified(z.int()),
  /** Unix time in seconds. */
  created_at: specified(z.number()),
  /** Instances created from it. */
  count_created: specified(z.int()),
  default_tag: specified(z.string()),
  /** Unix time in seconds. */
  recent_create_date: specified(z.number()),
  recommended: specified(z.boolean()),
});

export type Template = z.infer<typeof templateSchema>;

/** Specification, Templates: the answer to a search. */
export const templatesSchema = z.object({ templates: z.array(templateSchema) });

/** Specification, Templates: the answer to creating and editing. */
export const savedTemplateSchema = z.object({ template: templateSchema });

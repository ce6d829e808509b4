import * as z from 'zod/mini';
import { defaultDisk, onstartLimit, volumeFields } from '../instances/creationFields';
import { described, type Description } from '../described';
import { flag, number, objectLike, text, tolerated } from '../fields';
import { offerFilters } from '../offers/filters';

interface Extras<T> extends Description {
  missing?: T;
}

/**
 * One field of a template: `schema` for what is written, `read` for what the service returns, `starts` for its value in
 * a new template, `missing` for the service's own default.
 */
function field<S extends z.ZodMiniType, R extends z.ZodMiniType>(
  schema: S,
  read: R,
  starts: z.infer<S>,
  description: string,
  { missing = starts, ...keywords }: Extras<z.infer<S>> = {},
) {
  return { schema: described(schema, description, keywords), read: tolerated(read), starts, missing };
}

const words = (description: string, extras?: Extras<string>, starts = '') =>
  field(z.string(), text, starts, description, extras);
const choice = (starts: boolean, description: string, extras?: Extras<boolean>) =>
  field(z.boolean(), flag, starts, description, extras);

/**
 * Every field of a template that can be written, in the order of a document (specification, Template). Types, checks,
 * the start of a new template and the JSON schema follow from it.
 */
const templateFields = {
  name: words('Name of the template. Required.', { minLength: 1, pattern: '\\S' }),
  desc: words('Description, one line.'),
  image: words('Docker image path. Required. A tag in here takes precedence over the field tag.', {
    minLength: 1,
    pattern: '^\\S+$',
  }),
  tag: words("Image tag. The service's default is latest.", { default: 'latest' }, 'latest'),
  runtype: field(
    z.enum(['ssh', 'jupyter', 'args']),
    text,
    'ssh',
    "Launch mode: ssh, jupyter (with SSH) or args, which runs the image's own program without SSH and Jupyter. The service's default is args.",
    {
      missing: 'args',
      default: 'args',
      enumDescriptions: [
        "SSH access; the image's own program does not start by itself",
        "Jupyter and SSH access; the image's own program does not start by itself",
        "The image's ENTRYPOINT runs, with args_str in place of its CMD; no SSH, no Jupyter",
      ],
    },
  ),
  use_ssh: choice(true, 'SSH access.', { missing: false }),
  ssh_direct: choice(
    true,
    "Direct SSH through a port of the machine; recommended with runtype ssh. Otherwise SSH goes through the service's proxy.",
    { missing: false },
  ),
  jup_direct: choice(
    false,
    "Direct Jupyter through a port of the machine, with runtype jupyter. Otherwise it goes through the service's proxy.",
  ),
  use_jupyter_lab: choice(false, 'JupyterLab instead of Jupyter Notebook.'),
  jupyter_dir: field(z.nullable(z.string()), text, null, 'Directory that Jupyter starts in.'),
  args_str: words("Replaces the image's CMD, as arguments to its ENTRYPOINT. Used with runtype args."),
  /** Docker flags in one string; an instance's creation takes an object instead. */
  env: words(
    'Environment variables and port mappings as Docker flags in one string, such as: -e NAME=value -e OTHER="two words" -p 8000:8000 -p 53:53/udp',
    {
      defaultSnippets: [
        { label: 'a variable and a port', body: '-e ${1:NAME}=${2:value} -p ${3:8000}:${3:8000}' },
      ],
    },
  ),
  onstart: words(
    `Shell commands at the start, at most ${onstartLimit} characters. With ssh or jupyter and no commands here, the image's own program does not start by itself.`,
    { maxLength: onstartLimit },
  ),
  recommended_disk_space: field(
    z.number(),
    number,
    defaultDisk,
    `Disk size in GB that a launch starts from. The service's default is ${defaultDisk}.`,
    { exclusiveMinimum: 0, default: defaultDisk },
  ),
  extra_filters: field(
    offerFilters(''),
    objectLike,
    {},
    'Default filters for the search of machines, the same form as search filters.',
  ),
  volume_info: field(
    z.nullable(z.strictObject(volumeFields)),
    objectLike,
    null,
    'A hint for launch forms only. It has no effect by itself: GPU Rental puts it into the request, where you see it.',
  ),
  docker_login_repo: words('Private registry: its host. Empty where the image is public.'),
  docker_login_user: words('Private registry: user name. Empty where the image is public.'),
  docker_login_pass: words(
    "Private registry: password or access token. It is kept in the system's secret storage and shown as a placeholder; do not write it here: Enter Registry Password above this line asks for it. Leave it empty for none.",
  ),
  href: words('Link to the documentation of the image.', { pattern: '^(https?://\\S+)?$' }),
  repo: words('Identifier of the repository.'),
  readme: words('Longer documentation.'),
  private: choice(true, 'Whether only this account sees the template.', { missing: false }),
};

type Table = typeof templateFields;
type Name = keyof Table;
type Values = { [K in Name]: z.infer<Table[K]['schema']> };

function column<C extends keyof Table[Name]>(name: C) {
  const entries = Object.entries(templateFields).map(([key, row]) => [key, row[name]]);
  return Object.fromEntries(entries) as { [K in Name]: Table[K][C] };
}

export type TemplateFields = Pick<Values, 'name' | 'image'> & Partial<Omit<Values, 'name' | 'image'>>;

/** What is written in each field. */
export const templateFieldSchemas = column('schema');
/** The values of a new template. */
export const emptyTemplate: Required<TemplateFields> = column('starts');
/** The service's defaults for fields that a template doesn't set. */
export const missingFields: Required<TemplateFields> = column('missing');

/** The registry's password is not read. */
const { docker_login_pass: _, ...readFields } = column('read');
export { readFields };

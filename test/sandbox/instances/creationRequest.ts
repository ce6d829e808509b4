import * as z from 'zod/mini';
import { MAX_LABEL, MAX_ONSTART } from '../choices';
import { filters } from '../filters';
import { optional, parseBody } from '../http/body';
import { invalidArgs, refusal } from '../serviceError';
import { portMappingOf } from './portMapping';
import { runtypeOf, runtypes } from './runtypes';
import { volumeName } from '../volumes/volumes';

const positive = z.number().check(z.positive());
const positiveInteger = z.int().check(z.positive());

const volumeInfo = z.object({
  create_new: optional(z.boolean()),
  volume_id: positiveInteger,
  size: optional(positive),
  name: optional(volumeName),
  mount_path: z.string().check(z.regex(/^\/[^\0\n]*$/, 'must be an absolute path')),
});

/** The creation request (specification, Instance creation request fields and Limits). */
const creationRequest = z.object({
  image: optional(z.string().check(z.regex(/\S/, 'must not be empty'))),
  template_hash_id: optional(z.string().check(z.minLength(1))),
  label: optional(z.string().check(z.maxLength(MAX_LABEL))),
  disk: optional(positive),
  runtype: optional(z.pipe(z.transform(runtypeOf), z.enum(runtypes))),
  target_state: optional(z.enum(['running', 'stopped'])),
  price: optional(positive),
  env: optional(z.record(z.string(), z.string('must be a string'))),
  onstart: optional(z.string().check(z.maxLength(MAX_ONSTART))),
  args_str: optional(z.string()),
  args: optional(z.array(z.string())),
  use_jupyter_lab: optional(z.boolean()),
  jupyter_dir: optional(z.string()),
  python_utf8: optional(z.boolean()),
  lang_utf8: optional(z.boolean()),
  image_login: optional(
    z.string().check(z.regex(/^-u \S+ -p \S+ \S+$/, 'must be -u <user> -p <token> <registry>')),
  ),
  cancel_unavail: optional(z.boolean()),
  vm: optional(z.boolean()),
  volume_info: optional(volumeInfo),
  extra_filters: optional(filters),
});

export type CreationRequest = z.output<typeof creationRequest>;

/** @throws ServiceError 400 naming the field */
export function parseCreationRequest(body: unknown): CreationRequest {
  const request = parseBody(creationRequest, body, (message) =>
    refusal(400, message.startsWith('price:') ? 'invalid_price' : 'invalid_args', message),
  );
  if (request.image === undefined && request.template_hash_id === undefined) {
    throw invalidArgs('image: is required unless template_hash_id is given');
  }
  for (const [name, value] of Object.entries(request.env ?? {})) checkEnv(name, value);
  const volume = request.volume_info;
  if (volume?.create_new === true && volume.size === undefined) {
    throw invalidArgs('volume_info.size: is required when create_new is true');
  }
  return request;
}

/**
 * Env formats: a variable `NAME: text`; a port mapping `-p host:container`, a mount `-v V.881:/mnt` or a network
 * `-n NAME` with the value "1"; or `-h: host name`.
 */
function checkEnv(name: string, value: string): void {
  if (name === '-h' && /^\S+$/.test(value)) return;
  if (!name.startsWith('-')) {
    if (name === '' || name.includes('=') || /\s/.test(name)) throw invalidArgs('env: a name is not valid');
    return;
  }
  const isOther = /^-(?:v [\w./-]+:\/[\w./:-]*|n [\w.-]+)$/.test(name);
  if (!isOther && portMappingOf(name) === undefined) {
    throw invalidArgs('env: a port mapping is "-p <host_port>:<container_port>"');
  }
  if (value !== '1') throw invalidArgs('env: a flag has the value "1"');
}

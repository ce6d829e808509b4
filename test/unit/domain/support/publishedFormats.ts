import { parse } from 'yaml';
import * as z from 'zod/mini';
import type { TaskFormat } from '../../../../src/domain/tasks/task';

// What the references of SkyPilot (sky/utils/schemas.py, "SkyPilot YAML") and dstack (its models of configurations,
// profiles and resources) allow in a file, as far as one machine is concerned.

const text = z.string();
const variableName = text.check(z.regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/));
const textOrNumber = z.union([text, z.number()]);
const size = z.union([text.check(z.regex(/^\d+(kb|mb|gb|tb|pb)?$/i)), z.int()]);
const above0 = z.number().check(z.positive());

const skyResources = z.strictObject({
  infra: z.optional(text),
  cloud: z.optional(text),
  region: z.optional(text),
  zone: z.optional(text),
  accelerators: z.optional(
    z.union([
      text.check(z.regex(/^[A-Za-z][^:,\s]*(:\d+(\.\d+)?)?$/)),
      z.record(text.check(z.regex(/^[A-Za-z][^:,\s]*$/)), z.nullable(z.number())),
      z.array(text.check(z.regex(/^[A-Za-z][^:,\s]*(:\d+(\.\d+)?)?$/))),
    ]),
  ),
  instance_type: z.optional(text),
  cpus: z.optional(z.union([text.check(z.regex(/^\d+(\.\d+)?\+?$/)), z.number()])),
  memory: z.optional(z.union([text.check(z.regex(/^\d+(\.\d+)?(kb|mb|gb|tb|pb)?\+?$/i)), z.number()])),
  use_spot: z.optional(z.boolean()),
  disk_size: z.optional(size),
  disk_tier: z.optional(z.enum(['low', 'medium', 'high', 'ultra', 'best', 'none'])),
  network_tier: z.optional(z.enum(['standard', 'best'])),
  max_hourly_cost: z.optional(above0),
  ports: z.optional(
    z.union([
      z.null(),
      z.int(),
      text.check(z.regex(/^\d+(-\d+)?$/)),
      z.array(z.union([z.int().check(z.gte(1), z.lte(65_535)), text.check(z.regex(/^\d+-\d+$/))])),
    ]),
  ),
  image_id: z.optional(z.nullable(text)),
  labels: z.optional(z.record(text, text)),
  autostop: z.optional(
    z.union([
      z.boolean(),
      z.int(),
      text.check(z.regex(/^\d+[mhdw]?$/)),
      z.strictObject({
        idle_minutes: z.optional(z.int().check(z.gte(0))),
        down: z.optional(z.boolean()),
        wait_for: z.optional(z.enum(['jobs_and_ssh', 'jobs', 'none'])),
      }),
    ]),
  ),
});

const skypilot = z.strictObject({
  // The reference only says text; clusters and jobs are named like this.
  name: z.optional(text.check(z.regex(/^[a-zA-Z]([-_.a-zA-Z0-9]*[a-zA-Z0-9])?$/))),
  workdir: z.optional(z.union([text, z.strictObject({ url: text, ref: z.optional(text) })])),
  num_nodes: z.optional(z.int()),
  resources: z.optional(skyResources),
  envs: z.optional(z.record(variableName, z.nullable(text))),
  secrets: z.optional(z.record(variableName, z.nullable(text))),
  file_mounts: z.optional(z.record(text, text)),
  setup: z.optional(text),
  run: z.optional(text),
});

const duration = z.union([z.int(), text.check(z.regex(/^\d+ *[smhdw]?$/))]);
/** One value, or the least and the most with `..` between them, of which one may be missing. */
const range = (unit: string) =>
  new RegExp(String.raw`^(?=.*\d)(\d+(\.\d+)?${unit})?(\.\.(\d+(\.\d+)?${unit})?)?$`, 'i');
const memory = z.union([z.number(), text.check(z.regex(range('(MB|GB|TB)?')))]);
const gpuToken =
  /^([A-Za-z][\w.-]*(,[A-Za-z][\w.-]*)*|(\d+(\.\d+)?(MB|GB|TB))?(\.\.(\d+(\.\d+)?(MB|GB|TB))?)?|\d+(\.\.\d*)?)$/;
const dstackRun = {
  name: z.optional(text.check(z.regex(/^[a-z][a-z0-9-]{1,40}$/))),
  image: z.optional(text),
  registry_auth: z.optional(z.strictObject({ username: text, password: text })),
  env: z.optional(
    z
      .array(text.check(z.regex(/^[a-zA-Z_][a-zA-Z0-9_]*(=.*)?$/)))
      .check(z.refine((rows) => new Set(rows.map((row) => row.split('=', 1)[0])).size === rows.length)),
  ),
  ports: z.optional(
    z.array(z.union([z.int().check(z.gt(0), z.lte(65_536)), text.check(z.regex(/^(\d+|\*):\d+$/))])),
  ),
  files: z.optional(z.array(text.check(z.regex(/^[^:]+(:[^:]+)?$/)))),
  working_dir: z.optional(text),
  resources: z.optional(
    z.strictObject({
      gpu: z.optional(
        z.union([
          z.int(),
          text.check(z.refine((gpu) => gpu.split(':').every((part) => gpuToken.test(part)))),
        ]),
      ),
      cpu: z.optional(z.union([z.int(), text.check(z.regex(range('')))])),
      memory: z.optional(memory),
      disk: z.optional(memory),
      shm_size: z.optional(textOrNumber),
    }),
  ),
  max_duration: z.optional(z.union([duration, z.literal('off'), z.boolean()])),
  max_price: z.optional(above0),
  spot_policy: z.optional(z.enum(['spot', 'on-demand', 'auto'])),
  utilization_policy: z.optional(
    z.strictObject({
      min_gpu_utilization: z.int().check(z.gte(0), z.lte(100)),
      time_window: z.union([
        z.int(),
        text.check(z.regex(/^([5-9]|[1-9]\d+)m$|^[1-9]\d*[hdw]$|^[3-9]\d{2,}s$/)),
      ]),
    }),
  ),
};
const commands = z.array(text);
const dstack = z.discriminatedUnion('type', [
  z
    .strictObject({
      ...dstackRun,
      type: z.literal('task'),
      nodes: z.optional(z.int()),
      commands: z.optional(commands),
    })
    .check(z.refine((task) => (task.commands ?? []).length > 0 || task.image !== undefined)),
  z.strictObject({
    ...dstackRun,
    type: z.literal('dev-environment'),
    ide: z.enum(['vscode', 'cursor', 'windsurf']),
    init: z.optional(commands),
  }),
]);

const published = { skypilot, dstack };

/** What the reference of a format has against a file, read as both tools do: as YAML 1.1. */
export function faultsIn(source: string, format: TaskFormat): unknown {
  return published[format].safeParse(parse(source, { version: '1.1' })).error?.issues;
}

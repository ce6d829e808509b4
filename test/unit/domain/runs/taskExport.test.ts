import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { type ExportedTask, taskFormats, writeTask } from '../../../../src/domain/runs/taskExport';
import { readTask } from '../../../../src/domain/runs/taskFile';
import fc from '../../support/fastCheck';

const plain: ExportedTask = {
  setup: '',
  run: 'python train.py',
  variables: {},
  secrets: [],
  resources: {},
  mounts: [],
  fetch: [],
};

const full: ExportedTask = {
  ...plain,
  name: 'train',
  workdir: 'src',
  setup: 'pip install -r requirements.txt\n',
  run: 'set -e\npython train.py\npython test.py\n',
  variables: { EPOCHS: '3' },
  secrets: ['HF_TOKEN'],
  resources: {
    gpu: 'RTX4090',
    gpus: 2,
    gpuMemory: 24,
    cpus: 8,
    memory: 32,
    disk: 100,
    image: 'a/b',
    isBid: true,
  },
  mounts: [{ from: './data', to: '~/data' }],
  limitHours: 1.5,
  limitDollars: 2,
  idle: { minutes: 20, below: 5 },
  then: 'destroy',
  fetch: ['outputs/'],
};

const taskOf = (text: string) => {
  const read = readTask(text);
  return 'task' in read ? read.task : expect.fail(JSON.stringify(read.mistakes));
};

it('writes a task for SkyPilot, and names what it has no key for', () => {
  expect(writeTask(full, 'skypilot')).toBe(`# Not part of this format:
# - fetch after the run: outputs/
# - limit: $2.00
# - memory of a GPU: 24 GB
# - limit: 1.5 hours
# - end after 20 minutes with GPUs below 5%

name: train
workdir: src
resources:
  accelerators: RTX4090:2
  cpus: 8+
  memory: 32+
  disk_size: 100
  image_id: docker:a/b
  use_spot: true
  autostop:
    idle_minutes: 0
    down: true
envs:
  EPOCHS: "3"
secrets:
  HF_TOKEN: null
file_mounts:
  ~/data: ./data
setup: |
  pip install -r requirements.txt
run: |
  set -e
  python train.py
  python test.py
`);
});

it('writes a task for dstack, and names what it has no key for', () => {
  expect(writeTask(full, 'dstack')).toBe(`# Not part of this format:
# - fetch after the run: outputs/
# - limit: $2.00
# - folder to send: src
# - files elsewhere on the machine: ./data to ~/data
# - set-up apart from the run: it is the first command here
# - after the run: destroy

type: task
name: train
image: a/b
env:
  - EPOCHS=3
  - HF_TOKEN
commands:
  - |
    pip install -r requirements.txt
  - |
    set -e
    python train.py
    python test.py
resources:
  gpu: RTX4090:24GB:2
  cpu: 8..
  memory: 32GB..
  disk: 100GB..
max_duration: 90m
spot_policy: spot
utilization_policy:
  min_gpu_utilization: 5
  time_window: 20m
`);
});

it.each(taskFormats)('writes no more for %s than the task says', (format) => {
  expect(writeTask(plain, format)).not.toMatch(/#|resources|env|null/);
});

it('changes a name that the other tool refuses, and says the person’s', () => {
  const text = writeTask({ ...plain, name: '3. Läufe!' }, 'dstack');
  expect(text).toContain('# - name: 3. Läufe!\n');
  expect(text).toContain('name: task-3-l-ufe\n');
});

it('keeps a comment a comment', () => {
  const text = writeTask({ ...plain, fetch: ['a\nrun: rm -rf ~'] }, 'skypilot');
  expect(parse(text)).toEqual({ run: 'python train.py' });
});

/** The keys of each tool's reference that are written here, with their types. */
const published = {
  skypilot: z.strictObject({
    name: z.optional(z.string().check(z.regex(/^[a-zA-Z]([-_.a-zA-Z0-9]*[a-zA-Z0-9])?$/))),
    workdir: z.optional(z.string()),
    resources: z.optional(
      z.strictObject({
        accelerators: z.optional(z.string().check(z.regex(/^[^:\s]+:\d+$/))),
        cpus: z.optional(z.string().check(z.regex(/^\d+(\.\d+)?\+?$/))),
        memory: z.optional(z.string().check(z.regex(/^\d+(\.\d+)?\+?$/))),
        disk_size: z.optional(z.int()),
        image_id: z.optional(z.string()),
        use_spot: z.optional(z.boolean()),
        autostop: z.optional(
          z.union([
            z.boolean(),
            z.strictObject({ idle_minutes: z.int().check(z.gte(0)), down: z.boolean() }),
          ]),
        ),
      }),
    ),
    envs: z.optional(z.record(z.string().check(z.regex(/^[A-Za-z_]\w*$/)), z.string())),
    secrets: z.optional(z.record(z.string().check(z.regex(/^[A-Za-z_]\w*$/)), z.null())),
    file_mounts: z.optional(z.record(z.string(), z.string())),
    setup: z.optional(z.string()),
    run: z.string(),
  }),
  dstack: z.strictObject({
    type: z.literal('task'),
    name: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{1,40}$/))),
    image: z.optional(z.string()),
    env: z.optional(z.array(z.string().check(z.regex(/^[A-Za-z_]\w*(=|$)/)))),
    commands: z.array(z.string()).check(z.minLength(1)),
    resources: z.optional(
      z.strictObject({
        gpu: z.optional(z.union([z.string(), z.int()])),
        cpu: z.optional(z.string().check(z.regex(/^\d+\.\.$/))),
        memory: z.optional(z.string().check(z.regex(/^\d+(\.\d+)?GB\.\.$/))),
        disk: z.optional(z.string().check(z.regex(/^\d+(\.\d+)?GB\.\.$/))),
      }),
    ),
    max_duration: z.optional(z.string().check(z.regex(/^\d+[smhdw]$/))),
    spot_policy: z.optional(z.enum(['spot', 'on-demand', 'auto'])),
    utilization_policy: z.optional(
      z.strictObject({
        min_gpu_utilization: z.int().check(z.gte(0), z.lte(100)),
        time_window: z.string().check(z.regex(/^\d+[smhdw]$/)),
      }),
    ),
  }),
};

describe('any task', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((words) => words.trim() !== '' && !/[\r\u0085\u2028\u2029]/.test(words));
  const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
  const count = fc.integer({ min: 1, max: 512 });
  const any = fc.record(
    {
      name: text,
      workdir: text,
      setup: text,
      run: text,
      variables: fc.dictionary(name, fc.string()),
      secrets: fc.uniqueArray(name),
      mounts: fc.uniqueArray(
        fc.record({ from: fc.stringMatching(/^[\w./-]{1,9}$/), to: fc.stringMatching(/^~?\/[a-z]{1,9}$/) }),
        { selector: ({ to }) => to },
      ),
      resources: fc.record(
        {
          gpu: fc.constantFrom('RTX4090', 'A100-80GB', 'H100'),
          gpus: count,
          gpuMemory: count,
          cpus: count,
          memory: count,
          disk: count,
          image: fc.constantFrom('a/b', 'ghcr.io/a/b:1@sha256:00'),
          isBid: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      limitHours: count.map((minutes) => minutes / 60),
      limitDollars: count,
      idle: fc.record({ minutes: count, below: fc.integer({ min: 0, max: 100 }) }),
      then: fc.constantFrom('keep', 'stop', 'destroy'),
      fetch: fc.array(text),
    },
    { requiredKeys: ['setup', 'run', 'variables', 'secrets', 'mounts', 'resources', 'fetch'] },
  ) as fc.Arbitrary<ExportedTask>;

  it.each(taskFormats)('is what %s’ reference allows', (format) => {
    fc.assert(
      fc.property(any, (task) => {
        const checked = published[format].safeParse(parse(writeTask(task, format)));
        expect(checked.error?.issues).toBeUndefined();
      }),
    );
  });

  it('comes back from SkyPilot’s format with all that it has keys for', () => {
    fc.assert(
      fc.property(any, (task) => {
        const { name: _, limitHours, limitDollars, idle, fetch, resources, ...said } = task;
        const { gpuMemory, gpu, gpus, ...others } = resources;
        const { name: _name, ...read } = taskOf(writeTask(task, 'skypilot'));
        // Without a GPU's name there is no number of them, and with one there always is.
        const gpuSaid = gpu === undefined ? {} : { gpu, gpus: gpus ?? 1 };
        expect(read).toEqual({ ...said, resources: { ...others, ...gpuSaid } });
      }),
    );
  });

  it('comes back from dstack’s format with all that it has keys for', () => {
    fc.assert(
      fc.property(any, (task) => {
        const {
          name: _,
          workdir,
          setup,
          mounts,
          then,
          fetch,
          limitDollars,
          idle,
          limitHours,
          ...said
        } = task;
        const {
          name: _name,
          limitHours: hours,
          ...read
        } = taskOf(writeTask({ ...task, setup: '' }, 'dstack'));
        const watched = idle && idle.minutes >= 5 ? { idle } : {};
        expect(read).toEqual({ ...said, ...watched, setup: '', mounts: [] });
        if (limitHours === undefined) expect(hours).toBeUndefined();
        else expect(hours).toBeCloseTo(limitHours, 9);
      }),
    );
  });
});

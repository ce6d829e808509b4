import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeTask } from '../../../../src/domain/tasks/writeTask';
import { taskFormats } from '../../../../src/domain/tasks/task';
import { readTask } from '../../../../src/domain/tasks/readTask';
import type { ExportedTask } from '../../../../src/domain/tasks/writtenValues';
import fc from '../../support/fastCheck';
import { faultsIn } from '../support/publishedFormats';

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
  expect(writeTask(full, 'skypilot')).toBe(`# train
# Not part of this format:
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
  expect(writeTask(full, 'dstack')).toBe(`# train
# Not part of this format:
# - fetch after the run: outputs/
# - limit: $2.00
# - folder to send: src
# - set-up apart from the run: it is the first command here
# - after the run: destroy

type: task
name: train
image: a/b
env:
  - EPOCHS=3
  - HF_TOKEN
files:
  - ./data:~/data
commands:
  - |
    pip install -r requirements.txt
  - |
    set -e
    python train.py
    python test.py
resources:
  gpu: RTX4090:24GB..:2
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

it('writes text that isn’t text in YAML 1.1 so that it stays text', () => {
  const variables = {
    NO: 'yes',
    PORT: '8080:22',
    COUNT: '1_000',
    DAY: '2026-01-01',
    EMPTY: '',
    IS: '=',
    IN: '<<',
  };
  for (const format of taskFormats) {
    const text = writeTask({ ...plain, run: 'on', variables, ports: ['8080:22'] }, format);
    expect(faultsIn(text, format)).toBeUndefined();
    expect(parse(text, { version: '1.1' })).toEqual(parse(text));
    expect(taskOf(text)).toMatchObject({ run: 'on', variables });
    // A plain `=` or `<<` has a meaning of its own for Python's reader.
    expect(text).not.toMatch(/ (=|<<)$/m);
  }
});

it('writes a variable that is a secret, too, only as a secret', () => {
  for (const format of taskFormats) {
    const text = writeTask({ ...plain, variables: { TOKEN: 'x-secret' }, secrets: ['TOKEN'] }, format);
    expect(faultsIn(text, format)).toBeUndefined();
    expect(text).not.toContain('x-secret');
  }
});

it('names the ports that a format has no form for', () => {
  const task = { ...plain, ports: ['8080', '80:8000', '9000-9010', '*:7000'] };
  const sky = writeTask(task, 'skypilot');
  expect(sky).toMatch(/^# Not part of this format:\n# - port: 80:8000\n# - port: \*:7000\n/);
  expect(taskOf(sky).ports).toEqual(['8080', '9000-9010']);
  const dstack = writeTask(task, 'dstack');
  expect(dstack).toMatch(/^# Not part of this format:\n# - port: 9000-9010\n/);
  expect(taskOf(dstack).ports).toEqual(['8080', '80:8000', '*:7000']);
});

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
      variables: fc.dictionary(name, fc.oneof(fc.string(), fc.constantFrom('yes', 'a\nb', '8080:22', '~'))),
      // Another name than any variable has.
      secrets: fc.uniqueArray(name.map((plain) => `${plain}_SECRET`)),
      ports: fc.uniqueArray(fc.constantFrom('80', '8080:80', '8000-8010', '*:90'), { minLength: 1 }),
      mounts: fc.uniqueArray(
        fc.record({ from: fc.stringMatching(/^[\w./-]{1,9}$/), to: fc.stringMatching(/^~?\/[a-z]{1,9}$/) }),
        { selector: ({ to }) => to },
      ),
      resources: fc.record(
        {
          gpu: fc.constantFrom('RTX4090', 'A100-80GB', 'H100', 'H100,H200,RTX4090'),
          gpus: count,
          gpuMemory: count,
          cpus: count,
          memory: count,
          disk: count,
          image: fc.constantFrom('a/b', 'ghcr.io/a/b:1@sha256:00'),
          isBid: fc.boolean(),
          maxPrice: count.map((cents) => cents / 100),
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
        expect(faultsIn(writeTask(task, format), format)).toBeUndefined();
      }),
    );
  });

  it('comes back from SkyPilot’s format with all that it has keys for', () => {
    fc.assert(
      fc.property(any, (task) => {
        const { name: _, limitHours, limitDollars, idle, fetch, resources, ports, ...said } = task;
        const { gpuMemory, gpu, gpus, ...others } = resources;
        const { name: _name, ports: opened = [], ...read } = taskOf(writeTask(task, 'skypilot'));
        // Without a GPU's name there is no number of them, and with one there always is.
        const gpuSaid = gpu === undefined ? {} : { gpu, gpus: gpus ?? 1 };
        expect(read).toEqual({ ...said, resources: { ...others, ...gpuSaid } });
        expect(opened).toEqual((ports ?? []).filter((port) => !port.includes(':')));
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
          then,
          fetch,
          limitDollars,
          idle,
          limitHours,
          variables,
          ports,
          ...said
        } = task;
        const {
          name: _name,
          limitHours: hours,
          ports: opened = [],
          ...read
        } = taskOf(writeTask({ ...task, setup: '' }, 'dstack'));
        const watched = idle && idle.minutes >= 5 ? { idle } : {};
        const onOneLine = Object.entries(variables).filter(([, value]) => !value.includes('\n'));
        expect(read).toEqual({ ...said, ...watched, variables: Object.fromEntries(onOneLine), setup: '' });
        expect(opened).toEqual((ports ?? []).filter((port) => !port.includes('-')));
        if (limitHours === undefined) expect(hours).toBeUndefined();
        else expect(hours).toBeCloseTo(limitHours, 9);
      }),
    );
  });
});

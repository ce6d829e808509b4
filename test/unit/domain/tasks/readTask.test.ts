import { expect, it } from 'vitest';
import { readTask } from '../../../../src/domain/tasks/readTask';
import { filtersFor } from '../../../../src/domain/tasks/resources';

const mistakesIn = (source: string) => {
  const read = readTask(source);
  return 'mistakes' in read ? read.mistakes : [];
};

it('reads a task of SkyPilot', () => {
  const source = `
name: train
workdir: .
resources:
  accelerators: RTX4090:2
  cpus: 8+
  memory: 32+
  disk_size: 100
  image_id: docker:pytorch/pytorch
  use_spot: true
envs:
  EPOCHS: 3
  TOKEN:
secrets:
  HF_TOKEN: null
file_mounts:
  ~/data/: ./data
  /etc/train.json: ../train.json
setup: |
  pip install -r requirements.txt
run: |
  python train.py --epochs $EPOCHS
`;
  expect(readTask(source)).toEqual({
    task: {
      name: 'train',
      workdir: '.',
      setup: 'pip install -r requirements.txt\n',
      run: 'python train.py --epochs $EPOCHS\n',
      variables: { EPOCHS: '3' },
      secrets: ['TOKEN', 'HF_TOKEN'],
      mounts: [
        { from: './data', to: '~/data' },
        { from: '../train.json', to: '/etc/train.json' },
      ],
      resources: {
        gpu: 'RTX4090',
        gpus: 2,
        cpus: 8,
        memory: 32,
        disk: 100,
        image: 'pytorch/pytorch',
        isBid: true,
      },
    },
  });
});

it('reads a task of dstack', () => {
  const source = `
type: task
name: train
image: pytorch/pytorch
env: [A=b=c, TOKEN]
commands:
  - pip install x
  - python train.py
resources:
  gpu: A100:40GB:2
  cpu: 4..
  memory: 16GB..
  disk: 200GB
max_duration: 90m
spot_policy: on-demand
`;
  expect(readTask(source)).toEqual({
    task: {
      name: 'train',
      setup: '',
      run: 'set -e\npip install x\npython train.py',
      variables: { A: 'b=c' },
      secrets: ['TOKEN'],
      mounts: [],
      resources: {
        image: 'pytorch/pytorch',
        gpu: 'A100',
        gpus: 2,
        gpuMemory: 40,
        cpus: 4,
        memory: 16,
        disk: 200,
        isBid: false,
      },
      limitHours: 1.5,
    },
  });
});

it.each([
  ['10', 'stop'],
  ['1h', 'stop'],
  ['true', 'stop'],
  ['false', 'keep'],
  ['{idle_minutes: 10}', 'stop'],
  ['{idle_minutes: 10, down: true}', 'destroy'],
])('takes from autostop: %s that the instance is to %s', (autostop, then) => {
  expect(readTask(`run: x\nresources:\n  autostop: ${autostop}\n`)).toMatchObject({ task: { then } });
});

it('refuses an autostop that asks for something else', () => {
  expect(mistakesIn('run: x\nresources:\n  autostop: {wait_for: none}\n')).toEqual([
    { line: 3, message: 'resources.autostop must be minutes, or idle_minutes and down.' },
  ]);
});

it('takes from dstack’s utilization_policy when idle GPUs end the run', () => {
  const policy = 'utilization_policy: {min_gpu_utilization: 30, time_window: 1h}';
  expect(readTask(`type: task\ncommands: [x]\n${policy}\n`)).toMatchObject({
    task: { idle: { minutes: 60, below: 30 } },
  });
});

it.each([
  ['num_nodes: 2\nrun: x\n', 2],
  ['num_nodes: 1\nrun: x\n', undefined],
  ['type: task\nnodes: 3\ncommands: [x]\n', 3],
])('reads on how many machines a task runs: %j', (source, nodes) => {
  const read = readTask(source);
  expect('task' in read && read.task.nodes).toBe(nodes);
});

it('refuses a key that isn’t known, by its name and at its line', () => {
  expect(mistakesIn('run: x\nservice:\n  port: 1\nresources:\n  cloud: aws\n')).toEqual([
    { line: 2, message: 'service isn’t supported.' },
    { line: 5, message: 'resources.cloud isn’t supported.' },
  ]);
  expect(mistakesIn('type: service\ncommands: [x]\n')).toEqual([{ line: 1, message: 'type must be task.' }]);
  expect(mistakesIn('run: x\nconstructor: y\n')).toHaveLength(1);
  expect(mistakesIn('num_nodes: 33\nrun: x\n')[0]?.message).toBe('num_nodes must be a number from 1 to 32.');
});

it('refuses a secret that is written into the file, without repeating the value', () => {
  const [mistake] = mistakesIn('run: x\nsecrets:\n  HF_TOKEN: hf_abc\n');
  expect(mistake).toMatchObject({ line: 2, message: expect.stringContaining('HF_TOKEN') as string });
  expect(mistake?.message).not.toContain('hf_abc');
});

it('says where a file is no YAML, and what a task without a command lacks', () => {
  expect(mistakesIn('run: [x\n')[0]?.line).toBeGreaterThan(0);
  expect(mistakesIn('just text')).toEqual([{ line: 1, message: 'This is no task file.' }]);
  expect(mistakesIn('name: x\n')).toEqual([{ line: 1, message: 'The task has no run.' }]);
});

it('finds the offers that a task asks for', () => {
  const known = ['RTX 4090', 'RTX 4090D', 'A100 SXM4', 'A100 PCIE', 'H100 SXM'];
  expect(filtersFor({ gpu: 'RTX4090', gpus: 2, memory: 32, cpus: 8, disk: 100 }, known)).toEqual({
    gpu_name: { in: ['RTX 4090'] },
    num_gpus: { eq: 2 },
    cpu_ram: { gte: 32_000 },
    cpu_cores_effective: { gte: 8 },
    disk_space: { gte: 100 },
  });
  expect(filtersFor({ gpu: 'A100-80GB' }, known).gpu_name).toEqual({ in: ['A100 SXM4', 'A100 PCIE'] });
  expect(filtersFor({ gpu: 'B300' }, known).gpu_name).toEqual({ eq: 'B300' });
});

it.each([
  ['a bucket', 'file_mounts:\n  /data: s3://bucket', 'must be paths of files or folders on this computer'],
  [
    'a store',
    'file_mounts:\n  /data: {name: x, mode: MOUNT}',
    'must be paths of files or folders on this computer',
  ],
  ['a relative place', 'file_mounts:\n  data: ./data', 'data must begin with / or ~/'],
  ['a way out', 'file_mounts:\n  ~/../etc: ./etc', '~/../etc must begin with / or ~/'],
])('refuses to mount %s', (_what, source, words) => {
  expect(mistakesIn(`${source}\nrun: x`)).toEqual([{ line: 1, message: `file_mounts ${words}.` }]);
});

it.each([
  ['accelerators: {A100: 2, H100: 2}', 'A100,H100', 2],
  ['accelerators: [L4, L40:1]', 'L4,L40', 1],
  ['accelerators: H100:8', 'H100', 8],
])('takes from %s that any of these GPUs will do', (line, gpu, gpus) => {
  expect(readTask(`run: x\nresources:\n  ${line}\n`)).toMatchObject({ task: { resources: { gpu, gpus } } });
});

it('refuses GPUs in numbers that differ', () => {
  expect(mistakesIn('run: x\nresources:\n  accelerators: {A100: 1, H100: 2}\n')).toEqual([
    { line: 3, message: 'resources.accelerators must be a GPU, such as RTX4090:1.' },
  ]);
});

it.each([
  ['A100', { gpu: 'A100', gpus: 1 }],
  ['2', { gpus: 2 }],
  ['24GB', { gpuMemory: 24, gpus: 1 }],
  ['A100,H100:40GB..80GB:4', { gpu: 'A100,H100', gpuMemory: 40, gpus: 4 }],
  ['RTX4090:24.5GB..:1..', { gpu: 'RTX4090', gpuMemory: 24.5 }],
])('reads dstack’s gpu: %s', (gpu, resources) => {
  expect(readTask(`type: task\ncommands: [x]\nresources: {gpu: "${gpu}"}\n`)).toMatchObject({
    task: { resources },
  });
});

it.each(['A100:1..8', '..80GB'])('refuses dstack’s gpu: %s, which no search can be', (gpu) => {
  expect(mistakesIn(`type: task\ncommands: [x]\nresources: {gpu: "${gpu}"}\n`)).toHaveLength(1);
});

it('takes the files, ports and highest price of a dstack task', () => {
  const source = `
type: task
commands: [x]
files: ["./data:~/data", {local_path: ./a, path: /a/}]
ports: [8000, "80:8080"]
max_price: 1.5
`;
  expect(readTask(source)).toMatchObject({
    task: {
      mounts: [
        { from: './data', to: '~/data' },
        { from: './a', to: '/a' },
      ],
      ports: ['8000', '80:8080'],
      resources: { maxPrice: 1.5 },
    },
  });
  expect(filtersFor({ maxPrice: 1.5 }, [])).toEqual({ dph_total: { lte: 1.5 } });
  expect(filtersFor({ gpu: 'L40,RTX4090' }, ['RTX 4090', 'L40', 'L40S']).gpu_name).toEqual({
    in: ['L40', 'RTX 4090'],
  });
  const odd = 'type: task\ncommands: [x]\nfiles: [./data]\nports: [http]\nmax_price: free\n';
  expect(mistakesIn(odd).map(({ message }) => message)).toEqual([
    'files ./data must begin with / or ~/.',
    'ports must be ports, such as 8080.',
    'max_price must be a number greater than 0.',
  ]);
});

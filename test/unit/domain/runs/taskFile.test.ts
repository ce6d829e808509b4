import { expect, it } from 'vitest';
import { readTask } from '../../../../src/domain/runs/taskFile';
import { filtersFor } from '../../../../src/domain/runs/taskResources';

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

it('refuses a key that isn’t known, by its name and at its line', () => {
  expect(mistakesIn('run: x\nservice:\n  port: 1\nresources:\n  cloud: aws\n')).toEqual([
    { line: 2, message: 'service isn’t supported.' },
    { line: 5, message: 'resources.cloud isn’t supported.' },
  ]);
  expect(mistakesIn('type: service\ncommands: [x]\n')).toEqual([{ line: 1, message: 'type must be task.' }]);
  expect(mistakesIn('run: x\nconstructor: y\n')).toHaveLength(1);
  expect(mistakesIn('num_nodes: 2\nrun: x\n')[0]?.message).toContain('num_nodes must be 1');
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

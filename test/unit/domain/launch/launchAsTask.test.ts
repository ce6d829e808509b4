import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { omitUndefined } from '../../../../src/domain/omitUndefined';
import { creationFields } from '../../../../src/api/schemas/instances/creationFields';
import { launchAsTask } from '../../../../src/domain/launch/launchAsTask';
import { launchDraftSchema } from '../../../../src/domain/launch/launchDraft';
import { readLaunch, type SavedLaunch } from '../../../../src/domain/launch/launchFile';
import { launchFromTask } from '../../../../src/domain/launch/launchFromTask';
import { freeOffers } from '../../../../src/domain/offers/offerQuery';
import { taskFormats } from '../../../../src/domain/tasks/task';
import fc from '../../support/fastCheck';
import { faultsIn } from '../support/publishedFormats';

const known = ['RTX 4090', 'RTX 4090D', 'RTX 3090', 'L40', 'L40S', 'A100 SXM4', 'A100 PCIE', 'H100 SXM'];

const launch: SavedLaunch = {
  name: 'train',
  launch: {
    image: 'ghcr.io/robin/train:1',
    disk: 40,
    label: 'trainer',
    runtype: 'ssh_direct',
    price: 0.2,
    env: {
      MODE: 'fast',
      HF_TOKEN: { secret: 'import:ab/HF_TOKEN' },
      WANDB_KEY: { secret: 'import:ab/wandb' },
      'my.var': 'x',
      '-p 8000:8000': '1',
      '-p 8080:80': '1',
      '-p 5000:5000/udp': '1',
      '-n net': '1',
    },
    image_login: { user: 'robin', registry: 'ghcr.io', secret: 'import:ab/registry:ghcr.io:robin' },
    onstart: 'pip install x\npython serve.py &\n',
    volume_info: { create_new: false, volume_id: 3, mount_path: '/data' },
    additions: { stopWhenIdleMinutes: 20, stopAfterHours: 4 },
  },
  offers: {
    filters: {
      gpu_name: { in: ['RTX 4090', 'A100 SXM4'] },
      num_gpus: { eq: 2 },
      gpu_ram: { gte: 24_000, lte: 48_000 },
      dph_total: { lte: 1.5 },
      reliability: { gte: 0.99 },
      disk_space: { gte: 40 },
      ...freeOffers,
    },
    order: [['dph_total', 'asc']],
    type: 'bid',
  },
};

it('writes a launch for SkyPilot, and names what it has no key for', () => {
  expect(launchAsTask(launch, 'skypilot')).toBe(`# train
# Not part of this format:
# - label: trainer
# - runtype: ssh_direct
# - price: 0.2
# - volume_info: {"create_new":false,"volume_id":3,"mount_path":"/data"}
# - additions.stopAfterHours: 4
# - env.WANDB_KEY: wandb
# - env.my.var: x
# - env.5000:5000/udp
# - env.-n net
# - offers.filters.gpu_name: {"in":["RTX 4090","A100 SXM4"]}
# - offers.filters.gpu_ram: {"lte":48000}
# - offers.filters.reliability: {"gte":0.99}
# - offers.order: [["dph_total","asc"]]
# - memory of a GPU: 24 GB
# - port: 8080:80

name: train
resources:
  accelerators:
    RTX4090: 2
    A100: 2
  disk_size: 40
  image_id: docker:ghcr.io/robin/train:1
  use_spot: true
  max_hourly_cost: 1.5
  ports:
    - 8000
  autostop:
    idle_minutes: 20
    down: false
envs:
  MODE: fast
  SKYPILOT_DOCKER_USERNAME: robin
  SKYPILOT_DOCKER_SERVER: ghcr.io
secrets:
  HF_TOKEN: null
  WANDB_KEY: null
  SKYPILOT_DOCKER_PASSWORD: null
setup: |
  pip install x
  python serve.py &
`);
});

it('writes a launch for dstack, and names what it has no key for', () => {
  expect(launchAsTask(launch, 'dstack')).toBe(`# train
# Not part of this format:
# - label: trainer
# - runtype: ssh_direct
# - price: 0.2
# - volume_info: {"create_new":false,"volume_id":3,"mount_path":"/data"}
# - additions.stopAfterHours: 4
# - env.WANDB_KEY: wandb
# - env.my.var: x
# - env.5000:5000/udp
# - env.-n net
# - offers.filters.gpu_name: {"in":["RTX 4090","A100 SXM4"]}
# - offers.filters.gpu_ram: {"lte":48000}
# - offers.filters.reliability: {"gte":0.99}
# - offers.order: [["dph_total","asc"]]
# - stops when idle for 20 minutes

type: dev-environment
ide: vscode
name: train
image: ghcr.io/robin/train:1
registry_auth:
  username: robin
  password: \${{ secrets.registry_ghcr_io_robin }}
env:
  - MODE=fast
  - HF_TOKEN
  - WANDB_KEY
ports:
  - 8000
  - 8080:80
init:
  - |
    pip install x
    python serve.py &
resources:
  gpu: RTX4090,A100:24GB..:2
  disk: 40GB..
max_price: 1.5
spot_policy: spot
`);
});

it('writes every field of a launch as a key or in the comment', () => {
  const values: Record<string, unknown> = {
    env: { MODE: 'fast' },
    image_login: { user: 'robin', registry: 'docker.io', secret: 'login' },
    extra_filters: { verified: { eq: true } },
    additions: { noAutoTmux: true },
    budget: 4,
  };
  for (const field of Object.keys(launchDraftSchema.shape)) {
    const value = values[field] ?? (field in creationFields ? 'said' : expect.fail(field));
    const one = { name: 'one', launch: { [field]: value } } as SavedLaunch;
    for (const format of taskFormats) {
      const text = launchAsTask(one, format);
      expect(text.length, `${field} in ${format}`).toBeGreaterThan(
        launchAsTask({ name: 'one', launch: {} }, format).length,
      );
    }
  }
});

it.each([
  ['run: x', 'Line 1: run belongs to a run, not to a launch.'],
  ['workdir: .\nfile_mounts: {/a: ./a}', 'Line 2: file_mounts belongs to a run, not to a launch.'],
  ['type: task\ncommands: [x]', 'Line 1: type must be dev-environment.'],
  ['resources:\n  autostop: {down: true}', 'Line 2: resources.autostop must be minutes'],
  ['resources:\n  cloud: aws', 'Line 2: resources.cloud isn’t supported.'],
  ['resources:\n  ports: 8000-8010', 'A launch has no range of ports, such as 8000-8010.'],
  [
    'type: dev-environment\nregistry_auth: {username: a, password: hunter2}',
    'Line 2: registry_auth must be username and password, with ${{ secrets.NAME }} as the password.',
  ],
])('refuses %j, which no launch can be', (source, message) => {
  const refused = () => launchFromTask(source, 'x', known);
  expect(refused).toThrow(message);
  expect(refused).not.toThrow('hunter2');
});

it.each([
  ['true', 5],
  ['10', 10],
  ['2h', 120],
  ['{idle_minutes: 30}', 30],
])('reads that a cluster with autostop: %s stops itself when idle', (autostop, minutes) => {
  const read = launchFromTask(`resources:\n  autostop: ${autostop}\n`, 'x', known);
  expect(read.launch.additions).toEqual({ stopWhenIdleMinutes: minutes });
});

it('takes the name of the file where a task has none', () => {
  expect(launchFromTask('setup: echo', 'box', known)).toEqual({ name: 'box', launch: { onstart: 'echo' } });
});

describe('any launch', () => {
  const count = fc.integer({ min: 1, max: 512 });
  const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/);
  const value = fc.oneof(fc.string(), fc.constantFrom('yes', '8080:22', 'a=b', 'null', '1_0'));
  const filters = fc.record(
    {
      gpu_name: fc
        .uniqueArray(fc.constantFrom('RTX 4090', 'RTX 3090', 'L40', 'L40S'), { minLength: 1 })
        .map((names) => ({ in: names })),
      num_gpus: fc.record({ eq: count }),
      gpu_ram: fc.record({ gte: fc.integer({ min: 1, max: 200_000 }) }),
      cpu_ram: fc.record({ gte: fc.integer({ min: 1, max: 2_000_000 }) }),
      cpu_cores_effective: fc.record({ gte: count }),
      dph_total: fc.record({ lte: count.map((cents) => cents / 100) }),
    },
    { requiredKeys: [] },
  );
  const image = fc.constantFrom('debian:12', 'pytorch/pytorch', 'ghcr.io/a/b:1', 'localhost:5000/a');
  /** Only what both formats can say, or one of them. */
  const any = fc
    .record(
      {
        image,
        disk: fc.integer({ min: 8, max: 2000 }),
        onstart: fc.constantFrom('echo', 'a\nb\n', 'yes', '# only a comment\n', 'x: [y\n  z'),
        variables: fc.dictionary(name, value),
        secrets: fc.uniqueArray(name.map((plain) => `S_${plain}`)),
        ports: fc.uniqueArray(fc.constantFrom('80:80', '8000:8000', '8080:22')),
        user: fc.constantFrom('robin', 'yes', 'a b'),
        idle: count,
        filters,
        type: fc.constantFrom<'bid' | 'on-demand'>('bid', 'on-demand'),
      },
      { requiredKeys: ['variables', 'secrets', 'ports', 'image'] },
    )
    .map(
      ({
        variables,
        secrets,
        ports,
        user,
        idle,
        filters: wanted,
        type,
        image: from,
        ...fields
      }): SavedLaunch => {
        const env = {
          ...variables,
          ...Object.fromEntries(secrets.map((secret) => [secret, { secret }])),
          ...Object.fromEntries(ports.map((port) => [`-p ${port}`, '1'])),
        };
        const [host = ''] = from.split('/');
        const registry = /[.:]/.test(host) && from.includes('/') ? host : 'docker.io';
        return {
          name: 'any',
          launch: {
            image: from,
            ...fields,
            ...(Object.keys(env).length > 0 ? { env } : {}),
            ...(user === undefined ? {} : { image_login: { user, registry, secret: 'login' } }),
            ...(idle === undefined ? {} : { additions: { stopWhenIdleMinutes: idle } }),
          },
          ...(type === undefined && wanted === undefined
            ? {}
            : { offers: { filters: wanted ?? {}, ...omitUndefined({ type }) } }),
        };
      },
    );

  it.each(taskFormats)('is what %s’ reference allows, and its own rules allow it back', (format) => {
    fc.assert(
      fc.property(any, (said) => {
        const text = launchAsTask(said, format);
        expect(faultsIn(text, format)).toBeUndefined();
        expect(parse(text, { version: '1.1' })).toEqual(parse(text));
        expect(readLaunch(launchFromTask(text, 'x', known), 'import:x').name).toBe('any');
      }),
    );
  });

  it('comes back from SkyPilot’s format with all that it has keys for', () => {
    fc.assert(
      fc.property(any, (said) => {
        const { gpu_name: gpu, num_gpus: gpus, gpu_ram: _ram, ...others } = said.offers?.filters ?? {};
        const wanted = { ...others, ...(gpu ? { gpu_name: gpu, num_gpus: gpus ?? { eq: 1 } } : {}) };
        const { image_login: login, env = {}, ...fields } = said.launch;
        const kept = Object.fromEntries(Object.entries(env).filter(([key]) => key !== '-p 8080:22'));
        expect(launchFromTask(launchAsTask(said, 'skypilot'), 'x', known)).toEqual(
          withOffers(
            {
              name: 'any',
              launch: {
                ...fields,
                ...(Object.keys(kept).length > 0 ? { env: kept } : {}),
                ...(login ? { image_login: { ...login, secret: 'SKYPILOT_DOCKER_PASSWORD' } } : {}),
              },
            },
            wanted,
            said,
          ),
        );
      }),
    );
  });

  it('comes back from dstack’s format with all that it has keys for', () => {
    fc.assert(
      fc.property(any, (said) => {
        const { additions: _, ...fields } = said.launch;
        expect(launchFromTask(launchAsTask(said, 'dstack'), 'x', known)).toEqual(
          withOffers({ name: 'any', launch: fields }, said.offers?.filters ?? {}, said),
        );
      }),
    );
  });

  /** Without a filter and a type, no search is said; every search asks for free offers with room for the disk. */
  function withOffers(read: SavedLaunch, wanted: object, { offers }: SavedLaunch): SavedLaunch {
    const type = offers?.type;
    const room = read.launch.disk === undefined ? {} : { disk_space: { gte: read.launch.disk } };
    if (Object.keys(wanted).length === 0 && type === undefined) return read;
    return {
      ...read,
      offers: { filters: { ...wanted, ...room, ...freeOffers }, ...omitUndefined({ type }) },
    };
  }
});

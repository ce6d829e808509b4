import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/errors';
import type { Instance } from '../../../src/api/schemas/instances/instance';
import type { SavedLaunch } from '../../../src/domain/launch/launchFile';
import { launchLike, rentLike, savedLike } from '../../../src/prompts/launch/launchLike';
import type { Services } from '../../../src/prompts/services';
import type { AgreedStop } from '../../../src/domain/stops/stopSchema';
import type { AccountInUse } from '../../../src/stores/account/accountInUse';
import { eventually } from '../support/eventually';
import { clearScreen, screen } from '../support/fakeVscode';

const searched: unknown[][] = [];
vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
vi.mock('../../../src/prompts/offers/searchAndRent', () => ({
  searchAndRent: (_: unknown, ...rest: unknown[]) => {
    searched.push(rest);
    return Promise.resolve({ instanceId: 8 });
  },
}));

beforeEach(() => {
  clearScreen();
  searched.length = 0;
});

const who = { account: { id: 'a' } } as AccountInUse;
const rented: Instance = {
  id: 7,
  label: 'train',
  image_uuid: 'debian:12',
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  disk_space: 40,
  machine_id: 12,
};
const remembered: SavedLaunch = {
  name: 'train',
  launch: {},
  offers: { filters: { reliability: { gte: 0.99 } }, order: undefined, type: 'on-demand' },
};

function around({
  rentedAs,
  template,
  stop,
}: { rentedAs?: SavedLaunch; template?: () => Promise<unknown>; stop?: AgreedStop } = {}) {
  const kept = new Map<string, string>();
  const services = {
    instances: { state: { instances: new Map([[9, { id: 9, label: 'train-2' }]]) } },
    launches: {
      rentedAs: (account: string, id: number) => (account === 'a' && id === 7 ? rentedAs : undefined),
    },
    launchSecrets: {
      freeName: (name: string) => Promise.resolve(name),
      set: (name: string, value: string) => Promise.resolve(void kept.set(name, value)),
    },
    volumes: { get: (id: number) => (id === 881 ? { id, name: 'data' } : undefined) },
    templates: { find: template },
    scheduledStops: { read: () => Promise.resolve(new Map(stop ? [[7, stop]] : [])) },
  } as unknown as Services;
  const rent = (instance: Instance, options?: Parameters<typeof rentLike>[3]) =>
    rentLike(services, instance, launchLike(services, who, instance), options);
  const save = (instance: Instance) =>
    savedLike(services, who, instance, launchLike(services, who, instance));
  return { kept, rent, save };
}

it('searches for the same GPU and fills the form in, what looks secret by reference only', async () => {
  const { kept, rent } = around();
  const extra_env: [string, string][] = [
    ['HF_TOKEN', 'hf_1'],
    ['EPOCHS', '3'],
    ['-p 6006:6006', '1'],
  ];
  expect(await rent({ ...rented, extra_env })).toEqual({ instanceId: 8 });
  expect(searched).toEqual([
    [
      {
        start: { type: 'on-demand', filters: { gpu_name: { eq: 'RTX 4090' }, num_gpus: { eq: 1 } } },
        disk: 40,
      },
      {
        draft: {
          image: 'debian:12',
          label: 'train-3',
          env: { HF_TOKEN: { secret: 'HF_TOKEN' }, EPOCHS: '3', '-p 6006:6006': '1' },
        },
      },
    ],
  ]);
  expect([...kept]).toEqual([['HF_TOKEN', 'hf_1']]);
  expect(JSON.stringify(searched)).not.toContain('hf_1');
});

it('keeps the filters, and says what isn’t known of an instance that was rented elsewhere', async () => {
  await around({ rentedAs: remembered }).rent(rented);
  expect(searched[0]?.[0]).toMatchObject({ start: { filters: { reliability: { gte: 0.99 } } } });
  expect(screen.shown).toEqual([]);
  await around().rent(rented);
  expect(screen.shown.map(({ message }) => message)).toEqual([
    'The filters and a registry login that train (7) was rented with aren’t known here. Add them if you need them.',
  ]);
});

it('asks whether the volume is to be kept, for which only its machine will do', async () => {
  const volume_info = [{ volume_id: 881, mount_path: '/mnt' }];
  const extra_env: [string, string][] = [['-v V.881:/mnt', '1']];
  const { rent } = around({ rentedAs: remembered });
  const answered = async (instance: Instance, row: number) => {
    const renting = rent(instance);
    await eventually(() => expect(screen.picks.at(-1)?.items).toHaveLength(2));
    const list = screen.picks.at(-1)!;
    list.choose(list.items[row]!);
    await renting;
    return searched.at(-1);
  };
  const machine = { machineId: 12, volumeName: 'data' };
  expect(await answered({ ...rented, volume_info }, 0)).toMatchObject([
    machine,
    { ...machine, draft: { volume_info: { create_new: false, volume_id: 881, mount_path: '/mnt' } } },
  ]);
  const mounted = await answered({ ...rented, volume_info, extra_env }, 0);
  expect(mounted).toMatchObject([machine, { draft: { env: { '-v V.881:/mnt': '1' } } }]);
  expect(JSON.stringify(mounted)).not.toContain('volume_info');
  const without = JSON.stringify(await answered({ ...rented, volume_info, extra_env }, 1));
  expect(without).not.toMatch(/volume|V\.881|machineId/);
  const renting = rent({ ...rented, volume_info });
  await eventually(() => expect(screen.picks.at(-1)?.items).toHaveLength(2));
  screen.picks.at(-1)!.hide();
  expect(await renting).toBeUndefined();
});

it('says that a volume stays behind where another machine is wanted', async () => {
  const volume_info = [{ volume_id: 881, mount_path: '/mnt' }];
  await around({ rentedAs: remembered }).rent({ ...rented, volume_info }, { leaves: true });
  expect(screen.shown.map(({ message }) => message)).toEqual([
    'The volume “data” stays on its machine and is still billed. The new instance doesn’t have it.',
  ]);
  expect(JSON.stringify(searched)).not.toContain('machineId');
});

it('is rented elsewhere with what is scheduled as far as a launch has that, and says what is left out', async () => {
  const { rent } = around({ rentedAs: remembered });
  const instance = { ...rented, image_runtype: 'ssh ssh_direc' };
  const spent = { kind: 'spent', dollars: 5 } as const;
  await rent(instance, { leaves: true, stop: { action: 'stop', when: spent } });
  expect(searched.at(-1)).toMatchObject([{}, { draft: { budget: 5 } }]);
  expect(screen.shown).toEqual([]);
  const span = { kind: 'at', at: 9, span: 7_200_000 } as const;
  await rent(instance, { leaves: true, stop: { action: 'stop', when: span, others: [{ kind: 'closed' }] } });
  expect(searched.at(-1)).toMatchObject([{}, { draft: { additions: { stopAfterHours: 2 } } }]);
  expect(screen.shown.map(({ message }) => message)).toEqual([
    'Not all of what is scheduled for train (7) is included.',
  ]);
});

it('rents with its template where that logs in at a registry, or says that the template is gone', async () => {
  const template = {
    id: 3,
    hash_id: 'h',
    docker_login_user: 'me',
    extra_filters: { cuda_max_good: { gte: 12 } },
  };
  const instance = { ...rented, template_hash_id: 'h' };
  await around({ rentedAs: remembered, template: () => Promise.resolve(template) }).rent(instance);
  expect(searched[0]).toMatchObject([{ defaults: template.extra_filters }, { template }]);
  const gone = new ApiError('not_found', 'Template not found.', { status: 404 });
  await around({ rentedAs: remembered, template: () => Promise.reject(gone) }).rent(instance);
  expect(screen.shown.at(-1)?.message).toBe(
    'Its template is gone, and with it a registry login that it may have had.',
  );
});

it('is saved with what is scheduled and its budget, without secrets', async () => {
  const stop: AgreedStop = {
    action: 'stop',
    when: { kind: 'idle', minutes: 30 },
    others: [{ kind: 'at', at: 9, span: 7_200_000 }],
  };
  const { kept, save } = around({ rentedAs: { ...remembered, launch: { budget: 4 } }, stop });
  const extra_env: [string, string][] = [['HF_TOKEN', 'hf_1']];
  const { launch } = await save({ ...rented, image_runtype: 'ssh ssh_direc', extra_env });
  expect(launch).toMatchObject({
    label: 'train',
    budget: 4,
    additions: { stopAfterHours: 2, stopWhenIdleMinutes: 30 },
    env: { HF_TOKEN: { secret: 'HF_TOKEN' } },
  });
  expect([...kept]).toEqual([['HF_TOKEN', 'hf_1']]);
  expect(screen.shown.map(({ message }) => message)).toEqual([]);
});

it('says what an instance has that a saved launch can’t', async () => {
  const volume_info = [{ volume_id: 881, mount_path: '/mnt' }];
  const stop: AgreedStop = { action: 'destroy', when: { kind: 'runs' } };
  const { launch } = await around({ stop }).save({ ...rented, volume_info });
  expect(screen.shown.map(({ message }) => message)).toEqual([
    'The filters and a registry login that train (7) was rented with aren’t known here. Add them if you need them. ' +
      'The volume “data” isn’t included: only its machine can use it. Not all of what is scheduled for train (7) is included.',
  ]);
  expect(JSON.stringify(launch)).not.toContain('volume');
});

import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import { launchOfInstance, nextLabel, withoutMounts } from '../../../../src/domain/launch/launchOfInstance';

const rented: Instance = {
  id: 7,
  label: 'train',
  image_uuid: 'pytorch/pytorch:2.8',
  image_runtype: 'jupyter_direc ssh_direc ssh_proxy',
  onstart: 'pip install x',
  extra_env: [
    ['HF_TOKEN', 'hf_1'],
    ['-p 6006:6006', '1'],
    ['-v V.881:/mnt', '1'],
    ['-n team', '1'],
    ['-h', 'box'],
    ['-p nonsense', '1'],
    ['with space', 'x'],
    ['CONTAINER_API_KEY', 'its own'],
  ],
  disk_space: 100,
  gpu_name: 'RTX 4090',
  num_gpus: 2,
};

describe('the launch of an instance', () => {
  it('has all that the service tells of it, and a search for the same GPU', () => {
    expect(launchOfInstance(rented, ['train'])).toEqual({
      draft: {
        image: 'pytorch/pytorch:2.8',
        runtype: 'jupyter_direct',
        onstart: 'pip install x',
        label: 'train-2',
      },
      env: { HF_TOKEN: 'hf_1', '-p 6006:6006': '1', '-v V.881:/mnt': '1', '-n team': '1', '-h': 'box' },
      search: { type: 'on-demand', filters: { gpu_name: { eq: 'RTX 4090' }, num_gpus: { eq: 2 } } },
      disk: 100,
      isRemembered: false,
    });
  });

  it('has the filters, the order, the login and the bid that it was rented with, and its own GPU', () => {
    const login = { user: 'me', registry: 'ghcr.io', secret: 'ghcr.io/me' };
    const offers = {
      filters: {
        rentable: { eq: true },
        rented: { eq: false },
        external: { eq: false },
        disk_space: { gte: 100 },
        machine_id: { eq: 3, notin: [5] },
        gpu_name: { in: ['RTX 3090', 'RTX 4090'] },
        reliability: { gte: 0.99 },
        geolocation: { in: ['DE', 'NL'] },
        inet_down: { gte: 500 },
      },
      order: [['dlperf_per_dphtotal', 'desc']] as [string, 'desc'][],
      type: 'bid' as const,
    };
    const bid = { ...rented, is_bid: true, dph_base: 0.21, image_uuid: 'ghcr.io/me/train' };
    const like = launchOfInstance(bid, [], { launch: { image: 'old', image_login: login }, offers });
    expect(like.draft.image_login).toEqual(login);
    expect(like.draft.image).toBe('ghcr.io/me/train');
    expect([like.bid, like.isRemembered]).toEqual([0.21, true]);
    expect(like.search).toEqual({
      type: 'bid',
      order: 'performancePerDollar',
      filters: {
        machine_id: { notin: [5] },
        gpu_name: { eq: 'RTX 4090' },
        num_gpus: { eq: 2 },
        reliability: { gte: 0.99 },
        geolocation: { in: ['DE', 'NL'] },
        inet_down: { gte: 500 },
      },
    });
  });

  it('knows its volume and the machine that the volume is on', () => {
    const volume_info = [{ volume_id: 881, mount_path: '/mnt' }];
    const { volume, env } = launchOfInstance({ ...rented, volume_info, machine_id: 4 }, []);
    expect(volume).toEqual({ info: { create_new: false, volume_id: 881, mount_path: '/mnt' }, machineId: 4 });
    expect(launchOfInstance({ ...rented, volume_info }, []).volume).toBeUndefined();
    expect(withoutMounts(env)).toEqual({
      HF_TOKEN: 'hf_1',
      '-p 6006:6006': '1',
      '-n team': '1',
      '-h': 'box',
    });
  });

  it('leaves to the form what the service does not tell', () => {
    const bare = launchOfInstance({ id: 7, is_bid: true, dph_base: 0.3, label: '' }, []);
    expect(bare).toEqual({
      draft: {},
      env: {},
      search: { type: 'bid', filters: {} },
      disk: undefined,
      bid: 0.3,
      isRemembered: false,
    });
  });

  it.each([
    ['ssh ssh_direc ssh_proxy', 'ssh_direct'],
    ['ssh_direc', 'ssh_direct'],
    ['ssh_proxy ssh', 'ssh_proxy'],
    ['ssh', 'ssh'],
    ['jupyter_direc', 'jupyter_direct'],
    ['jupyter ssh_direc ssh_proxy', 'jupyter_direct'],
    ['jupyter_proxy  ssh_proxy', 'jupyter_proxy'],
    [' args ', 'args'],
    ['args ssh', undefined],
    ['serverless', undefined],
    ['', undefined],
  ])('has the launch mode that the words "%s" mean: %s', (words, runtype) => {
    expect(launchOfInstance({ id: 7, image_runtype: words }, []).draft.runtype).toBe(runtype);
  });

  it('has the arguments of an image that runs by itself, and is a virtual machine again', () => {
    const { draft } = launchOfInstance(
      { id: 7, image_runtype: 'args', image_args: ['--port', '80'], is_vm: true },
      [],
    );
    expect(draft).toEqual({ runtype: 'args', args_str: '--port 80', vm: true });
  });
});

describe('the label of another one', () => {
  it.each([
    ['train', [], 'train-2'],
    ['train-2', ['train'], 'train-3'],
    ['train', ['train-2', 'train-3'], 'train-4'],
    ['v-1.5', [], 'v-1.5-2'],
  ])('like %s beside %j is %s', (label, taken, next) => {
    expect(nextLabel(label, taken)).toBe(next);
  });

  it('is never one that is taken', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (label, others) => {
        const taken = [label, ...others, nextLabel(label, others)];
        return !taken.includes(nextLabel(label, taken));
      }),
    );
  });
});

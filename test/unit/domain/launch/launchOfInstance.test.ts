import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import { launchOfInstance, nextLabel } from '../../../../src/domain/launch/launchOfInstance';

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
    });
  });

  it('leaves to the form what the service does not tell, and to the person what to bid', () => {
    const bare = launchOfInstance({ id: 7, is_bid: true, dph_base: 0.3, label: '' }, []);
    expect(bare).toEqual({ draft: {}, env: {}, search: { type: 'bid', filters: {} }, disk: undefined });
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

import { expect, it, vi } from 'vitest';
import { launchLike, rentLike } from '../../../src/prompts/launch/launchLike';
import type { Services } from '../../../src/prompts/services';

const searched: unknown[][] = [];
vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
vi.mock('../../../src/prompts/offers/searchAndRent', () => ({
  searchAndRent: (_: unknown, ...rest: unknown[]) => {
    searched.push(rest);
    return Promise.resolve({ instanceId: 8 });
  },
}));

it('searches for the same GPU and fills the form in, what looks secret by reference only', async () => {
  const kept = new Map<string, string>();
  const services = {
    instances: { state: { instances: new Map([[9, { id: 9, label: 'train-2' }]]) } },
    launchSecrets: {
      freeName: (name: string) => Promise.resolve(name),
      set: (name: string, value: string) => Promise.resolve(void kept.set(name, value)),
    },
  } as unknown as Services;
  const like = launchLike(services, {
    id: 7,
    label: 'train',
    image_uuid: 'debian:12',
    extra_env: [
      ['HF_TOKEN', 'hf_1'],
      ['EPOCHS', '3'],
      ['-p 6006:6006', '1'],
    ],
    gpu_name: 'RTX 4090',
    num_gpus: 1,
    disk_space: 40,
  });
  expect(await rentLike(services, like)).toEqual({ instanceId: 8 });
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

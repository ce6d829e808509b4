import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { Call } from '../../../../src/commands/call';
import { destroyInstance } from '../../../../src/commands/instances/destroyInstance';
import { stopInstance } from '../../../../src/commands/instances/stopInstance';
import { deleteVolume, rentWithVolume } from '../../../../src/commands/volumes/volumes';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { commandServices } from '../../support/commandServices';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const price = { dph_total: 0.5, storage_total_cost: 0.02 };
const running: SharedInstance = {
  id: 1,
  label: 'train',
  actual_status: 'running',
  intended_status: 'running',
  // Without SSH, so that no files can be copied first.
  image_runtype: 'args',
  ...price,
};
const withVolume: SharedInstance = { ...running, volume_info: [{ volume_id: 7, mount_path: '/data' }] };
const data = { id: 7, name: 'data', size: 100, storage_total_cost: 0.01 };

const call = (instanceIds: number[], given: Record<string, unknown> = {}): Call => ({
  instanceIds,
  confirmed: false,
  interactive: true,
  arguments: given,
});

describe('what is asked before an instance with a volume', () => {
  it('is destroyed says that the volume is kept and what it goes on costing', async () => {
    const { services, asked, volumes } = commandServices(withVolume, { ...running, id: 2 });
    volumes.push({ ...data, instances: [1] });
    await destroyInstance(services, call([1]));
    expect(asked[0]?.detail).toBe(
      'This can’t be undone. Billing for the instance and its disk ends; it costs $0.50/h now.\n\n' +
        'The volume “data” is kept and costs $0.010/h ($7.20/month) until you delete it.',
    );
    await destroyInstance(services, call([2]));
    expect(asked[1]?.detail).toBe(
      'This can’t be undone. Billing for the instance and its disk ends; it costs $0.50/h now.',
    );
  });

  it('is stopped says so as well', async () => {
    const { services, asked, volumes } = commandServices(running);
    volumes.push({ ...data, instances: [1] });
    await stopInstance(services, call([1]));
    expect(asked[0]?.detail).toContain(
      'The volume “data” is kept and costs $0.010/h ($7.20/month) until you delete it.',
    );
  });

  it('is destroyed with others adds the volumes up', async () => {
    const { services, asked, volumes } = commandServices(withVolume, { ...running, id: 2 });
    volumes.push(data, { ...data, id: 8, name: 'models', instances: [2] });
    await destroyInstance(services, call([1, 2]));
    expect(asked[0]?.detail).toContain(
      'Billing for the instances and their disks ends; they cost $1.00/h now.',
    );
    expect(asked[0]?.detail).toContain(
      'The volumes “data”, “models” are kept and cost $0.020/h ($14.40/month) until you delete them.',
    );
  });

  it('is destroyed names a volume that no list has, and one without a price', async () => {
    const { services, asked, volumes } = commandServices(withVolume);
    await destroyInstance(services, call([1]));
    expect(asked[0]?.detail).toContain(
      'The volume “7” is kept and billed until you delete it. Its price is unknown.',
    );
    volumes.push({ id: 7, name: 'data' });
    await destroyInstance(services, call([1]));
    expect(asked[1]?.detail).toContain('The volume “data” is kept and billed until you delete it.');
  });
});

describe('deleting a volume', () => {
  it('asks with the price that ends, and sends it once', async () => {
    const { services, asked, sent, volumes, answer } = commandServices();
    volumes.push(data);
    answer.agrees = false;
    expect(await deleteVolume(services, call([], { volumeId: 7 }))).toBeUndefined();
    expect(sent).toEqual([]);
    answer.agrees = true;
    expect(await deleteVolume(services, call([], { volumeId: 7 }))).toEqual({ volumeId: 7 });
    expect(asked[0]).toMatchObject({
      message: 'Delete the volume “data” and everything on it?',
      detail: 'This can’t be undone. Billing of $0.010/h ($7.20/month) for it ends.',
      yes: 'Delete Volume',
      warns: true,
    });
    expect(sent).toEqual([[7, 'deleted']]);
  });

  it('says that another one is still being filled, which may be its clone', async () => {
    const { services, asked, volumes } = commandServices();
    volumes.push({ ...data, status: 'copying' }, { id: 8, name: 'done', status: 'created' });
    await deleteVolume(services, call([], { volumeId: 7 }));
    volumes.push({ id: 9, name: 'clone', status: 'copying' });
    await deleteVolume(services, call([], { volumeId: 7 }));
    expect(asked.map(({ detail }) => detail?.split('ends. ')[1])).toEqual([
      undefined,
      'Still being filled: clone. If that is a clone of this volume, wait until it has all data.',
    ]);
  });

  it('says so where the price is not known', async () => {
    const { services, asked, volumes } = commandServices();
    volumes.push({ id: 7, name: 'data' });
    await deleteVolume(services, call([], { volumeId: 7 }));
    expect(asked[0]?.detail).toContain('Its price is unknown.');
  });

  it.each([
    ['timeout', 'The volume may still exist and cost $0.010/h.'],
    ['rate_limited', 'The volume wasn’t deleted and still costs $0.010/h.'],
  ] as const)('says that it is still billed where that fails: %s', async (code, words) => {
    const { services, volumes, answer } = commandServices();
    volumes.push(data);
    answer.refusesId = 7;
    answer.refusal = new ApiError(code, 'No.', { sent: true });
    await expect(deleteVolume(services, call([], { volumeId: 7 }))).rejects.toThrow(`No. ${words}`);
  });

  it('is refused in a sentence while it is attached, nothing asked and nothing sent', async () => {
    for (const instance of [withVolume, running]) {
      const { services, asked, sent, volumes } = commandServices(instance);
      volumes.push({ ...data, instances: [1] });
      await expect(deleteVolume(services, { ...call([], { volumeId: 7 }), confirmed: true })).rejects.toThrow(
        'The volume “data” is attached to train (1). Destroy the instance first',
      );
      expect([asked, sent]).toEqual([[], []]);
    }
  });

  it('is refused also where an instance got it while the person was asked', async () => {
    const { services, sent, volumes } = commandServices(running);
    volumes.push(data);
    services.dialogs.confirm = () => {
      volumes[0] = { ...data, instances: [1] };
      return Promise.resolve(true);
    };
    await expect(deleteVolume(services, call([], { volumeId: 7 }))).rejects.toThrow('is attached to');
    expect(sent).toEqual([]);
  });

  it('of an unknown one says that it was not found', async () => {
    const { services } = commandServices();
    await expect(deleteVolume(services, call([], { volumeId: 9 }))).rejects.toThrow('Volume 9 not found.');
    await expect(deleteVolume(services, call([], { volumeId: 'x' }))).rejects.toThrow('volumeId');
  });
});

describe('renting with a volume', () => {
  it('is refused in a sentence where nobody knows its machine', async () => {
    const { services, sent, volumes } = commandServices();
    volumes.push(data);
    await expect(rentWithVolume(services, call([], { volumeId: 7 }))).rejects.toThrow(
      'The service doesn’t say which machine the volume “data” is on.',
    );
    expect(sent).toEqual([]);
  });
});

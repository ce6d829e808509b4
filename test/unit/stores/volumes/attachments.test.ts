import { describe, expect, it } from 'vitest';
import { AttachmentWatch, instancesOf, volumeIdsOf } from '../../../../src/stores/volumes/attachments';
import type { ExpectedRental } from '../../../../src/stores/instances/instanceChange';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';

const listed = (...instances: SharedInstance[]) => ({
  instances: new Map(instances.map((instance) => [instance.id, instance])),
  expected: [] as ExpectedRental[],
  fetchedAt: 1,
});

describe('what a volume is attached to', () => {
  it('is told by its own row, by the instance’s, or by both', () => {
    const one = { id: 1, volume_info: [{ volume_id: 7 }] };
    expect(instancesOf({ id: 7, instances: [1] }, listed({ id: 1 }))).toEqual([1]);
    expect(instancesOf({ id: 7 }, listed(one))).toEqual([1]);
    expect(instancesOf({ id: 7, instances: [1] }, listed(one, { id: 2 }))).toEqual([1]);
    expect(volumeIdsOf(1, [], listed(one).instances)).toEqual([7]);
    expect(volumeIdsOf(1, [{ id: 7, instances: [1] }, { id: 8 }], listed({ id: 1 }).instances)).toEqual([7]);
  });

  it('is nothing once the instance is gone, but not while the list does not have it yet', () => {
    const volume = { id: 7, instances: [1] };
    expect(instancesOf(volume, listed())).toEqual([]);
    const { fetchedAt: _, ...unknown } = listed();
    expect(instancesOf(volume, unknown)).toEqual([1]);
    const rental = { instanceId: 1, phase: 'created' } as ExpectedRental;
    expect(instancesOf(volume, { ...listed(), expected: [rental] })).toEqual([1]);
  });
});

describe('the list of volumes', () => {
  const one = { id: 1, volume_info: [{ volume_id: 7 }] };
  const two = { id: 2, volume_info: [{ volume_id: 8 }] };

  it('is too old once an instance has a volume that it does not show with it', () => {
    const watch = new AttachmentWatch();
    expect(watch.follow([{ id: 3 }], [], [])).toBe(false);
    expect(watch.hasSome).toBe(false);
    expect(watch.follow([one], [], [{ id: 7, instances: [1] }])).toBe(false);
    expect(watch.hasSome).toBe(true);
    expect(watch.follow([one, two], [], [{ id: 7, instances: [1] }])).toBe(true);
    // Said once: a service may never show it.
    expect(watch.follow([one, two], [], [{ id: 7, instances: [1] }])).toBe(false);
  });

  it('is too old once an instance with a volume is gone, according to either list', () => {
    const watch = new AttachmentWatch();
    watch.follow([one, two, { id: 3 }], [], []);
    expect(watch.follow([one, two], [3], [])).toBe(false);
    expect(watch.follow([two], [1], [])).toBe(true);
    expect(watch.follow([two], [5], [{ id: 9, instances: [5] }])).toBe(true);
  });
});

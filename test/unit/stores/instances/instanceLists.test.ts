import { expect, it } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { silent } from '../../../../src/log/log';
import { InstanceLists } from '../../../../src/stores/instances/instanceLists';
import type { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';
import { GoneInstances } from '../../../../src/stores/instances/goneInstance';

it('searches a list for what is about to change once, however often that is asked', () => {
  const lists = new InstanceLists(
    { snapshots: {} as unknown as SnapshotFiles, gone: new GoneInstances(systemClock), clock: systemClock },
    silent,
  );
  let looks = 0;
  const row = (id: number, actual_status: string) => ({
    id,
    get actual_status() {
      looks += 1;
      return actual_status;
    },
  });
  const resting = new Map([[1, row(1, 'running')]]);
  expect(lists.isPending(resting)).toBe(false);
  const before = looks;
  expect(lists.isPending(resting)).toBe(false);
  expect(looks).toBe(before);
  expect(lists.isPending(new Map([...resting, [2, row(2, 'loading')]]))).toBe(true);
});

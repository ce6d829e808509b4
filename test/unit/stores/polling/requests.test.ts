import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import { hourlyCost } from '../../../../src/domain/money/rate';
import { lifecycleOf } from '../../../../src/domain/instances/lifecycle';
import { usedAddress } from '../../../../src/ssh/address';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { systemClock } from '../../../../src/clock';
import { GoneInstances } from '../../../../src/stores/instances/goneInstance';
import { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';

let folder: string;
let snapshots: SnapshotFiles;
let gone: GoneInstances;
let written = 0;
/** Read once: a clock that is set back in between would make a list older than the one before it. */
const start = Date.now() - 60_000;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  gone = new GoneInstances(systemClock);
  snapshots = new SnapshotFiles(new AccountFiles(folder), systemClock, undefined, gone);
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const running = {
  id: 5,
  label: 'mine',
  actual_status: 'running',
  ssh_host: 'ssh5.example.com',
  ssh_port: 40022,
  image_runtype: 'ssh_proxy',
  dph_total: 0.4,
};

/** What a window knows after these lists, one after the other. */
async function after(...lists: Instance[][]) {
  for (const listed of lists) await snapshots.write('a-1', { at: start + written++, instances: listed });
  return (await snapshots.read('a-1'))?.instances ?? [];
}

describe('an instance whose row cannot be read', () => {
  it('keeps its address and its price, list after list, and is billed as if it were running', async () => {
    const unreadable = { id: 5, unreadable: true } as const;
    const [kept, ...others] = await after([running], [unreadable], [unreadable]);
    expect(others).toEqual([]);
    expect(kept).toEqual({ ...running, unreadable: true });
    expect(usedAddress(kept!, false)).toMatchObject({ host: 'ssh5.example.com', port: 40022 });
    expect(hourlyCost(kept!).now).toEqual({ dollars: 0.4, isLeast: false, isMost: true });
    expect(lifecycleOf(kept!)).toMatchObject({ phase: 'unreadable', hopeless: false, pending: false });
  });

  it('is readable again as soon as its row is', async () => {
    expect(await after([running], [{ id: 5, unreadable: true }], [{ ...running, label: 'new' }])).toEqual([
      { ...running, label: 'new' },
    ]);
  });

  it('is there though nothing was known of it before', async () => {
    expect(await after([{ id: 9, unreadable: true }])).toEqual([{ id: 9, unreadable: true }]);
  });

  it('may be any that is missing, as long as it has no id', async () => {
    const nameless = { id: -1, unreadable: true } as const;
    const other = { id: 6, actual_status: 'running' };
    expect(await after([running, other], [other, nameless])).toEqual([
      other,
      nameless,
      { ...running, unreadable: true },
    ]);
    gone.denied('a-1', 5);
    written += 120_000;
    expect(await after([other])).toEqual([other]);
  });
});

describe('an instance that starts again', () => {
  const stopped = { id: 5, actual_status: 'exited', cur_state: 'stopped', intended_status: 'stopped' };
  const starting = { ...stopped, cur_state: 'running', intended_status: 'running' };
  const phases = async (...lists: [seconds: number, row: Instance][]) => {
    const seen: string[] = [];
    for (const [seconds, row] of lists) {
      await snapshots.write('a-1', { at: start - 3_600_000 + seconds * 1000, instances: [row] });
      const [kept] = (await snapshots.read('a-1'))?.instances ?? [];
      seen.push(lifecycleOf(kept!).phase);
    }
    return seen;
  };

  it('passes through exited without being taken for crashed', async () => {
    expect(
      await phases(
        [0, stopped],
        [10, { ...stopped, intended_status: 'running' }],
        [20, starting],
        [30, starting],
        [40, { ...starting, actual_status: 'running' }],
      ),
    ).toEqual(['stopped', 'scheduling', 'restarting', 'restarting', 'running']);
  });

  it('has crashed two minutes after it was last running, unless it runs again', async () => {
    const running = { ...starting, actual_status: 'running' };
    expect(await phases([0, running], [10, starting], [120, starting], [131, starting])).toEqual([
      'running',
      'restarting',
      'restarting',
      'exited',
    ]);
    expect(await phases([140, running], [150, starting], [160, running])).toEqual([
      'running',
      'restarting',
      'running',
    ]);
  });

  it('has crashed once it stays exited, also where the very same list comes again and in another window', async () => {
    expect(await phases([0, stopped], [10, starting], [300, starting])).toEqual([
      'stopped',
      'restarting',
      'restarting',
    ]);
    snapshots = new SnapshotFiles(new AccountFiles(folder));
    expect(await phases([311, starting], [400, starting])).toEqual(['exited', 'exited']);
  });
});

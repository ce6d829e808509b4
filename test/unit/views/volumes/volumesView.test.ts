import { describe, expect, it, vi } from 'vitest';
import type { LateTree } from '../../../../src/views/lateTree';
import type { InstanceChange } from '../../../../src/stores/instances/instanceChange';
import type { VolumeState, VolumeStore } from '../../../../src/stores/volumes/volumeStore';
import type { InstanceStore } from '../../../../src/stores/instances/instanceStore';
import { VolumeNode } from '../../../../src/views/volumes/volumeNodes';
import { type Node, VolumesView } from '../../../../src/views/volumes/volumesView';
import { fakeVscode } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const data = { id: 7, name: 'data', instances: [1] };
const some: VolumeState = { accountId: 'a-1', volumes: [data], fetchedAt: 0 };

function drawn(state: VolumeState) {
  const volumesChanged = new fakeVscode.EventEmitter<void>();
  const instancesChanged = new fakeVscode.EventEmitter<Partial<InstanceChange>>();
  const visible: boolean[] = [];
  const timers: (() => void)[] = [];
  let now = 0;
  const volumes = {
    state,
    get: (id: number) => volumes.state.volumes.find((volume) => volume.id === id),
    onDidChange: volumesChanged.event,
    setVisible: (is: boolean) => visible.push(is),
  };
  const instances = {
    state: { instances: new Map([[1, { id: 1, label: 'train' }]]), expected: [], fetchedAt: 0 },
    onDidChange: instancesChanged.event,
  };
  const view = { visible: false, message: '', onDidChangeVisibility: () => ({ dispose: () => undefined }) };
  const tree = { view, attach: () => undefined } as unknown as LateTree<Node>;
  const made = new VolumesView(tree, {
    volumes: volumes as unknown as VolumeStore,
    instances: instances as unknown as InstanceStore,
    clock: {
      now: () => now,
      monotonic: () => now,
      after: (_milliseconds, callback) => {
        timers.push(callback);
        return () => void timers.splice(timers.indexOf(callback), 1);
      },
    },
  });
  const redrawn: unknown[] = [];
  made.onDidChangeTreeData((rows) => redrawn.push(rows));
  return {
    made,
    view,
    timers,
    redrawn,
    instances,
    instancesChanged,
    changeTo: (next: VolumeState) => {
      volumes.state = next;
      volumesChanged.fire();
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
      timers.at(-1)?.();
    },
  };
}

describe('the volumes view', () => {
  it('says how old the rows are after a failed refresh, and the age grows by itself', () => {
    const { view, changeTo, pass, timers } = drawn(some);
    expect(view.message).toBe('');
    changeTo({ ...some, error: new Error('It is out of order.') });
    expect(view.message).toContain('Last updated less than a minute ago.');
    pass(5 * 60_000);
    expect(view.message).toContain('Last updated 5 minutes ago.');
    changeTo(some);
    expect(view.message).toBe('');
    expect(timers).toEqual([]);
  });

  it('leaves the reason to the view of the instances where that says the same', () => {
    const { view, changeTo, instances } = drawn(some);
    const error = new Error('It is out of order.');
    Object.assign(instances.state, { error });
    changeTo({ ...some, error });
    expect(view.message).toBe('Last updated less than a minute ago.');
    changeTo({ ...some, error: new Error('It is forbidden.') });
    expect(view.message).toMatch(/^Last updated less than a minute ago\. ./);
  });

  it('has the newest first, keeps its rows, and tells what each is attached to', () => {
    const { made, instances, instancesChanged, redrawn, changeTo } = drawn(some);
    const [row] = made.getChildren();
    changeTo({ ...some, volumes: [data, { id: 9 }] });
    expect(made.getChildren()).toEqual([new VolumeNode(9), row]);
    expect(made.getChildren()[1]).toBe(row);
    expect(made.getTreeItem(row!).description).toContain('on train');
    instances.state.instances.delete(1);
    redrawn.length = 0;
    instancesChanged.fire({ added: [], removed: [1], changed: [] });
    instancesChanged.fire({ added: [], removed: [], changed: [] });
    expect(redrawn).toHaveLength(1);
    expect(made.getTreeItem(row!).description).toContain('not attached');
    expect(made.getChildren(row).map((fact) => 'label' in fact && fact.label)).toContain('Price');
  });
});

import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import type { LateTree } from '../../../../src/views/lateTree';
import { type Node, ThisInstanceView } from '../../../../src/views/instances/thisInstanceView';
import { systemClock } from '../../../../src/clock';
import { Disposable } from 'vscode';
import { lists } from '../../connect/support/lists';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const nothing = new Disposable(() => undefined);
const training: SharedInstance = {
  id: 7,
  label: 'training',
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  actual_status: 'running',
  intended_status: 'running',
  dph_total: 0.26,
  storage_total_cost: 0.01,
};

/** The view of a window on instance 7, for someone with these accounts whose list has these instances. */
function openView(
  instances: readonly SharedInstance[],
  accounts = [{ id: 'a' }],
  error?: unknown,
  known: ReturnType<typeof lists> = lists(),
) {
  const view = { visible: true, message: '', description: '', onDidChangeVisibility: () => nothing };
  const tree = { view, attach: () => undefined } as unknown as LateTree<Node>;
  const listed = new Map(instances.map((one) => [one.id, one]));
  const drawn = new ThisInstanceView(tree, 7, {
    ...known,
    accounts: {
      accounts,
      active: accounts[0] && { ...accounts[0], baseUrl: 'https://example.com' },
      onDidChange: () => nothing,
    } as never,
    instances: {
      state: { accountId: 'a', instances: listed, fetchedAt: 1, expected: [], error },
      get: (id) => listed.get(id),
      hold: () => nothing,
      onDidChange: () => nothing,
    },
    underWay: { of: () => undefined },
    stopKeeper: { of: () => undefined },
    clock: systemClock,
  });
  const look = () => drawn.getChildren().map((node) => drawn.getTreeItem(node));
  const rows = look();
  drawn.dispose();
  return {
    view,
    rows,
    look,
    lines: rows.map(({ label, description }) => [label as string, description].join(' | ')),
  };
}

describe('the view of a window on an instance', () => {
  it('says which instance it is, what it costs, and how to end that', () => {
    const { view, lines, rows } = openView([training]);
    expect(view).toMatchObject({ description: 'gpu-7', message: '' });
    expect(lines).toEqual([
      'training | running · $0.26/h · 1× RTX 4090',
      'Stop | keeps the disk for $0.010/h',
      'Destroy… | with its disk',
    ]);
    expect(rows.slice(1).map(({ command }) => command)).toMatchObject([
      { command: 'gpuRental.stopInstance', arguments: [{ instanceId: 7 }] },
      { command: 'gpuRental.destroyInstance', arguments: [{ instanceId: 7 }] },
    ]);
  });

  it('starts an instance that is stopped', () => {
    const { lines } = openView([{ ...training, actual_status: 'exited', intended_status: 'stopped' }]);
    expect(lines.slice(1)).toEqual(['Start | $0.26/h', 'Destroy… | with its disk']);
  });

  it('says how old its row is where the last refresh failed', () => {
    const { view } = openView([training], [{ id: 'a' }], new ApiError('offline', 'No connection.'));
    expect(view.message).toMatch(/^Last updated .+ No connection\.$/);
  });

  it('says so if the account in use doesn’t have it, and leads to the one that may', () => {
    const others = openView([], [{ id: 'a' }, { id: 'b' }]);
    expect(others.view.message).toContain('instance 7, which isn’t in the account in use');
    expect(others.rows[0]?.command).toMatchObject({ command: 'gpuRental.switchAccount', arguments: [] });
    expect(openView([]).rows).toEqual([]);
    expect(openView([], []).rows[0]?.command).toMatchObject({ command: 'gpuRental.signIn' });
  });

  it('has nothing of an instance of the account in use if it is another service’s with the same id', async () => {
    const others = { id: 'b', baseUrl: 'https://example.net', ids: [7] };
    const own = { id: 'a', baseUrl: 'https://example.com', ids: [7] };
    const accounts = [{ id: 'a' }, { id: 'b' }];
    const { view, look } = openView([training], accounts, undefined, lists(others, own));
    await eventually(() => expect(view.message).toContain('which isn’t in the account in use'));
    expect(look().map(({ command }) => command?.command)).toEqual(['gpuRental.switchAccount']);
    const first = openView([training], accounts, undefined, lists(own, others));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([first.view.message, first.look().length]).toEqual(['', 3]);
  });
});

import { expect, it, vi } from 'vitest';
import { readCall } from '../../../../src/commands/call';
import { lifecycleOf } from '../../../../src/domain/instances/lifecycle';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import type { ExpectedRental, InstanceState } from '../../../../src/stores/instances/instanceChange';
import { instanceLine } from '../../../../src/views/instances/instanceLine';
import { moveItem, moveNodes } from '../../../../src/views/instances/moveRow';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const moves = {
  knownTarget: (accountId: string, id: number) => (accountId === 'a' && id === 7 ? 8 : undefined),
};
const stopped: SharedInstance = {
  ...{ id: 7, label: 'train', actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' },
};
const state = (ids: readonly number[], more: Partial<InstanceState> = {}): InstanceState => ({
  accountId: 'a',
  instances: new Map(ids.map((id) => [id, { ...stopped, id, label: `train-${id}` }])),
  expected: [],
  ...more,
});

it('says that a move isn’t finished, and goes on with it when it is selected', () => {
  const [node, ...others] = moveNodes(7, moves, state([7, 8]));
  expect(others).toEqual([]);
  const item = moveItem(node!, 'a');
  expect([item.label, item.description]).toEqual(['Move isn’t finished', 'to train-8 (8)']);
  expect(item.tooltip).toMatch(
    /^Move to train-8 \(8\) isn’t finished\n.*Nothing is rented again\..* both are billed\./,
  );
  expect(item.command).toMatchObject({ command: 'gpuRental.moveInstance', arguments: [node] });
  const call = readCall(item.command?.arguments?.[0], undefined, 'consent');
  expect(call).toEqual({ instanceIds: [7], confirmed: false, interactive: true, arguments: {} });
});

it('is there before the service lists what was rented', () => {
  const expected = [{ instanceId: 8, phase: 'created' }] as ExpectedRental[];
  const [node] = moveNodes(7, moves, state([7], { expected }));
  expect(moveItem(node!, 'a').description).toBe('to instance 8');
});

it('is only below the instance that is moved, in its account, while the new one is there', () => {
  expect(moveNodes(7, moves, state([7]))).toEqual([]);
  expect(moveNodes(8, moves, state([7, 8]))).toEqual([]);
  expect(moveNodes(7, moves, state([7, 8], { accountId: 'b' }))).toEqual([]);
});

it('is said in the row of a stopped instance, in front of what it costs', () => {
  const line = (isMoving: boolean) => instanceLine(stopped, lifecycleOf(stopped), { now: 0, isMoving });
  expect(line(true)).toMatch(/^stopped · move isn’t finished · disk /);
  expect(line(false)).not.toContain('move');
});

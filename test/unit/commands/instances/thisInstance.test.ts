import { beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../../../src/commands/call';
import { destroyThisInstance, stopThisInstance } from '../../../../src/commands/instances/thisInstance';
import type { Services } from '../../../../src/prompts/services';
import { CallFor } from '../../../../src/ask/caller';
import { lists } from '../../connect/support/lists';
import { InstanceNode } from '../../../../src/views/instances/instanceNodes';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const on = vi.hoisted(() => ({ instance: undefined as number | undefined }));
vi.mock('../../../../src/connect/window/followWindow', () => ({ instanceOfWindow: () => on.instance }));

beforeEach(() => {
  clearScreen();
  on.instance = 7;
});

const [here, elsewhere] = ['https://example.com', 'https://example.net'];
const services = (listed: number[], before: Parameters<typeof lists> = []) =>
  ({
    ...lists(...before, { id: 'b', baseUrl: here, ids: listed }),
    accounts: { accounts: [{ id: 'a' }, { id: 'b' }], active: { id: 'b', baseUrl: here } },
    consent: 'agreed',
    instances: {
      get: (id: number) => (listed.includes(id) ? { id } : undefined),
      refresh: async () => undefined,
    },
  }) as unknown as Services;
const call = (of: Partial<Call>) => ({ instanceIds: [], arguments: {}, ...of }) as Call;

it('is done to the instance of the window, with the consent that was given', async () => {
  await stopThisInstance(services([7]), call({ interactive: true, askedBy: 'unknown' }));
  await destroyThisInstance(services([7]), call({ interactive: false, confirmed: true }));
  await destroyThisInstance(services([7]), call({ interactive: false, confirmed: false }));
  expect(screen.commands).toEqual([
    ['gpuRental.stopInstance', new CallFor('unknown', new InstanceNode(7))],
    ['gpuRental.destroyInstance', new CallFor(undefined, { instanceId: 7, confirmed: 'agreed' })],
    ['gpuRental.destroyInstance', new CallFor(undefined, { instanceId: 7 })],
  ]);
});

it('is refused in a window on no instance, or on one of another account', async () => {
  await expect(stopThisInstance(services([]), call({}))).rejects.toThrow('Instance 7 not found.');
  on.instance = undefined;
  await expect(stopThisInstance(services([7]), call({}))).rejects.toThrow('isn’t on one of your instances');
  expect(screen.commands).toEqual([]);
});

it('is refused in a window on an instance of another service that has the same id', async () => {
  const other = { id: 'a', baseUrl: elsewhere, ids: [7] };
  await expect(destroyThisInstance(services([7], [other]), call({}))).rejects.toThrow(
    'instance 7, which isn’t in the account in use',
  );
  expect(screen.commands).toEqual([]);
  // Another account of the same service has the same one.
  await destroyThisInstance(services([7], [{ ...other, baseUrl: here }]), call({}));
  expect(screen.commands).toHaveLength(1);
});

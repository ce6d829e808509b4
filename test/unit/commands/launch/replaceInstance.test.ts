import { beforeEach, expect, it, vi } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import type { Call } from '../../../../src/commands/call';
import { replaceInstance } from '../../../../src/commands/launch/likeInstance';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';

const rented: Instance = { id: 7, machine_id: 11, gpu_name: 'RTX 4090', actual_status: 'exited' };
const searched: unknown[] = [];
vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
vi.mock(import('../../../../src/commands/instances/targetInstance'), async (importOriginal) => ({
  ...(await importOriginal()),
  wholeInstance: () => Promise.resolve(rented),
}));
vi.mock('../../../../src/prompts/launch/launchLike', () => ({
  launchLike: (_: unknown, __: unknown, instance: Instance) => instance.gpu_name,
  rentLike: (
    _: unknown,
    __: unknown,
    like: unknown,
    { leaves, stop }: { leaves: boolean; stop: unknown },
  ) => {
    searched.push(like, leaves, stop);
    return Promise.resolve({ instanceId: 8 });
  },
}));

beforeEach(() => {
  clearScreen();
  searched.length = 0;
});

function person() {
  const left: [string, number][] = [];
  const { services, stops } = commandServices(rented);
  const badMachines = { add: (account: string, machine: number) => left.push([account, machine]) };
  const call: Call = { instanceIds: [7], confirmed: false, interactive: true, arguments: {} };
  return {
    left,
    stops,
    run: () => replaceInstance({ ...services, badMachines } as unknown as typeof services, call),
  };
}

it('searches for another offer, without the machine, only after the instance was destroyed', async () => {
  const { left, run } = person();
  expect(await run()).toBeUndefined();
  expect(screen.commands).toMatchObject([['gpuRental.destroyInstance', { argument: { instanceId: 7 } }]]);
  expect([left, searched]).toEqual([[], []]);
  screen.results['gpuRental.destroyInstance'] = { instanceIds: [7] };
  expect(await run()).toEqual({ instanceId: 8 });
  expect([left, searched]).toEqual([[['a', 11]], ['RTX 4090', true, undefined]]);
});

it('hands over what is scheduled, which goes with the instance', async () => {
  const { stops, run } = person();
  const stop = { token: 't', action: 'stop', when: { kind: 'spent', dollars: 5 }, createdAt: 1 } as const;
  stops.set(7, stop);
  Object.defineProperty(screen.results, 'gpuRental.destroyInstance', {
    get: () => {
      stops.clear();
      return { instanceIds: [7] };
    },
  });
  await run();
  expect(searched).toEqual(['RTX 4090', true, stop]);
});

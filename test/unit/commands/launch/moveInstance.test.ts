import { beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { ApiError } from '../../../../src/api/errors';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import type { Call } from '../../../../src/commands/call';
import type * as moveFiles from '../../../../src/commands/launch/moveFiles';
import { moveInstance } from '../../../../src/commands/launch/moveInstance';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { GoneInstances } from '../../../../src/stores/instances/goneInstance';
import { Moves } from '../../../../src/stores/instances/moves';
import { Leases } from '../../../../src/stores/windows/lease';
import { temporaryFolder } from '../../ssh/support/temporary';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';

const stopped: Instance = {
  ...{ id: 7, label: 'train', actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' },
};
const played = vi.hoisted(() => ({
  done: [] as string[],
  disk: true,
  stop: undefined as unknown,
  breaks: '',
  gone: [] as string[],
  rented: (): unknown => undefined,
}));
vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
vi.mock('../../../../src/connect/openSource', () => ({
  openDisk: () => Promise.resolve(played.disk ? { name: 'disk' } : undefined),
}));
vi.mock('../../../../src/connect/prepareSsh', () => ({
  prepareSsh: (_: unknown, id: number) => Promise.resolve({ remote: { alias: `gpu-${id}` } }),
}));
vi.mock('../../../../src/prompts/launch/launchLike', () => ({
  launchLike: () => 'like it',
  rentLike: async (
    ...[, , , { leaves, stop }]: [unknown, unknown, unknown, { leaves: boolean; stop: unknown }]
  ) => {
    played.stop = stop;
    played.done.push(`rent, ${leaves ? 'elsewhere' : 'anywhere'}`);
    await played.rented();
    return { instanceId: 8 };
  },
}));
vi.mock('../../../../src/commands/launch/moveFiles', async (original) => {
  const step = <T>(name: string, result: T): Promise<T> => {
    played.done.push(name);
    return played.breaks === name ? Promise.reject(new Error(`${name} broke off`)) : Promise.resolve(result);
  };
  return {
    ...(await original<typeof moveFiles>()),
    fetchDisk: () => step('fetch', { left: ['~/pipe'], gone: played.gone }),
    sendDisk: ({ alias }: { alias: string }) => step(`send to ${alias}`, { files: 2, bytes: 10, left: [] }),
  };
});

let folder: string;
beforeEach(async () => {
  clearScreen();
  Object.assign(played, { done: [], disk: true, breaks: '', gone: [], rented: () => undefined });
  folder = await temporaryFolder();
});

function person(more: Partial<Call> = {}, instance = stopped) {
  const { services, asked, answer, stops } = commandServices(instance);
  const files = new AccountFiles(folder);
  const known = { gone: false, unknown: false, listed: false };
  const get = (id: number) => {
    if (known.unknown) return Promise.reject(new ApiError('server_error', 'Away.', { status: 503 }));
    if (id === 8 && known.gone) return Promise.reject(new ApiError('not_found', 'Gone.', { status: 404 }));
    return Promise.resolve({ ...instance, id });
  };
  const { client } = services.accounts as unknown as { client: { instances: object } };
  const list = () => Promise.resolve(known.listed ? [{ id: 8 }] : []);
  Object.assign(client.instances, { get, list });
  const moves = new Moves(files);
  const leases = new Leases(files, systemClock);
  const gone = new GoneInstances(systemClock);
  Object.assign(services, { files, gone, moves, leases, sshSetup: () => ({}), consent: 'agreed' });
  const call: Call = { instanceIds: [7], confirmed: false, interactive: true, arguments: {}, ...more };
  const target = () => new Moves(files).targetOf('a', 7);
  const now = (one: Instance) => (services.instances.state.instances as Map<number, Instance>).set(7, one);
  return { stops, asked, answer, known, target, now, run: () => moveInstance(services, call) };
}

it('rents elsewhere, copies and compares, and leaves the old instance to a question of its own', async () => {
  const { asked, target, run } = person();
  expect(await run()).toEqual({ instanceId: 8, files: 2, bytes: 10 });
  expect(played.done).toEqual(['rent, elsewhere', 'fetch', 'send to gpu-8']);
  expect(asked.map(({ message }) => message)).toEqual(['Move train (7) to another machine?']);
  expect(asked[0]?.detail).toMatch(/Until then, both are billed[^]*Not moved: SSH keys, links that lead out/);
  expect(screen.commands).toEqual([]);
  expect(screen.shown.at(-1)).toMatchObject({
    message: 'Moved 2 files (10 bytes) to instance 8 and compared them. 1 entry couldn’t be copied: ~/pipe.',
    buttons: ['Connect', 'Destroy train (7)…'],
  });
  expect(await target()).toBeUndefined();
});

it('rents nothing where the person says no, the disk can’t be read, or the instance isn’t stopped', async () => {
  const declined = person();
  declined.answer.agrees = false;
  expect(await declined.run()).toBeUndefined();
  played.disk = false;
  await expect(person().run()).rejects.toThrow(/can’t be read.*Nothing was rented\./);
  const running = { ...stopped, actual_status: 'running', intended_status: 'running', cur_state: 'running' };
  await expect(person({}, running).run()).rejects.toThrow('Stop train (7) first. Nothing was rented.');
  expect(played.done).toEqual([]);
});

it('says what a scheduled destruction means for it, and has the new one rented with what is scheduled', async () => {
  const { asked, answer, run, stops } = person();
  const when = { kind: 'at', at: answer.now + 3_600_000 } as const;
  stops.set(7, { token: 't', action: 'destroy', when, createdAt: answer.now });
  await run();
  expect(played.stop).toBe(stops.get(7));
  expect(asked[0]?.detail).toMatch(
    /train \(7\) is scheduled to be destroyed at .*\. If the new one is rented by then and the move isn’t finished, train \(7\) stays/,
  );
});

it('is done once at a time, and says so to whoever asks again', async () => {
  const [here, elsewhere] = [person(), person()];
  here.answer.agrees = true;
  let refused: unknown;
  played.rented = async () => {
    refused = await elsewhere.run().catch((error: unknown) => error);
  };
  await here.run();
  expect(refused).toMatchObject({ message: 'train (7) is being moved already.' });
  expect(played.done.filter((one) => one.startsWith('rent'))).toHaveLength(1);
  // It can be moved again afterward.
  played.rented = () => undefined;
  expect(await elsewhere.run()).toBeDefined();
});

it('says what an earlier try may have left on the new one', async () => {
  played.gone = ['~/old/a', '~/old/b'];
  const { run } = person();
  await run();
  expect(screen.shown.at(-1)).toMatchObject({
    message: expect.stringContaining(
      '2 entries of an earlier try were deleted since, and may still be there: ~/old/a, ~/old/b.',
    ) as string,
  });
});

it('stops one that waits for its GPU, once the new one is rented', async () => {
  const waiting = { ...stopped, intended_status: 'running', cur_state: 'stopped' };
  const { asked, run } = person({}, waiting);
  played.breaks = 'fetch';
  screen.results['gpuRental.stopInstance'] = { instanceIds: [7] };
  await expect(run()).rejects.toThrow('broke off');
  expect(asked[0]?.detail).toContain('train (7) is stopped: it no longer waits for its GPU.');
  expect(played.done).toEqual(['rent, elsewhere', 'fetch']);
  const argument = { instanceId: 7, confirmed: 'agreed' };
  expect(screen.commands).toEqual([['gpuRental.stopInstance', expect.objectContaining({ argument })]]);
});

it('copies nothing of one that has started meanwhile', async () => {
  const waiting = { ...stopped, intended_status: 'running', cur_state: 'stopped' };
  const { run, now } = person({}, waiting);
  played.rented = () => now({ ...waiting, actual_status: 'running', cur_state: 'running' });
  await expect(run()).rejects.toThrow('Stop it and move it again, or destroy instance 8');
  expect(played.done).toEqual(['rent, elsewhere']);
});

it('goes on after a break with what was rented, without renting again', async () => {
  for (const step of ['fetch', 'send to gpu-8']) {
    const { run, target } = person();
    Object.assign(played, { done: [], breaks: step });
    await expect(run()).rejects.toThrow(`${step} broke off`);
    expect(await target()).toBe(8);
    played.breaks = '';
    played.done = [];
    expect(await run()).toMatchObject({ instanceId: 8 });
    expect(played.done).toEqual(['fetch', 'send to gpu-8']);
  }
});

it('rents again only where the service says that what was rented is gone', async () => {
  const { run, known } = person();
  played.breaks = 'fetch';
  await expect(run()).rejects.toThrow('broke off');
  Object.assign(played, { done: [], breaks: '' });
  known.unknown = true;
  await expect(run()).rejects.toThrow('Away.');
  expect(played.done).toEqual([]);
  // One answer is none: the list still has it.
  Object.assign(known, { unknown: false, gone: true, listed: true });
  await expect(run()).rejects.toThrow('doesn’t say clearly whether instance 8 exists');
  expect(played.done).toEqual([]);
  known.listed = false;
  expect(await run()).toMatchObject({ instanceId: 8 });
  expect(played.done[0]).toBe('rent, elsewhere');
});

it('rents the offer of a program, with its consent', async () => {
  screen.results['gpuRental.rentAnother'] = { instanceId: 8 };
  const { asked, run } = person({ confirmed: true, interactive: false, arguments: { offerId: 5 } });
  expect(await run()).toEqual({ instanceId: 8, files: 2, bytes: 10 });
  expect(asked).toEqual([]);
  const argument = { instanceId: 7, offerId: 5, request: {}, confirmed: 'agreed' };
  expect(screen.commands).toMatchObject([['gpuRental.rentAnother', { argument }]]);
  expect(screen.shown).toEqual([]);
});

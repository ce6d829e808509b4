import { expect, it } from 'vitest';
import { knownRemote, remoteOf } from '../../../src/connect/remotes';

const setup = (hosts: readonly number[], include: 'present' | 'absent' = 'present') => ({
  ...{ program: 'ssh', configFile: '/c', defaultConfigFile: '/d' },
  connections: {} as never,
  config: {
    readEntries: () => Promise.resolve([{ instanceId: 7 }, { instanceId: 8 }] as never),
    includeState: () => Promise.resolve(include as never),
    knowsHost: (id: number) => Promise.resolve(hosts.includes(id)),
  },
});

it('reaches what has an entry', async () => {
  expect(await remoteOf(setup([]), 7)).toMatchObject({ alias: 'gpu-7' });
  expect(await remoteOf(setup([]), 9)).toBeUndefined();
  expect(await remoteOf(setup([], 'absent'), 7)).toBeUndefined();
});

it('logs in unasked only where this computer has logged in before, with that host key and on its own', async () => {
  expect(await knownRemote(setup([7, 9]), 7)).toEqual({
    ...{ program: 'ssh', alias: 'gpu-7', configFile: '/c', defaultConfigFile: '/d' },
    isKnown: true,
  });
  expect(await knownRemote(setup([7]), 8)).toBeUndefined();
  expect(await knownRemote(setup([9]), 9)).toBeUndefined();
  expect(await knownRemote(setup([7], 'absent'), 7)).toBeUndefined();
});

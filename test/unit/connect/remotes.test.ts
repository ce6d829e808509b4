import { expect, it } from 'vitest';
import { knownRemote, remoteOf } from '../../../src/connect/remotes';

const address = { host: '203.0.113.7', port: 4022 };
const setup = (hosts: readonly number[], include: 'present' | 'absent' = 'present') => ({
  ...{ program: 'ssh', configFile: '/c', defaultConfigFile: '/d' },
  connections: {} as never,
  config: {
    readEntries: () => Promise.resolve([7, 8].map((instanceId) => ({ instanceId, ...address })) as never),
    includeState: () => Promise.resolve(include as never),
    knowsHost: (id: number) => Promise.resolve(hosts.includes(id)),
  },
});

it('reaches what has an entry', async () => {
  expect(await remoteOf(setup([]), { id: 7 })).toMatchObject({ alias: 'gpu-7' });
  expect(await remoteOf(setup([]), { id: 9 })).toBeUndefined();
  expect(await remoteOf(setup([], 'absent'), { id: 7 })).toBeUndefined();
});

it('logs in unasked only where this computer has logged in before, with that host key and on its own', async () => {
  expect(await knownRemote(setup([7, 9]), { id: 7 })).toEqual({
    ...{ program: 'ssh', alias: 'gpu-7', configFile: '/c', defaultConfigFile: '/d' },
    isKnown: true,
  });
  expect(await knownRemote(setup([7]), { id: 8 })).toBeUndefined();
  expect(await knownRemote(setup([9]), { id: 9 })).toBeUndefined();
  expect(await knownRemote(setup([7], 'absent'), { id: 7 })).toBeUndefined();
});

it('leaves alone the instance of another service that has the number', async () => {
  const running = { id: 7, actual_status: 'running', image_runtype: 'ssh_proxy' };
  const its = { ...running, public_ipaddr: '203.0.113.9', ports: { '22/tcp': [{ HostPort: '41022' }] } };
  const proxied = { ...its, ssh_host: address.host, ssh_port: address.port };
  expect(await remoteOf(setup([]), its)).toBeUndefined();
  expect(await knownRemote(setup([7]), its)).toBeUndefined();
  expect(await knownRemote(setup([7]), proxied)).toMatchObject({ alias: 'gpu-7' });
  // Without an address, nobody can tell.
  expect(await knownRemote(setup([7]), running)).toMatchObject({ alias: 'gpu-7' });
});

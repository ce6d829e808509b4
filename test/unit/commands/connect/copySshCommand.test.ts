import { beforeEach, expect, it, vi } from 'vitest';
import { copySshCommand } from '../../../../src/commands/connect/connect';
import { commandServices } from '../../support/commandServices';
import { clearScreen } from '../../support/fakeVscode';

vi.mock('vscode', async () => {
  const { fakeVscode } = await import('../../support/fakeVscode');
  const clipboard = { writeText: () => Promise.resolve() };
  return { ...fakeVscode, env: { ...fakeVscode.env, clipboard } };
});
beforeEach(clearScreen);

const instance = {
  ...{ id: 7, actual_status: 'running', intended_status: 'running', cur_state: 'running' },
  ...{ image_runtype: 'ssh_direc ssh_proxy', ssh_host: 'ssh4.example.net', ssh_port: 4000 },
  ...{ public_ipaddr: '203.0.113.7', ports: { '22/tcp': [{ HostPort: '41022' }] } },
};

/** The command where the entry of `gpu-7` has this address. */
async function copied(entry: { host: string; port: number } | undefined, viaProxy: number[] = []) {
  const { services } = commandServices(instance);
  const config = {
    readEntries: () => Promise.resolve(entry ? [{ instanceId: 7, ...entry }] : []),
    includeState: () => Promise.resolve('present'),
  };
  const files = { configFile: '/c', defaultConfigFile: '/c' };
  Object.assign(services, {
    sshSetup: () => ({ ...files, config, program: 'ssh', user: 'root', identityFile: undefined }),
    viaProxy: { list: () => Promise.resolve(new Set(viaProxy)) },
  });
  const call = { instanceIds: [7], arguments: {}, confirmed: false, interactive: false };
  return (await copySshCommand(services, call))?.command;
}

it('copies the alias only where its entry is this instance’s', async () => {
  expect(await copied({ host: '203.0.113.7', port: 41_022 })).toBe('ssh gpu-7');
  expect(await copied({ host: 'ssh4.example.net', port: 4000 }, [7])).toBe('ssh gpu-7');
});

it('else copies the address that is used, as where another service has an instance of that number', async () => {
  const other = { host: '203.0.113.9', port: 22 };
  const long = 'ssh -a -x -o HostKeyAlias=gpu-7 -p';
  expect(await copied(other)).toBe(`${long} 41022 root@203.0.113.7`);
  expect(await copied(undefined)).toBe(`${long} 41022 root@203.0.113.7`);
  expect(await copied(other, [7])).toBe(`${long} 4000 root@ssh4.example.net`);
});

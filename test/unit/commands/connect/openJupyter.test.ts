import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJupyter } from '../../../../src/commands/connect/openJupyter';
import type { Call } from '../../../../src/commands/call';
import type { Services } from '../../../../src/prompts/services';
import type { ProbeOptions } from '../../../../src/ssh/login/probe';
import type { TestAccount } from '../../api/support/account';
import { clearScreen, screen } from '../../support/fakeVscode';
import { useAccount } from '../../support/useAccount';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
vi.mock('../../../../src/connect/prepareSsh', () => ({ prepareSsh: () => prepared.start() }));
// A port that answers counts as one however late it does.
vi.mock(import('../../../../src/ssh/login/probe'), async (importOriginal) => {
  const probe = await importOriginal();
  const patient = (options: ProbeOptions) => probe.isReachable({ ...options, timeoutMs: 900_000 });
  return { ...probe, isReachable: patient };
});
const prepared = vi.hoisted(() => ({ start: (): Promise<boolean> => Promise.resolve(true) }));

const tunnelPort = 50_001;
let account: TestAccount;
let id: number;
let token: string;
let jupyter: Server | undefined;

useAccount((one) => (account = one));
beforeEach(async () => {
  clearScreen();
  id = await account.rentRunning({ runtype: 'jupyter_direct' });
  token = account.sandbox.control.instance(id).jupyter_token;
});
afterEach(() => {
  jupyter?.close();
  prepared.start = () => Promise.resolve(true);
});

function open() {
  const services = {
    accounts: { client: account.client },
    instances: { state: { instances: new Map() } },
    tunnels: { openPlain: () => Promise.resolve({ localPort: tunnelPort }) },
  } as unknown as Services;
  const call = { instanceIds: [id], arguments: {}, interactive: false } as unknown as Call;
  return openJupyter(services, call);
}

describe('Jupyter', () => {
  it('is opened at the machine’s own port where that one answers', async () => {
    const port = Number(account.sandbox.control.instance(id).ports?.['8080/tcp']?.[0]?.HostPort);
    const server = createServer((socket) => socket.destroy());
    jupyter = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await open()).toEqual({ route: 'direct', opened: true });
    expect(screen.opened).toEqual([`https://127.0.0.1:${port}/?token=${token}`]);
  });

  it('is opened with the token of after its start', async () => {
    const { instances } = account.client;
    const stopped = { id, actual_status: 'exited', cur_state: 'stopped', intended_status: 'stopped' };
    const before = { ...stopped, image_runtype: 'jupyter_direct', jupyter_token: 'old' };
    const get = vi.spyOn(instances, 'get').mockResolvedValue(before);
    prepared.start = () => {
      get.mockRestore();
      return Promise.resolve(true);
    };
    expect(await open()).toEqual({ route: 'tunnel', opened: true });
    expect(screen.opened).toEqual([`http://127.0.0.1:${tunnelPort}/?token=${token}`]);
  });

  it('is not asked of an instance without it, which is not started', async () => {
    const started = vi.spyOn(prepared, 'start');
    vi.spyOn(account.client.instances, 'get').mockResolvedValueOnce({ id, image_runtype: 'ssh_direct' });
    await expect(open()).rejects.toThrow('doesn’t include Jupyter');
    expect(started).not.toHaveBeenCalled();
  });

  it('is opened through a tunnel where it does not, rather than a page that never loads', async () => {
    expect(await open()).toEqual({ route: 'tunnel', opened: true });
    expect(screen.opened).toEqual([`http://127.0.0.1:${tunnelPort}/?token=${token}`]);
  });
});

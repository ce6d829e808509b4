import { readFile } from 'node:fs/promises';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JupyterServer, JupyterServerProvider } from '@vscode/jupyter-extension';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Services } from '../../../../src/prompts/services';
import type { SshSetup } from '../../../../src/connect/entries/sshSetup';
import { Tunnels } from '../../../../src/connect/tunnels';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { JupyterServers } from '../../../../src/editor/jupyter/jupyterServers';
import { silent } from '../../../../src/log/log';
import { speaksTls } from '../../../../src/ssh/tunnel/plainPort';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../../api/support/account';
import { makeKey } from '../../ssh/support/realSshd';
import { temporaryFolder } from '../../ssh/support/temporary';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';
import { writeSshEntry } from '../../ssh/support/sshEntry';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const prepareSsh = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/connect/prepareSsh', () => ({ prepareSsh }));

beforeEach(() => {
  clearScreen();
  prepareSsh.mockReset();
  prepareSsh.mockResolvedValue({ alias: 'gpu-7' });
});

const running = {
  actual_status: 'running',
  cur_state: 'running',
  intended_status: 'running',
  dph_total: 0.5,
};
const jupyter = {
  ...running,
  id: 7,
  label: 'train $(x)',
  image_runtype: 'jupyter_direc ssh_direc ssh_proxy',
};

/** The picker of the Jupyter extension, and what stands in it. */
function pickerFor(account?: TestAccount, tunnels?: Pick<Tunnels, 'openPlain'>) {
  const changed = new fakeVscode.EventEmitter<void>();
  const state = { instances: new Map<number, SharedInstance>() };
  const instances = { state, get: (id: number) => state.instances.get(id), onDidChange: changed.event };
  const services = {
    ready: Promise.resolve(),
    accounts: { client: account?.client },
    instances,
    tunnels,
    log: silent,
  } as unknown as Services;
  const collections: { label: string; provider: JupyterServerProvider }[] = [];
  const servers = new JupyterServers(services, {
    createJupyterServerCollection: (id, label, provider) => {
      const collection = { id, label, provider, dispose: () => void collections.splice(0) };
      collections.push(collection);
      return collection;
    },
  });
  const list = (...all: SharedInstance[]): void => {
    state.instances = new Map(all.map((one) => [one.id, one]));
    changed.fire();
  };
  return { servers, collections, list };
}

describe('Jupyter servers in the kernel picker', () => {
  it('are the running instances with Jupyter, with their price and without a token', () => {
    const { collections, servers, list } = pickerFor();
    expect(collections).toEqual([]);
    list(
      jupyter,
      { ...jupyter, id: 8, actual_status: 'loading' },
      { ...running, id: 9, image_runtype: 'ssh_proxy' },
    );
    expect(collections.map(({ label }) => label)).toEqual(['GPU Rental']);
    expect(servers.provideJupyterServers()).toEqual([{ id: '7', label: 'train $ (x) (7) · $0.50/h' }]);
    const change = vi.fn();
    servers.onDidChangeServers(change);
    list(jupyter);
    expect(change).not.toHaveBeenCalled();
    list(jupyter, { ...jupyter, id: 8 });
    expect(change).toHaveBeenCalledOnce();
    list();
    expect(collections).toEqual([]);
  });

  describe('of instances of a service', () => {
    let sandbox: Sandbox;
    let account: TestAccount;
    let server: JupyterServer;
    beforeAll(async () => {
      sandbox = await createSandbox({ offers: 50, jupyter: true });
      account = new TestAccount(sandbox);
      server = { id: String(await account.rentRunning({ runtype: 'jupyter_direct' })), label: 'one' };
    });
    afterAll(() => sandbox.close());

    const inside = () => sandbox.control.instance(Number(server.id));

    /** Our own tunnels, by the real ssh to the instance's sshd; its port 8080 is another one of this computer. */
    async function tunnelsTo(jupyterPort: number): Promise<Pick<Tunnels, 'openPlain'>> {
      const folder = await temporaryFolder();
      const key = makeKey(folder, 'key');
      await account.client.sshKeys.register(await readFile(`${key}.pub`, 'utf8'));
      const configFile = await writeSshEntry(folder, {
        alias: `gpu-${server.id}`,
        port: Number(inside().ports?.['22/tcp']?.[0]?.HostPort),
        user: sandbox.sshUser,
        identityFile: key,
      });
      const tunnels = new Tunnels(() => ({ program: 'ssh', configFile, defaultConfigFile: '' }) as SshSetup);
      onTestFinished(() => tunnels.dispose());
      return {
        openPlain: (id, remotePort, options) =>
          tunnels.openPlain(id, remotePort === 8080 ? jupyterPort : 1, options),
      };
    }

    it('lead through ssh to Jupyter itself, with the token in memory alone', async () => {
      const port = Number(inside().ports?.['8080/tcp']?.[0]?.HostPort);
      // It starts with the first connection, which may take longer than the picker waits.
      expect(await speaksTls(port, { timeoutMs: 300_000 })).toBe(sandbox.control.hasJupyter());
      const tunnels = await tunnelsTo(port);
      const resolving = pickerFor(account, tunnels).servers.resolveJupyterServer(server);
      // A computer without Jupyter sees what a person sees while Jupyter still starts.
      if (!sandbox.control.hasJupyter()) return expect(resolving).rejects.toThrow('doesn’t answer');
      const { baseUrl, token = '' } = (await resolving).connectionInformation ?? {};
      expect([token, String(baseUrl)]).toEqual([
        inside().jupyter_token,
        expect.stringMatching(/^http:\/\/127/),
      ]);
      const asked = (with_: string) =>
        fetch(`${String(baseUrl)}api/contents`, { headers: { authorization: `token ${with_}` } });
      expect([(await asked(token)).status, (await asked('other')).status]).toEqual([200, 403]);
      expect(JSON.stringify(screen)).not.toContain(token);
    });

    it('have the token that an instance has once it was started', async () => {
      const jupyterHere = http.createServer((_, response) => response.end('{"version": "2.0"}'));
      await new Promise<void>((done) => jupyterHere.listen(0, '127.0.0.1', done));
      onTestFinished(() => void jupyterHere.close());
      const localPort = (jupyterHere.address() as AddressInfo).port;
      const answers = [
        { id: 7, actual_status: 'exited', cur_state: 'stopped', intended_status: 'stopped' },
        running,
      ].map((one, index) => ({ ...jupyter, ...one, jupyter_token: `token${index}` }));
      const reads = vi.fn(() => Promise.resolve(answers[Math.min(reads.mock.calls.length, 2) - 1]));
      const started = { client: { instances: { get: reads } } } as unknown as TestAccount;
      const tunnels = { openPlain: () => Promise.resolve({ localPort, close: () => undefined }) };
      const { connectionInformation } = await pickerFor(started, tunnels).servers.resolveJupyterServer({
        id: '7',
        label: 'train',
      });
      expect(connectionInformation?.token).toBe('token1');
    });

    it('end without a message when the person says no', async () => {
      prepareSsh.mockResolvedValue(undefined);
      const resolving = pickerFor(account).servers.resolveJupyterServer(server);
      await expect(resolving).rejects.toThrow(fakeVscode.CancellationError);
    });

    it('say what is wrong with an instance that is gone', async () => {
      const resolving = pickerFor(account).servers.resolveJupyterServer({ id: '1', label: 'gone' });
      await expect(resolving).rejects.toThrow(/instance/i);
    });
  });
});

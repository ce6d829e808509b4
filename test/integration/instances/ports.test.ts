import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import {
  agreed,
  call,
  destroyAll,
  environment,
  ownSshConfig,
  rentRunning,
  sandbox,
  signIn,
} from '../support/inHost';

const theirs = '\tHost old\r\n  User me\r\n# the end, without a line break';

describe('ports and the end of it all', () => {
  let instanceId = 0;

  before(async () => {
    await signIn();
    await writeFile(environment.sshConfigFile, theirs);
    instanceId = await rentRunning();
  });
  after(destroyAll);

  it('forwards a port of the instance to this machine, and ends it', async () => {
    const { ports } = (await sandbox.instance(instanceId)) as {
      ports: Record<string, { HostPort: string }[]>;
    };
    const remotePort = Number(ports['22/tcp']?.[0]?.HostPort);
    const { localPort } = await agreed<{ localPort: number }>('forwardPort', {
      instanceId,
      remotePort,
    });
    ok((await firstBytes(localPort)).startsWith('SSH-2.0-'));
    const again = await agreed<{ localPort: number }>('forwardPort', {
      instanceId,
      remotePort,
    });
    equal(again.localPort, localPort);
    deepEqual(await call('stopForwarding', { instanceId, remotePort }), { stopped: true });
    await rejects(firstBytes(localPort));
  });

  it('refuses a port that is none, and Jupyter where there is none', async () => {
    await rejects(call('forwardPort', { instanceId, remotePort: 70_000 }), /remotePort/);
    await rejects(call('openJupyter', { instanceId }), /doesn’t include Jupyter/);
  });

  it('shows what the container said, where the service hands that out', async () => {
    const { text } = await agreed<{ text: string }>('showLogs', { instanceId, lines: 20 });
    ok(text.trim().length > 0);
    await sandbox.configure({ extensions: false });
    await rejects(agreed('showLogs', { instanceId }), /web console/);
    await sandbox.configure({ extensions: true });
  });

  it('takes itself out of the ssh config without a trace but the backup', async () => {
    const removal = await agreed<{ blockRemoved: boolean; backup?: string }>('removeSshIntegration');
    equal(removal.blockRemoved, true);
    equal(await readFile(environment.sshConfigFile, 'utf8'), theirs);
    await rejects(stat(join(environment.sshConfigFile, '../gpu-rental')));
    equal(await readFile(removal.backup ?? '', 'utf8'), theirs);
    await call('refreshInstances');
    equal(await ownSshConfig(), '', 'a refresh brought the entries back');
    const person = new Person();
    await vscode.commands.executeCommand('gpuRental.removeSshIntegration');
    ok(person.heard('Nothing to remove'));
    await person.leave();
    await agreed('connect', { instanceId });
    ok((await ownSshConfig()).includes(`gpu-${instanceId}`));
  });

  function firstBytes(port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('data', (chunk) => {
        socket.destroy();
        resolve(chunk.toString());
      });
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed')));
    });
  }
});

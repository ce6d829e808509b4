import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Connected } from '../../../src/connect/connectInstance';
import {
  agreed,
  call,
  destroyAll,
  environment,
  overSsh,
  ownSshConfig,
  rentRunning,
  sandbox,
  signIn,
  someOffer,
} from '../support/inHost';

const theirs = '# mine\r\nHost work\r\n\tUser me  # keep';

describe('from an instance to a shell', () => {
  /** One that runs, for the tests that only look. */
  let running = 0;

  before(async () => {
    await signIn();
    await writeFile(environment.sshConfigFile, theirs);
    running = await rentRunning({ label: '$(touch /tmp/owned); `id`' });
  });
  after(destroyAll);

  it('connects, survives a stop and a start on another port, and leaves nothing behind', async () => {
    const instanceId = await rentRunning();
    const alias = `gpu-${instanceId}`;

    const first = await agreed<Connected>('connect', { instanceId });
    equal(first.alias, alias);
    equal(first.opened, false);
    equal(await overSsh(alias, 'echo hello from the GPU'), 'hello from the GPU');

    const config = await readFile(environment.sshConfigFile, 'utf8');
    ok(config.startsWith('# --- gpu-rental: start ---'));
    ok(config.endsWith(theirs));

    await agreed('stopInstance', { instanceId });
    await sandbox.advance(60);
    await call('refreshInstances');
    ok(!(await ownSshConfig()).includes(alias), 'a stopped instance still has an entry');

    await agreed('startInstance', { instanceId });
    await sandbox.advance(300);
    const second = await agreed<Connected>('connect', { instanceId });
    notEqual(second.port, first.port);
    equal(await overSsh(alias, 'echo again'), 'again');
    ok((await knownHosts()).includes(alias));

    await agreed('destroyInstance', { instanceId });
    ok(!(await ownSshConfig()).includes(alias), 'a destroyed instance still has an entry');
    ok(!(await knownHosts()).includes(alias), 'the host key of a destroyed instance is still trusted');
    equal(await readFile(environment.sshConfigFile, 'utf8'), config);
  });

  it('waits for an instance that is still loading', async () => {
    const offer = await someOffer();
    const { instanceId } = await agreed<{ instanceId: number }>('rentOffer', {
      offerId: offer.id,
      request: { image: 'debian:12', runtype: 'ssh_direct', disk: 10 },
    });
    const connected = agreed<Connected>('connect', { instanceId });
    await sandbox.advance(300);
    equal((await connected).alias, `gpu-${instanceId}`);
  });

  it('opens a terminal by an argument vector', async () => {
    const { alias } = await agreed<{ alias: string }>('openTerminal', { instanceId: running });
    const terminal = vscode.window.terminals.find(({ name }) => name === alias);
    const options: vscode.TerminalOptions | undefined = terminal?.creationOptions;
    equal(options?.shellPath, environment.sshProgram);
    deepEqual(options?.shellArgs, ['-F', environment.sshConfigFile, alias]);
    terminal?.dispose();
  });

  it('copies a command that works in any terminal', async () => {
    const { command } = await call<{ command: string }>('copySshCommand', { instanceId: running });
    equal(await vscode.env.clipboard.readText(), command);
    equal(command, `${environment.sshProgram} -F ${environment.sshConfigFile} gpu-${running}`);
  });

  it('says why an instance without ssh, or one that does not come up, cannot be connected to', async () => {
    const withoutSsh = await rentRunning({ runtype: 'args' });
    await rejects(agreed('connect', { instanceId: withoutSsh }), /doesn’t include SSH/);
    await sandbox.setInstanceStatus(running, 'exited', 'CUDA error: no kernel image is available');
    await rejects(agreed('connect', { instanceId: running }), /Can’t connect to/);
    await sandbox.setInstanceStatus(running, 'running');
    await rejects(agreed('connect', { instanceId: 999_999_999 }), /Instance 999999999 not found/);
  });

  it('does not touch an ssh config that it could not edit without guessing', async () => {
    const before = await readFile(environment.sshConfigFile);
    const broken = '# --- gpu-rental: start ---\nHost precious\n  User me\n';
    await writeFile(environment.sshConfigFile, broken);
    await rejects(agreed('connect', { instanceId: running }), /line 1|:1/);
    equal(await readFile(environment.sshConfigFile, 'utf8'), broken);
    await writeFile(environment.sshConfigFile, before);
  });

  function knownHosts(): Promise<string> {
    return readFile(join(environment.sshConfigFile, '../gpu-rental/known_hosts'), 'utf8').catch(() => '');
  }
});

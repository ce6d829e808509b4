import { appendFile, chmod, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeOnstart } from '../../../src/domain/onstart';
import { nodeFileSystem } from '../../../src/ssh/fileSystem';
import { checkLogin, classify, waitForLogin } from '../../../src/ssh/login';
import { runProgram, type RunResult } from '../../../src/ssh/runSsh';
import { sshArguments } from '../../../src/ssh/sshCommand';
import { SshConfig } from '../../../src/ssh/userConfig';
import { freePort, makeKey, sshdProgram, startSshd, type RealSshd } from './support/realSshd';
import { temporaryFolder } from './support/temporary';

async function connected(sshd: RealSshd, identityFile = sshd.identityFile) {
  const home = await temporaryFolder();
  const configFile = path.join(home, '.ssh', 'config');
  const defaultConfigFile = '/nowhere/.ssh/config';
  const config = new SshConfig({
    fs: nodeFileSystem,
    configFile,
    defaultConfigFile,
    home,
    passwordHome: '/nowhere',
  });
  await config.writeEntries([
    { instanceId: 7, host: '127.0.0.1', port: sshd.port, user: sshd.user, identityFile },
  ]);
  await config.ensureInclude();
  return { config, args: sshArguments({ alias: 'gpu-7', configFile, defaultConfigFile }) };
}

it('does not wait for a ProxyCommand that outlives its ssh', async () => {
  const file = path.join(await temporaryFolder(), 'config');
  await writeFile(file, 'Host *\n  ProxyCommand sleep 30\n');
  const started = Date.now();
  const signal = AbortSignal.timeout(300);
  expect(await checkLogin({ args: ['-F', file, 'gpu-7'], signal })).toMatchObject({ status: 'aborted' });
  const result = await runProgram(['-F', file, 'gpu-7'], { timeoutMs: 300 });
  expect(result.timedOut).toBe(true);
  expect(Date.now() - started).toBeLessThan(10_000);
});

describe.skipIf(!sshdProgram)('a login on a real sshd', () => {
  it('works through the generated entry and trusts the host key under the alias', async () => {
    const { config, args } = await connected(await startSshd());
    expect(await checkLogin({ args })).toMatchObject({ status: 'ok' });
    expect(await readFile(config.paths.knownHosts, 'utf8')).toMatch(/^gpu-7 ssh-ed25519 /m);
    expect((await runProgram([...args, 'echo hello'])).stdout).toBe('hello\n');
  });

  it('runs a start script that had to be compressed as it was meant', async () => {
    const { args } = await connected(await startSshd());
    const script = `# why\n${'# and why again\n'.repeat(400)}word="it's"\necho "$word $((6 * 7))"\n`;
    const composed = composeOnstart(script);
    expect(composed).toMatchObject({ encoded: true });
    const onstart = 'onstart' in composed ? composed.onstart : '';
    expect((await runProgram([...args, onstart])).stdout).toBe("it's 42\n");
  });

  it('says permission_denied for a key that the machine does not know', async () => {
    const sshd = await startSshd();
    const { args } = await connected(sshd, makeKey(await temporaryFolder(), 'other'));
    expect(await checkLogin({ args })).toMatchObject({ status: 'permission_denied' });
  });

  it('is tried again until the key has arrived', async () => {
    const sshd = await startSshd({ authorized: false });
    const { args } = await connected(sshd);
    let retries = 0;
    const sleep = async (): Promise<void> => {
      if (++retries === 2) sshd.authorize();
    };
    expect(await waitForLogin({ args, sleep })).toMatchObject({ status: 'ok' });
    expect(retries).toBe(2);
  });

  it('says host_key_changed when another machine answers for the same instance', async () => {
    const first = await startSshd();
    const { config, args } = await connected(first);
    await checkLogin({ args });
    await first.stop();
    await startSshd({ port: first.port });
    const result = await checkLogin({ args });
    expect(result).toMatchObject({ status: 'host_key_changed' });
    expect(result.hostKeyFingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    await config.forgetHostKey(7);
    expect(await checkLogin({ args })).toMatchObject({ status: 'permission_denied' });
  });

  it('says bad_permissions when our file may be written by others', async () => {
    const { config, args } = await connected(await startSshd());
    await chmod(config.paths.ownConfig, 0o666);
    expect(await checkLogin({ args })).toMatchObject({ status: 'bad_permissions' });
  });

  it('says bad_config when ssh does not understand the config', async () => {
    const { config, args } = await connected(await startSshd());
    await appendFile(config.configFile, 'NoSuchOption yes\n');
    expect(await checkLogin({ args })).toMatchObject({ status: 'bad_config' });
  });

  it('says remote_failed when the machine lets nobody run a command', async () => {
    const { args } = await connected(await startSshd({ extra: ['ForceCommand=exit 3'] }));
    expect(await checkLogin({ args })).toMatchObject({ status: 'remote_failed' });
  });
});

describe('checkLogin', () => {
  it('says refused for a closed port and dns for an unknown name', async () => {
    const port = String(await freePort());
    expect(await checkLogin({ args: ['-F', 'none', '-p', port, '127.0.0.1'] })).toMatchObject({
      status: 'refused',
    });
    expect(await checkLogin({ args: ['-F', 'none', 'no-such-host.invalid'] })).toMatchObject({
      status: 'dns',
    });
  });

  it('says no_ssh when there is no ssh program', async () => {
    expect(await checkLogin({ args: ['x'], program: '/no/such/ssh' })).toMatchObject({ status: 'no_ssh' });
  });

  it('says timeout when ssh takes too long, and ends it', async () => {
    const program = path.join(await temporaryFolder(), 'ssh');
    await writeFile(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    expect(await checkLogin({ args: ['x'], program, timeoutMs: 50 })).toMatchObject({ status: 'timeout' });
  });

  it('does nothing once cancelled', async () => {
    const run = (): Promise<RunResult> => Promise.reject(new Error('ran'));
    expect(await checkLogin({ args: ['x'], run, signal: AbortSignal.abort() })).toMatchObject({
      status: 'aborted',
    });
  });

  it('shows what ssh said last without control characters', async () => {
    const stderr = 'debug\r\n\u001b[31mConnection refused\u202e\r\n';
    const run = async (): Promise<RunResult> => ({
      code: 255,
      stdout: '',
      stderr,
      timedOut: false,
      missing: false,
    });
    expect((await checkLogin({ args: ['x'], run })).detail).toBe('[31mConnection refused');
  });
});

describe('waitForLogin', () => {
  it('gives up on permission_denied after a minute', async () => {
    let time = 0;
    const run = async (): Promise<RunResult> => ({
      code: 255,
      stdout: '',
      stderr: 'root@host: Permission denied (publickey).',
      timedOut: false,
      missing: false,
    });
    const sleep = async (milliseconds: number): Promise<void> => void (time += milliseconds);
    const result = await waitForLogin({ args: ['x'], run, sleep, now: () => time });
    expect(result).toMatchObject({ status: 'permission_denied' });
    expect(time).toBe(60_000);
  });
});

describe('classify', () => {
  it.each([
    ['ssh: connect to host x port 1: Connection timed out', 'timeout'],
    ['ssh: connect to host x port 1: No route to host', 'unreachable'],
    ['kex_exchange_identification: Connection closed by remote host', 'closed'],
    ['Connection closed by 127.0.0.1 port 22', 'closed'],
    ['Received disconnect from x: Too many authentication failures', 'permission_denied'],
    ['Host key verification failed.', 'host_key_unknown'],
    ['something new', 'failed'],
  ])('%s', (stderr, status) => {
    expect(classify({ code: 255, stdout: '', stderr, timedOut: false, missing: false })).toBe(status);
  });
});

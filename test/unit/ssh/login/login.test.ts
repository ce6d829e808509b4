import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, readFile, writeFile } from 'node:fs/promises';
import * as net from 'node:net';
import * as path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { composeOnstart } from '../../../../src/domain/launch/onstart';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { checkLogin, classify, waitForLogin } from '../../../../src/ssh/login/login';
import { loginSentence } from '../../../../src/ssh/login/loginSentence';
import { runProgram, type RunOptions, type RunResult } from '../../../../src/ssh/run/runSsh';
import { sshArguments } from '../../../../src/ssh/run/sshCommand';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { makeKey, sshdProgram, startSshd, type RealSshd } from '../support/realSshd';
import { temporaryFolder } from '../support/temporary';
import { writeProgram } from '../../support/program';

/** A real ssh-agent with this many keys that no machine knows. */
async function startAgent(keys: number): Promise<string> {
  const folder = await temporaryFolder();
  const socket = path.join(folder, 'agent');
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void agent.kill());
  await once(agent.stdout, 'data');
  const files = Array.from({ length: keys }, (_, index) => makeKey(folder, `key${index}`));
  execFileSync('ssh-add', ['-q', ...files], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
  return socket;
}

type Machine = Pick<RealSshd, 'port' | 'user'> & { identityFile: string | undefined };

async function connected(sshd: Machine, identityFile = sshd.identityFile) {
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
  await writeFile(file, 'Host *\n  ProxyCommand sleep 60\n');
  const started = Date.now();
  const signal = AbortSignal.timeout(300);
  await expect(checkLogin({ args: ['-F', file, 'gpu-7'], signal })).rejects.toThrow(CancelledError);
  const result = await runProgram(['-F', file, 'gpu-7'], { timeoutMs: 300 });
  expect(result.timedOut).toBe(true);
  expect(Date.now() - started).toBeLessThan(50_000);
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
    expect(await waitForLogin({ args, sleep, now: () => 0 })).toMatchObject({ status: 'ok' });
    expect(retries).toBe(2);
  });

  it('is tried again when the machine closes connections after a denial', async () => {
    const sshd = await startSshd({ authorized: false });
    let drops = 0;
    const relay = net.createServer((socket) => {
      socket.on('error', () => undefined);
      if (drops > 0) {
        drops -= 1;
        socket.destroy();
        return;
      }
      const onward = net.connect(sshd.port, '127.0.0.1').on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void relay.close());
    const { port } = relay.address() as net.AddressInfo;
    const { args } = await connected({ ...sshd, port });
    const closedLeft: number[] = [];
    const sleep = (): Promise<void> => {
      if (closedLeft.length === 0) drops = 2;
      closedLeft.push(drops);
      if (closedLeft.length === 3) sshd.authorize();
      return Promise.resolve();
    };
    expect(await waitForLogin({ args, sleep, now: () => 0 })).toMatchObject({ status: 'ok' });
    expect(closedLeft).toEqual([2, 1, 0]);
  });

  it('says too_many_keys when an agent has more keys than the machine looks at', async () => {
    const sshd = await startSshd({ extra: ['MaxAuthTries=6'] });
    const agent = await startAgent(7);
    const { args } = await connected({ ...sshd, identityFile: undefined });
    const env = { SSH_AUTH_SOCK: agent };
    const run = (given: readonly string[], options?: RunOptions) => runProgram(given, { ...options, env });
    expect(await checkLogin({ args, run })).toMatchObject({ status: 'too_many_keys' });
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
    await config.forgetHostKey('gpu-7');
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
    expect(await checkLogin({ args: ['-F', 'none', '-p', '9', '127.0.0.1'] })).toMatchObject({
      status: 'refused',
    });
    expect(await checkLogin({ args: ['-F', 'none', 'no-such-host.invalid'] })).toMatchObject({
      status: 'dns',
    });
  });

  it('says closed when the machine ends the connection before the login', async () => {
    const server = net.createServer((socket) => socket.on('error', () => undefined).destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as net.AddressInfo;
    const result = await checkLogin({ args: ['-F', 'none', '-p', String(port), '127.0.0.1'] });
    expect(result).toMatchObject({ status: 'closed' });
    expect(loginSentence(result, 'gpu-7')).toMatch(
      /^gpu-7 closed the connection before the login\. .*Wait a minute/,
    );
  });

  it('has a sentence of its own, with what helps, for each way to fail', () => {
    const statuses = [
      ...(['refused', 'timeout', 'unreachable', 'dns', 'closed', 'failed'] as const),
      ...(['bad_permissions', 'bad_config', 'host_key_unknown'] as const),
    ];
    const results = statuses.map((status) => ({ status, detail: '' }));
    const sentences = [...results, { status: 'closed' as const, detail: '', afterDenial: true }].map(
      (result) => loginSentence(result, 'gpu-7'),
    );
    expect(new Set(sentences).size).toBe(10);
    expect(loginSentence({ status: 'bad_config', detail: 'config line 3' }, 'gpu-7')).toContain(
      'config line 3',
    );
  });

  it('says no_ssh when there is no ssh program', async () => {
    expect(await checkLogin({ args: ['x'], program: '/no/such/ssh' })).toMatchObject({ status: 'no_ssh' });
  });

  it('says timeout when ssh takes too long, and ends it', async () => {
    const program = path.join(await temporaryFolder(), 'ssh');
    writeProgram(program, '#!/bin/sh\nexec sleep 60\n');
    expect(await checkLogin({ args: ['x'], program, timeoutMs: 50 })).toMatchObject({ status: 'timeout' });
  });

  it('does nothing once cancelled', async () => {
    const run = (): Promise<RunResult> => Promise.reject(new Error('ran'));
    const login = checkLogin({ args: ['x'], run, signal: AbortSignal.abort() });
    await expect(login).rejects.toThrow(CancelledError);
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
  const denied = 'root@host: Permission denied (publickey).';
  const closed = 'kex_exchange_identification: Connection closed by remote host';
  /** Runs until the end with these words of ssh, one a try; the last one stays. The time of each try is noted. */
  async function waitWith(words: readonly string[], lastTry?: number) {
    let time = 100_000;
    const tries: number[] = [];
    const run = async (): Promise<RunResult> => {
      tries.push(time);
      time += 400;
      const stderr = words[Math.min(tries.length, words.length) - 1] ?? '';
      return { code: 255, stdout: '', stderr, timedOut: false, missing: false };
    };
    const sleep = async (milliseconds: number): Promise<void> => void (time += milliseconds);
    const last = lastTry === undefined ? {} : { lastTry: time + lastTry };
    const result = await waitForLogin({ args: ['x'], run, sleep, now: () => time, ...last });
    return { result, tries, took: time - 100_000 };
  }

  it('leaves 6 seconds between two tries, counted from the try before it as well', async () => {
    const { tries } = await waitWith([denied], -1000);
    expect(tries[0]).toBe(105_000);
    expect(tries.length).toBeGreaterThan(5);
    for (const [index, at] of tries.entries())
      expect(at - (tries[index - 1] ?? 0)).toBeGreaterThanOrEqual(6000);
  });

  it('goes on when the machine closes the connection after a denial, and says so at the end', async () => {
    const { result, took } = await waitWith([denied, denied, closed]);
    expect(result).toMatchObject({ status: 'closed', afterDenial: true });
    expect(took).toBeGreaterThan(54_000);
    expect(took).toBeLessThan(62_000);
    expect((await waitWith([closed], 0)).result).toMatchObject({ status: 'closed', afterDenial: true });
  });

  it('gives up at once on a closed connection that no denial came before', async () => {
    const { result, tries } = await waitWith([closed]);
    expect(tries).toHaveLength(1);
    expect(result).toMatchObject({ status: 'closed' });
    expect(result.afterDenial).toBeUndefined();
  });

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
    ['ssh: connect to host x port 1: Host is unreachable', 'unreachable'],
    ['ssh: connect to host x port 1: Network unreachable', 'unreachable'],
    ['ssh: connect to host x port 1: Network is down', 'unreachable'],
    ['kex_exchange_identification: Connection closed by remote host', 'closed'],
    ['Connection closed by 127.0.0.1 port 22', 'closed'],
    ['Received disconnect from x: Too many authentication failures', 'too_many_keys'],
    ['Host key verification failed.', 'host_key_unknown'],
    [
      'debug1: /etc/ssh/ssh_config line 19: Applying options for *\r\nx: Permission denied (publickey).',
      'permission_denied',
    ],
    ['something new', 'failed'],
  ])('%s', (stderr, status) => {
    expect(classify({ code: 255, stdout: '', stderr, timedOut: false, missing: false })).toBe(status);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import * as net from 'node:net';
import * as path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTunnel } from '../../../src/ssh/tunnel';
import { makeKey, sshdProgram, startSshd, type RealSshd } from './support/realSshd';
import { temporaryFolder } from './support/temporary';

/** A server on "the instance" that answers with what it gets. */
async function echoServer(): Promise<number> {
  const server = net.createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  return listen(server);
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** A way to an sshd that can be cut, as when the machine goes. */
async function relayTo(port: number): Promise<{ port: number; cut: () => void }> {
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    const onward = net.connect({ host: '127.0.0.1', port });
    for (const end of [socket, onward]) end.on('error', () => undefined);
    sockets.push(socket, onward);
    socket.pipe(onward).pipe(socket);
  });
  return { port: await listen(server), cut: () => sockets.forEach((socket) => socket.destroy()) };
}

async function argsFor(sshd: RealSshd, identityFile = sshd.identityFile): Promise<string[]> {
  const file = path.join(await temporaryFolder(), 'config');
  const lines = [
    'Host gpu-7',
    '  HostName 127.0.0.1',
    `  Port ${sshd.port}`,
    `  User ${sshd.user}`,
    `  IdentityFile ${identityFile}`,
    '  IdentitiesOnly yes',
    '  UserKnownHostsFile /dev/null',
    '  StrictHostKeyChecking no',
  ];
  await writeFile(file, lines.join('\n'));
  return ['-F', file, 'gpu-7'];
}

function ask(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port }, () => socket.write(text));
    socket.on('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('It closed without a word.')));
  });
}

const isListening = (port: number): Promise<boolean> =>
  ask(port, 'x').then(
    () => true,
    () => false,
  );

describe.skipIf(!sshdProgram)('a tunnel through a real sshd', () => {
  it('leads from a free local port to the port on the instance, until it is closed', async () => {
    const remotePort = await echoServer();
    const tunnel = await openTunnel({ args: await argsFor(await startSshd()), remotePort });
    expect(tunnel).toMatchObject({ remotePort });
    expect(await ask(tunnel.localPort, 'hello')).toBe('hello');
    await tunnel.close();
    expect(await isListening(tunnel.localPort)).toBe(false);
  });

  it('says when it ended by itself', async () => {
    const sshd = await startSshd();
    const relay = await relayTo(sshd.port);
    const args = await argsFor({ ...sshd, port: relay.port });
    const tunnel = await openTunnel({ args, remotePort: await echoServer() });
    relay.cut();
    expect((await tunnel.ended).reason).toMatch(/closed|reset|disconnect/i);
  });

  it('says why it did not open', async () => {
    const sshd = await startSshd();
    const args = await argsFor(sshd, makeKey(await temporaryFolder(), 'other'));
    await expect(openTunnel({ args, remotePort: 1 })).rejects.toMatchObject({ status: 'permission_denied' });
  });

  it.each(['exit', 'SIGTERM', 'SIGKILL'] as const)(
    'ends with the process that opened it, by %s',
    async (end) => {
      const remotePort = await echoServer();
      const args = await argsFor(await startSshd());
      const opener = spawn(process.execPath, [await openerBundle(), end, String(remotePort), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void opener.kill('SIGKILL'));
      const localPort = Number(String(await once(opener.stdout, 'data')));
      expect(localPort).toBeGreaterThan(0);
      if (end !== 'exit') {
        expect(await isListening(localPort)).toBe(true);
        opener.kill(end);
      }
      await expect.poll(() => isListening(localPort), { timeout: 5000 }).toBe(false);
    },
  );
});

async function openerBundle(): Promise<string> {
  const outfile = path.join(await temporaryFolder(), 'opener.cjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'support/tunnelProcess.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  return outfile;
}

describe('openTunnel', () => {
  it('refuses a local port that is in use', async () => {
    const localPort = await echoServer();
    await expect(openTunnel({ args: ['x'], remotePort: 1, localPort })).rejects.toMatchObject({
      status: 'port_in_use',
    });
  });

  it('says that there is no ssh program', async () => {
    const opening = openTunnel({ args: ['x'], remotePort: 1, program: '/no/such/ssh' });
    await expect(opening).rejects.toMatchObject({ status: 'no_ssh' });
  });

  it('does not wait for a ProxyCommand that outlives its ssh', async () => {
    const file = path.join(await temporaryFolder(), 'config');
    await writeFile(file, 'Host *\n  ProxyCommand sleep 30\n');
    const started = Date.now();
    const opening = openTunnel({ args: ['-F', file, 'gpu-7'], remotePort: 1, timeoutMs: 300 });
    await expect(opening).rejects.toMatchObject({ status: 'timeout' });
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it('ends ssh when it is cancelled or takes too long', async () => {
    const program = path.join(await temporaryFolder(), 'ssh');
    await writeFile(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const signal = AbortSignal.abort();
    await expect(openTunnel({ args: ['x'], remotePort: 1, program, signal })).rejects.toMatchObject({
      status: 'aborted',
    });
    const late = openTunnel({ args: ['x'], remotePort: 1, program, timeoutMs: 1 });
    await expect(late).rejects.toMatchObject({ status: 'timeout' });
  });
});

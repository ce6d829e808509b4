import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import * as net from 'node:net';
import * as path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { openTunnel } from '../../../../src/ssh/tunnel/tunnel';
import { freePort, makeKey, sshdProgram, startSshd, type RealSshd } from '../support/realSshd';
import { temporaryFolder } from '../support/temporary';
import { writeSshEntry } from '../support/sshEntry';
import { writeProgram } from '../../support/program';

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

/**
 * An ssh program that lets `take` have the local port of the tunnel first, between the choice of the port and ssh's own
 * listening.
 */
async function sshAfter(take: (port: number) => Promise<void>): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => void take(Number(data.toString())).then(() => socket.end('done\n')));
  });
  const control = await listen(server);
  const program = path.join(await temporaryFolder(), 'ssh');
  const script = [
    '#!/bin/bash',
    'forward=$3; forward=${forward#127.0.0.1:}',
    `exec 3<>/dev/tcp/127.0.0.1/${control}`,
    'echo "${forward%%:*}" >&3; read -r _ <&3; exec 3>&-',
    'exec ssh "$@"',
  ];
  writeProgram(program, script.join('\n'));
  return program;
}

/** Takes a port as another program on this machine would, and notes who comes. */
function thief() {
  const visitors: net.Socket[] = [];
  const ports: number[] = [];
  const take = async (port: number): Promise<void> => {
    const server = net.createServer((socket) => visitors.push(socket.on('error', () => undefined)));
    // It is taken either way.
    await new Promise<void>((resolve) =>
      server.once('error', () => resolve()).listen(port, '127.0.0.1', resolve),
    );
    onTestFinished(() => {
      for (const socket of visitors) socket.destroy();
      server.close();
    });
    ports.push(port);
  };
  return { visitors, ports, take };
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
  const alias = 'gpu-7';
  return ['-F', await writeSshEntry(await temporaryFolder(), { ...sshd, alias, identityFile }), alias];
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

  it('takes the preferred local port while no program uses it, else another one', async () => {
    const args = await argsFor(await startSshd());
    const remotePort = await echoServer();
    const preferredPort = await freePort();
    const first = await openTunnel({ args, remotePort, preferredPort });
    expect(first.localPort).toBe(preferredPort);
    const second = await openTunnel({ args, remotePort, preferredPort });
    expect(second.localPort).not.toBe(preferredPort);
    expect(await ask(second.localPort, 'hello')).toBe('hello');
    await Promise.all([first.close(), second.close()]);
  });

  it('takes another free port when a program took the chosen one, and never talks to that program', async () => {
    const { visitors, ports, take } = thief();
    const program = await sshAfter((port) => (ports.length === 0 ? take(port) : Promise.resolve()));
    const remotePort = await echoServer();
    const tunnel = await openTunnel({ args: await argsFor(await startSshd()), remotePort, program });
    expect(ports).toHaveLength(1);
    expect(tunnel.localPort).not.toBe(ports[0]);
    expect(await ask(tunnel.localPort, 'token')).toBe('token');
    expect(visitors).toHaveLength(0);
    await tunnel.close();
  });

  it('refuses the port that was asked for when a program took it meanwhile', async () => {
    const { visitors, take } = thief();
    const args = await argsFor(await startSshd());
    const localPort = await freePort();
    const opening = openTunnel({ args, remotePort: 1, localPort, program: await sshAfter(take) });
    await expect(opening).rejects.toMatchObject({ status: 'port_in_use' });
    expect(visitors).toHaveLength(0);
  });

  it.each([['AllowTcpForwarding=no'], ['PermitOpen=localhost:1']])(
    'refuses when the machine forwards nothing there (%s)',
    async (setting) => {
      const args = await argsFor(await startSshd({ extra: [setting] }));
      const opening = openTunnel({ args, remotePort: await echoServer() });
      await expect(opening).rejects.toMatchObject({ status: 'forbidden' });
    },
  );

  it('opens although nothing listens on the instance yet', async () => {
    const tunnel = await openTunnel({ args: await argsFor(await startSshd()), remotePort: 9 });
    expect(await isListening(tunnel.localPort)).toBe(false);
    await tunnel.close();
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
      await expect.poll(() => isListening(localPort)).toBe(false);
    },
  );
});

async function openerBundle(): Promise<string> {
  const outfile = path.join(await temporaryFolder(), 'opener.cjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, '../support/tunnelProcess.ts')],
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
    await writeFile(file, 'Host *\n  ProxyCommand sleep 60\n');
    const started = Date.now();
    const opening = openTunnel({ args: ['-F', file, 'gpu-7'], remotePort: 1, timeoutMs: 300 });
    await expect(opening).rejects.toMatchObject({ status: 'timeout' });
    expect(Date.now() - started).toBeLessThan(50_000);
  });

  it('ends ssh when it is cancelled or takes too long', async () => {
    const program = path.join(await temporaryFolder(), 'ssh');
    writeProgram(program, '#!/bin/sh\nexec sleep 60\n');
    const signal = AbortSignal.abort();
    await expect(openTunnel({ args: ['x'], remotePort: 1, program, signal })).rejects.toThrow(CancelledError);
    const late = openTunnel({ args: ['x'], remotePort: 1, program, timeoutMs: 1 });
    await expect(late).rejects.toMatchObject({ status: 'timeout' });
  });
});

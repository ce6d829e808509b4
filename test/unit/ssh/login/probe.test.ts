import * as net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { probeSsh } from '../../../../src/ssh/login/probe';
import { sshdProgram, startSshd } from '../support/realSshd';

const host = '127.0.0.1';

async function serve(onConnection: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('probeSsh', () => {
  it.skipIf(!sshdProgram)('reads the banner of a real sshd', async () => {
    const { port } = await startSshd();
    expect((await probeSsh({ host, port })).banner).toMatch(/^SSH-2\.0-OpenSSH/);
  });

  it('reads past the lines that a server may send first, in pieces', async () => {
    const port = await serve((socket) => {
      socket.write('welcome\r\nSSH-not yet');
      setImmediate(() => socket.write(' here\r\n'));
    });
    expect(await probeSsh({ host, port })).toEqual({ banner: 'SSH-not yet here' });
  });

  it.each<[string, (socket: net.Socket) => void]>([
    ['closes at once', (socket) => socket.end()],
    ['speaks HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['never stops talking', (socket) => socket.write('x'.repeat(20_000))],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('says not_ssh for a server that %s', async (_, onConnection) => {
    const port = await serve(onConnection);
    await expect(probeSsh({ host, port })).rejects.toMatchObject({ code: 'not_ssh', connected: true });
  });

  it('says refused for a closed port', async () => {
    await expect(probeSsh({ host, port: 9 })).rejects.toMatchObject({ code: 'refused' });
  });

  it('says timeout for a server that stays silent', async () => {
    const port = await serve(() => undefined);
    const probe = probeSsh({ host, port, timeoutMs: 2_000 });
    await expect(probe).rejects.toMatchObject({ code: 'timeout', connected: true });
  });

  it('says dns for a name that does not exist', async () => {
    await expect(probeSsh({ host: 'no-such-host.invalid', port: 22 })).rejects.toMatchObject({ code: 'dns' });
  });

  it('ends when cancelled, before and during', async () => {
    const port = await serve(() => undefined);
    await expect(probeSsh({ host, port, signal: AbortSignal.abort() })).rejects.toThrow(CancelledError);
    const controller = new AbortController();
    const probe = probeSsh({ host, port, signal: controller.signal });
    controller.abort();
    await expect(probe).rejects.toThrow(CancelledError);
  });
});

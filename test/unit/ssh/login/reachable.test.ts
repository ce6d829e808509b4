import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { isReachable } from '../../../../src/ssh/login/probe';

const servers: Server[] = [];
afterEach(() => servers.splice(0).map((server) => server.close()));

async function listening(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('a port', () => {
  it('is reachable where something accepts connections', async () => {
    expect(await isReachable({ host: '127.0.0.1', port: await listening() })).toBe(true);
  });

  it('is not where nothing does', async () => {
    expect(await isReachable({ host: '127.0.0.1', port: 9 })).toBe(false);
  });

  it('is not where the name means nothing', async () => {
    expect(await isReachable({ host: 'nowhere.invalid', port: 80, timeoutMs: 5_000 })).toBe(false);
  });

  it('is no longer looked at once the wait was cancelled', async () => {
    const signal = AbortSignal.abort();
    await expect(isReachable({ host: '127.0.0.1', port: await listening(), signal })).rejects.toThrow(
      CancelledError,
    );
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../../src/commands/call';
import { forwardPort } from '../../../../src/commands/connect/ports';
import type { Services } from '../../../../src/prompts/services';
import { clearScreen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const address = vi.hoisted(() => ({ host: '' }));
vi.mock('../../../../src/connect/prepare', () => ({ prepareSsh: () => Promise.resolve({ address }) }));

beforeEach(clearScreen);

/** The local ports that a tunnel to an instance at `host` is asked to take. */
async function wanted(host: string, more: object = {}) {
  address.host = host;
  const open = vi.fn<Services['tunnels']['open']>((instanceId, remotePort) =>
    Promise.resolve({ instanceId, remotePort, localPort: 50_001 }),
  );
  const services = {
    instances: { state: {}, get: () => undefined },
    tunnels: { open },
  } as unknown as Services;
  const call = { instanceIds: [7], arguments: { remotePort: 6006, ...more }, interactive: false };
  const result = await forwardPort(services, call as unknown as Call);
  expect(result).toEqual({ remotePort: 6006, localPort: 50_001 });
  return open.mock.calls[0]?.[2];
}

describe('the local port of a forwarded port', () => {
  it('is the same number, if it is free', async () => {
    expect(await wanted('203.0.113.7')).toMatchObject({ preferredPort: 6006, localPort: undefined });
  });

  it('is the one that a program asks for', async () => {
    expect(await wanted('203.0.113.7', { localPort: 7000 })).toMatchObject({ localPort: 7000 });
  });

  it('is another one for an instance on this computer, where the tunnel would lead into itself', async () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      expect(await wanted(host)).toMatchObject({ preferredPort: undefined });
    }
  });
});

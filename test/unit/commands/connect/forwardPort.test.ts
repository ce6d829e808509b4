import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../../src/commands/call';
import { forwardPort } from '../../../../src/commands/connect/ports';
import type { Services } from '../../../../src/prompts/services';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const address = vi.hoisted(() => ({ host: '' }));
vi.mock('../../../../src/connect/prepareSsh', () => ({ prepareSsh: () => Promise.resolve({ address }) }));

beforeEach(clearScreen);

interface Forwarding {
  more?: object;
  interactive?: boolean;
  /** The port of this computer that the tunnel gets. */
  got?: number;
  isOpen?: boolean;
}

async function forward(host: string, how: Forwarding = {}) {
  const { more = {}, interactive = false, got = 50_001, isOpen = false } = how;
  address.host = host;
  const open = vi.fn<Services['tunnels']['open']>((instanceId, remotePort) =>
    Promise.resolve({ instanceId, remotePort, localPort: got }),
  );
  const of = () => (isOpen ? [{ instanceId: 7, remotePort: 6006, localPort: got }] : []);
  const services = {
    instances: { state: {}, get: () => undefined },
    tunnels: { open, of },
  } as unknown as Services;
  const call = { instanceIds: [7], arguments: { remotePort: 6006, ...more }, interactive };
  const result = await forwardPort(services, call as unknown as Call);
  expect(result).toEqual({ remotePort: 6006, localPort: got });
  return open.mock.calls[0]?.[2];
}

/** The local ports that a tunnel to an instance at `host` is asked to take. */
const wanted = (host: string, more: object = {}) => forward(host, { more });

/** What the person is told. */
async function told(host: string, how: Omit<Forwarding, 'interactive'>) {
  await forward(host, { ...how, interactive: true });
  return screen.shown.at(-1)?.message;
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

describe('what is said of a forwarded port', () => {
  const where = (port: number) =>
    `Port 6006 of the instance is forwarded to localhost:${port} until this window closes.`;

  it('is only where it leads, if it has the same number or the one asked for', async () => {
    expect(await told('203.0.113.7', { got: 6006 })).toBe(where(6006));
    expect(await told('203.0.113.7', { got: 7000, more: { localPort: 7000 } })).toBe(where(7000));
  });

  it('is also why it has another number', async () => {
    expect(await told('203.0.113.7', {})).toBe(`${where(50_001)} Port 6006 of this computer isn’t free.`);
    expect(await told('127.0.0.1', {})).toBe(
      `${where(50_001)} Port 6006 of this computer is the instance’s own.`,
    );
  });

  it('is not why, if it was forwarded already: the port may be free by now', async () => {
    expect(await told('203.0.113.7', { isOpen: true })).toBe(where(50_001));
  });
});

import { describe, expect, it, vi } from 'vitest';
import { portItem, portNodes } from '../../../../src/views/instances/portNodes';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const binding = (port: number) => [{ HostIp: '0.0.0.0', HostPort: String(port) }];
const itemsOf = (ports: Record<string, { HostPort?: string }[]>) =>
  portNodes({ id: 7, public_ipaddr: '192.0.2.1\n', ports }, []).map((node) => portItem(node, 'a'));

describe('the rows of an instance’s ports', () => {
  it('name the protocol where it is UDP, which no browser opens', () => {
    const [tcp, udp] = itemsOf({ '5000/tcp': binding(40_001), '5000/udp': binding(40_002) });
    expect(tcp).toMatchObject({ label: 'Port 5000', description: '192.0.2.1:40001' });
    expect(tcp?.contextValue).toBe(';port;tcp;');
    expect(udp).toMatchObject({ label: 'Port 5000/udp', description: '192.0.2.1:40002' });
    expect(udp?.contextValue).toBe(';port;');
    expect(udp?.id).not.toBe(tcp?.id);
  });

  it('leave out the port for SSH and what has no binding, but not UDP on 22', () => {
    const rows = itemsOf({ '22/tcp': binding(1), '80/tcp': [], '81/sctp': binding(2), '22/udp': binding(3) });
    expect(rows.map(({ label }) => label)).toEqual(['Port 22/udp']);
  });

  it('tell a port forwarded by this window from a mapped one', () => {
    const forwarded = { instanceId: 7, remotePort: 8080, localPort: 50_000 };
    const [node] = portNodes({ id: 7 }, [forwarded]);
    expect(node && portItem(node, 'a')).toMatchObject({
      label: 'Port 8080',
      description: 'localhost:50000, forwarded by this window',
      contextValue: ';port;tcp;tunnel;',
    });
  });
});

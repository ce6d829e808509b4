import * as vscode from 'vscode';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { Forwarded } from '../../connect/tunnels';
import { isValidHost, isValidPort, mappedPort } from '../../ssh/address';

/** A row below an instance: one of its ports that can be reached from here. */
export class PortNode {
  readonly instanceId: number;
  /** The port inside the instance. */
  readonly remotePort: number;
  readonly protocol: 'tcp' | 'udp';
  /** `host:port` from here. */
  readonly address: string;
  readonly forwarded: boolean;

  constructor(node: Pick<PortNode, 'instanceId' | 'remotePort' | 'protocol' | 'address' | 'forwarded'>) {
    this.instanceId = node.instanceId;
    this.remotePort = node.remotePort;
    this.protocol = node.protocol;
    this.address = node.address;
    this.forwarded = node.forwarded;
  }
}

/** The ports that the service maps, then those forwarded by this window. The SSH port has its own row. */
export function portNodes(instance: SharedInstance, forwarded: readonly Forwarded[]): PortNode[] {
  const instanceId = instance.id;
  return [
    ...mapped(instance),
    ...forwarded.map(({ remotePort, localPort }) => {
      const address = `localhost:${localPort}`;
      return new PortNode({ instanceId, remotePort, protocol: 'tcp', address, forwarded: true });
    }),
  ];
}

function mapped({ id, public_ipaddr, ports }: SharedInstance): PortNode[] {
  const host = public_ipaddr?.trim();
  if (!host || !ports || !isValidHost(host)) return [];
  return Object.keys(ports).flatMap((name) => {
    const [, number, word] = /^(\d{1,5})\/(tcp|udp)$/.exec(name) ?? [];
    const port = mappedPort(ports, name);
    if (number === undefined || name === '22/tcp' || port === undefined || !isValidPort(port)) return [];
    const protocol = word === 'udp' ? 'udp' : 'tcp';
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    return [
      new PortNode({ instanceId: id, remotePort: Number(number), protocol, address, forwarded: false }),
    ];
  });
}

export function portItem(node: PortNode, accountId: string): vscode.TreeItem {
  const isUdp = node.protocol === 'udp';
  const label = vscode.l10n.t('Port {0}', isUdp ? `${node.remotePort}/udp` : node.remotePort);
  const item = new vscode.TreeItem(label);
  item.id = `${accountId}/${node.instanceId}/${node.forwarded ? 'tunnel' : 'port'}/${node.remotePort}${isUdp ? '/udp' : ''}`;
  item.description = node.forwarded
    ? vscode.l10n.t('{0}, forwarded by this window', node.address)
    : node.address;
  item.iconPath = new vscode.ThemeIcon(node.forwarded ? 'arrow-swap' : 'plug');
  // A browser and ssh only use TCP.
  item.contextValue = `;port;${isUdp ? '' : 'tcp;'}${node.forwarded ? 'tunnel;' : ''}`;
  item.accessibilityInformation = { label: `${label}: ${item.description}` };
  return item;
}

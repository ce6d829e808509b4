import * as vscode from 'vscode';
import type { Instance } from '../api/schemas/instance';
import type { Forwarded } from '../connect/tunnels';
import { isValidHost, isValidPort, mappedPort } from '../ssh/address';

/** A row below an instance: a port of it that can be reached from here. */
export class PortNode {
  readonly instanceId: number;
  /** The port inside the instance. */
  readonly remotePort: number;
  /** `host:port` from here. */
  readonly address: string;
  readonly forwarded: boolean;

  constructor(node: Pick<PortNode, 'instanceId' | 'remotePort' | 'address' | 'forwarded'>) {
    this.instanceId = node.instanceId;
    this.remotePort = node.remotePort;
    this.address = node.address;
    this.forwarded = node.forwarded;
  }
}

/** The ports that the service maps, then those forwarded by this window. The one for ssh has a row of its own. */
export function portNodes(instance: Instance, forwarded: readonly Forwarded[]): PortNode[] {
  const instanceId = instance.id;
  return [
    ...mapped(instance),
    ...forwarded.map(({ remotePort, localPort }) => {
      return new PortNode({ instanceId, remotePort, address: `localhost:${localPort}`, forwarded: true });
    }),
  ];
}

function mapped({ id, public_ipaddr, ports }: Instance): PortNode[] {
  const host = public_ipaddr?.trim();
  if (!host || !ports || !isValidHost(host)) return [];
  return Object.keys(ports).flatMap((name) => {
    const [, number] = /^(\d{1,5})\/tcp$/.exec(name) ?? [];
    const port = mappedPort(ports, name);
    if (number === undefined || number === '22' || port === undefined || !isValidPort(port)) return [];
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    return [new PortNode({ instanceId: id, remotePort: Number(number), address, forwarded: false })];
  });
}

export function portItem(node: PortNode, accountId: string): vscode.TreeItem {
  const label = vscode.l10n.t('Port {0}', node.remotePort);
  const item = new vscode.TreeItem(label);
  item.id = `${accountId}/${node.instanceId}/${node.forwarded ? 'tunnel' : 'port'}/${node.remotePort}`;
  item.description = node.forwarded
    ? vscode.l10n.t('{0}, forwarded by this window', node.address)
    : node.address;
  item.iconPath = new vscode.ThemeIcon(node.forwarded ? 'arrow-swap' : 'plug');
  item.contextValue = node.forwarded ? ';port;tunnel;' : ';port;';
  item.accessibilityInformation = { label: `${label}: ${item.description}` };
  return item;
}

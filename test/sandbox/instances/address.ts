import { freePorts } from '../ssh/sshd';
import type { SshHosts } from '../ssh/sshHosts';
import { mappedPorts } from './creationRequest';
import type { Address, Instance } from './instance';
import { runtypeTraits } from './runtypes';

/**
 * Starts what answers on the instance's ports: with an SSH runtype one sshd that listens where the proxy
 * leads and, for direct runtypes, on the port mapped to 22. Ports for Jupyter and for `env` mappings are
 * reserved; nothing listens on them.
 */
export async function provideAddress(sshHosts: SshHosts, instance: Instance): Promise<Address> {
  const traits = runtypeTraits[instance.launch.runtype];
  const direct = traits.ports.includes(22);
  const sshPorts = traits.ssh ? await sshHosts.start(instance.id, direct ? 2 : 1) : [];
  const [proxyPort, directPort] = sshPorts;
  const others = [...new Set([...traits.ports, ...mappedPorts(instance.launch.env)])].filter(
    (port) => port !== 22,
  );
  const reserved = await freePorts(others.length + 1, new Set(sshPorts));
  const blocked = instance.behaviour === 'direct_blocked' ? reserved[others.length] : undefined;
  const ports = new Map(others.map((port, index) => [port, reserved[index]!]));
  if (directPort !== undefined) ports.set(22, blocked ?? directPort);
  return { proxyPort, ports };
}

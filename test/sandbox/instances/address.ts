import { freePorts } from '../ssh/sshd';
import type { SshHosts } from '../ssh/sshHosts';
import { type Address, gpuWork, type Instance } from './instance';
import { portMappings, variablesOf } from './portMapping';
import { runtypeTraits } from './runtypes';

/**
 * Starts what answers on the instance's ports: with an SSH runtype one sshd that listens where the proxy
 * leads and, for direct runtypes, on the port mapped to 22; on the port mapped to 8080 Jupyter, where it is
 * installed and wanted. Ports for `env` mappings are reserved, and lead to the port inside where that is wanted.
 */
export async function provideAddress(sshHosts: SshHosts, instance: Instance): Promise<Address> {
  const traits = runtypeTraits[instance.launch.runtype];
  const direct = traits.ports.includes(22);
  const { env, onstart } = instance.launch;
  const startup = { script: onstart, env: variablesOf(env), apiKey: instance.apiKey };
  sshHosts.showGpus(instance.id, gpuWork(instance));
  const sshPorts = traits.ssh ? await sshHosts.start(instance.id, direct ? 2 : 1, startup) : [];
  const [proxyPort, directPort] = sshPorts;
  const wanted = [
    ...traits.ports.map((container) => ({ container, protocol: 'tcp' as const })),
    ...portMappings(instance.launch.env),
  ].filter(({ container, protocol }) => container !== 22 || protocol !== 'tcp');
  const reserved = await freePorts(wanted.length + 1, new Set(sshPorts));
  const ports = new Map<string, number>();
  for (const [index, { container, protocol }] of wanted.entries()) {
    const host = reserved[index]!;
    ports.set(`${container === 'same' ? host : container}/${protocol}`, host);
  }
  const blocked = instance.behaviour === 'direct_blocked' ? reserved.at(-1) : undefined;
  if (directPort !== undefined) ports.set('22/tcp', blocked ?? directPort);
  const jupyterPort = ports.get('8080/tcp');
  if (traits.jupyter && jupyterPort !== undefined)
    await sshHosts.offerJupyter(instance.id, jupyterPort, instance.jupyterToken);
  const isJupyter = (machine: number): boolean => traits.jupyter && machine === jupyterPort;
  for (const [index, { container, protocol }] of wanted.entries()) {
    const machine = reserved[index]!;
    if (container !== 'same' && protocol === 'tcp' && !isJupyter(machine))
      await sshHosts.publish(instance.id, { machine, instance: container });
  }
  return { proxyPort, ports };
}

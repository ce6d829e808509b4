export interface PortMapping {
  /** The container's port; 'same': it gets the number that the host's port has. */
  container: number | 'same';
  protocol: 'tcp' | 'udp';
}

const MAX_PORT = 65_535;

/**
 * What `-p host:container` asks for; undefined when it is no port mapping or names a port that does not exist. The
 * same number above 65535 on both sides asks for one port that is the same inside and outside.
 */
export function portMappingOf(text: string): PortMapping | undefined {
  const [, host, container, word] = /^-p (\d{1,5}):(\d{1,5})(?:\/(tcp|udp))?$/.exec(text) ?? [];
  const [outside, inside] = [Number(host), Number(container)];
  const protocol = word === 'udp' ? 'udp' : 'tcp';
  if (outside === inside && inside > MAX_PORT) return { container: 'same', protocol };
  const exist = [outside, inside].every((port) => port >= 1 && port <= MAX_PORT);
  return exist ? { container: inside, protocol } : undefined;
}

/** `-v V.<id>:<path>` mounts one of the account's volumes. */
export function mountOf(text: string): { volumeId: number; mountPath: string } | undefined {
  const [, id, mountPath] = /^-v V\.(\d{1,15}):(\/[^\s:]*)(?::r[ow])?$/.exec(text) ?? [];
  return mountPath === undefined ? undefined : { volumeId: Number(id), mountPath };
}

/** What `env` asks to be reachable from outside. */
export function portMappings(env: Readonly<Record<string, string>>): PortMapping[] {
  return Object.keys(env).flatMap((name) => portMappingOf(name) ?? []);
}

/** What of `env` is a variable: the rest are options for the container. */
export const variablesOf = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)));

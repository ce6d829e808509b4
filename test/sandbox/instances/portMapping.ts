export interface PortMapping {
  host: number;
  container: number;
}

/** The ports of `-p host:container`; undefined when it is no port mapping or names a port that does not exist. */
export function portsOf(text: string): PortMapping | undefined {
  const ports = /^-p (\d{1,5}):(\d{1,5})(?:\/(?:tcp|udp))?$/.exec(text)?.slice(1, 3).map(Number);
  const [host, container] = ports?.every((port) => port >= 1 && port <= 65_535) ? ports : [];
  return host === undefined || container === undefined ? undefined : { host, container };
}

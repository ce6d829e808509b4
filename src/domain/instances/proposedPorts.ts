import type { SharedInstance } from './sharedInstance';

/** A TCP port of an instance that a person may want on this computer. */
export interface ProposedPort {
  port: number;
  /** The launch request asked for it, and the service maps it. */
  published: boolean;
}

/** Where notebooks and TensorBoard listen unless told otherwise. */
export const usualPorts: readonly number[] = [8888, 6006];

/** The TCP ports that the instance publishes, lowest first, then those that are often used. Without SSH's own. */
export function proposedPorts(ports: SharedInstance['ports']): ProposedPort[] {
  const published = Object.keys(ports ?? {})
    .map((name) => Number(/^(\d{1,5})\/tcp$/.exec(name)?.[1]))
    .filter((port) => port >= 1 && port <= 65_535 && port !== 22)
    .sort((one, other) => one - other);
  return [
    ...published.map((port) => ({ port, published: true })),
    ...usualPorts.filter((port) => !published.includes(port)).map((port) => ({ port, published: false })),
  ];
}

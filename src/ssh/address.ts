import * as l10n from '@vscode/l10n';
import type { Instance } from '../api/schemas/instances/instance';
import { lifecycleOf } from '../domain/instances/lifecycle';

/** An SSH address of an instance. `direct` is the machine itself, `proxy` the service's relay. */
export interface SshAddress {
  host: string;
  port: number;
  route: 'direct' | 'proxy';
}

/** The addresses to try, direct first, or the reason why there are none, with a sentence for the person. */
export type AddressResult =
  | { addresses: SshAddress[] }
  | { none: 'no_ssh_runtype' | 'not_running' | 'not_yet' | 'invalid'; message: string };

/** The fields of an instance that say whether it runs and where its SSH server is. */
export type AddressFields = Pick<
  Instance,
  | 'actual_status'
  | 'cur_state'
  | 'intended_status'
  | 'status_msg'
  | 'is_bid'
  | 'image_runtype'
  | 'public_ipaddr'
  | 'ports'
  | 'ssh_host'
  | 'ssh_port'
  | 'unreadable'
>;

/** Reads the addresses from the current instance, because host and port change when it restarts. */
export function sshAddresses(instance: AddressFields): AddressResult {
  if (!hasSsh(instance.image_runtype)) {
    return {
      none: 'no_ssh_runtype',
      message: l10n.t('This instance’s launch mode doesn’t include SSH.'),
    };
  }
  const waiting = whyNotRunning(instance);
  if (waiting) return waiting;

  const candidates = [directCandidate(instance), proxyCandidate(instance)].filter(
    (found) => found !== undefined,
  );
  const addresses = withoutRepeats(candidates.filter(isValidAddress));
  if (addresses.length > 0) return { addresses };
  if (candidates.length > 0) {
    return {
      none: 'invalid',
      message: l10n.t('The service returned an SSH address that isn’t a valid host and port.'),
    };
  }
  return { none: 'not_yet', message: l10n.t('The instance is running but has no SSH address yet.') };
}

/** The address for the entry: the first, unless only the proxy responded. */
export function usedAddress(instance: AddressFields, viaProxy: boolean): SshAddress | undefined {
  const found = sshAddresses(instance);
  if (!('addresses' in found)) return undefined;
  const proxy = viaProxy ? found.addresses.find(({ route }) => route === 'proxy') : undefined;
  return proxy ?? found.addresses[0];
}

/** A host name or IP address that is safe in a config line and as an argument. */
export function isValidHost(host: string): boolean {
  return host.length <= 253 && /^[A-Za-z0-9.:][A-Za-z0-9.:-]*$/.test(host);
}

export function isValidPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

export function isThisComputer(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** All ssh and Jupyter runtypes include ssh; a missing runtype says nothing. */
export function hasSsh(imageRuntype: string | undefined): boolean {
  return !imageRuntype?.trim() || /ssh|jupyter/.test(imageRuntype);
}

function whyNotRunning(instance: AddressFields): AddressResult | undefined {
  // An instance that can't be read now keeps its known address: it may still be running.
  const { phase, pending, word } = lifecycleOf({ ...instance, unreadable: undefined });
  if (phase === 'running') return undefined;
  return pending && phase !== 'stopping'
    ? { none: 'not_yet', message: l10n.t('The instance isn’t running yet ({0}).', word) }
    : { none: 'not_running', message: l10n.t('The instance isn’t running ({0}).', word) };
}

function directCandidate({ public_ipaddr, ports }: AddressFields): SshAddress | undefined {
  // May end with a newline, and HostPort may be a string.
  const host = public_ipaddr?.trim();
  const port = mappedPort(ports, '22/tcp');
  return host && port !== undefined ? { host, port, route: 'direct' } : undefined;
}

function proxyCandidate({ ssh_host, ssh_port, image_runtype }: AddressFields): SshAddress | undefined {
  const host = ssh_host?.trim();
  if (!host || ssh_port === undefined) return undefined;
  // The proxy's first port is for Jupyter if there is one.
  const port = image_runtype?.includes('jupyter') ? ssh_port + 1 : ssh_port;
  return { host, port, route: 'proxy' };
}

/** The public port of a container port such as `22/tcp`; NaN when it is not a number. */
export function mappedPort(ports: Instance['ports'], containerPort: string): number | undefined {
  const text = ports?.[containerPort]?.find(({ HostPort }) => HostPort !== undefined)?.HostPort?.trim();
  if (text === undefined) return undefined;
  return /^\d{1,5}$/.test(text) ? Number(text) : NaN;
}

function isValidAddress({ host, port }: SshAddress): boolean {
  return isValidHost(host) && isValidPort(port);
}

function withoutRepeats(addresses: SshAddress[]): SshAddress[] {
  return addresses.filter(
    ({ host, port }, index) =>
      addresses.findIndex((other) => other.host === host && other.port === port) === index,
  );
}

import type { SharedInstance } from '../domain/instances/sharedInstance';
import { sshAddresses } from '../ssh/address';
import { aliasOf } from '../ssh/alias';
import type { SshConfig } from '../ssh/config/userConfig';
import type { Remote } from '../ssh/transfer/remoteShell';

type Setup = Omit<Remote, 'alias'> & {
  config: Pick<SshConfig, 'readEntries' | 'includeState' | 'knowsHost'>;
};

/**
 * How to reach an instance that has an entry; undefined without one, and where the entry is that of another service's
 * instance with the same number. An instance whose address isn't known is taken for the one that has it.
 */
export async function remoteOf(setup: Setup, instance: SharedInstance): Promise<Remote | undefined> {
  const entry = (await setup.config.readEntries()).find(({ instanceId }) => instanceId === instance.id);
  const found = sshAddresses(instance);
  const isIts =
    !('addresses' in found) ||
    found.addresses.some(({ host, port }) => host === entry?.host && port === entry.port);
  return entry && isIts && (await setup.config.includeState()) === 'present'
    ? { ...setup, alias: aliasOf(instance.id) }
    : undefined;
}

/**
 * The same for an instance that this computer has logged in to before: undefined for any other, and the login fails rather
 * than trust another key. For what happens while nobody looks.
 */
export async function knownRemote(setup: Setup, instance: SharedInstance): Promise<Remote | undefined> {
  if (!(await setup.config.knowsHost(instance.id))) return undefined;
  const remote = await remoteOf(setup, instance);
  if (!remote) return undefined;
  const { program, alias, configFile, defaultConfigFile } = remote;
  return { program, alias, configFile, defaultConfigFile, isKnown: true };
}

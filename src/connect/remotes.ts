import { aliasOf } from '../ssh/alias';
import type { SshConfig } from '../ssh/config/userConfig';
import type { Remote } from '../ssh/transfer/remoteShell';

type Setup = Omit<Remote, 'alias'> & {
  config: Pick<SshConfig, 'readEntries' | 'includeState' | 'knowsHost'>;
};

/** How to reach an instance that has an entry; undefined without one. */
export async function remoteOf(setup: Setup, instanceId: number): Promise<Remote | undefined> {
  const has = (await setup.config.readEntries()).some((entry) => entry.instanceId === instanceId);
  return has && (await setup.config.includeState()) === 'present'
    ? { ...setup, alias: aliasOf(instanceId) }
    : undefined;
}

/**
 * The same for an instance that this computer has logged in to before: undefined for any other, and the login fails rather
 * than trust another key. For what happens while nobody looks.
 */
export async function knownRemote(setup: Setup, instanceId: number): Promise<Remote | undefined> {
  if (!(await setup.config.knowsHost(instanceId))) return undefined;
  const remote = await remoteOf(setup, instanceId);
  if (!remote) return undefined;
  const { program, alias, configFile, defaultConfigFile } = remote;
  return { program, alias, configFile, defaultConfigFile, isKnown: true };
}

import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { aliasOf } from '../../ssh/alias';
import { nodeFileSystem } from '../../ssh/files/fileSystem';
import { ownKeys } from '../../ssh/keys/keys';
import { localKeys, type LocalKeys } from '../../ssh/keys/publicKeyFile';
import { runBeside } from '../../ssh/run/besideSsh';
import { sshArguments } from '../../ssh/run/sshCommand';
import type { SshSetup } from '../entries/sshSetup';

/** No instance has this id. Shows what ssh would offer to any instance. */
const anyInstance = Number.MAX_SAFE_INTEGER;

/**
 * The public keys on this computer: those that ssh offers to instances, and the `.pub` files next to its config files.
 */
export async function keysHere(sshSetup: () => SshSetup): Promise<LocalKeys> {
  const setup = sshSetup();
  const { keys } = await offeredToAny(setup);
  const folders = [dirname(setup.defaultConfigFile), dirname(setup.configFile)];
  return localKeys(nodeFileSystem, folders, keys);
}

/** Whether instances may know a key that ssh offers now. */
export async function offersAny(setup: SshSetup): Promise<boolean> {
  const { keys, unreadable, isUnknown = false } = await offeredToAny(setup);
  return isUnknown || keys.length + unreadable.length > 0;
}

const offeredToAny = (setup: SshSetup): ReturnType<typeof ownKeys> =>
  offeredKeys(setup, sshArguments({ alias: aliasOf(anyInstance), ...setup }));

/** The keys that ssh offers with these arguments, see `ownKeys`. */
export const offeredKeys = (
  { identityFile, program }: SshSetup,
  args: readonly string[],
): ReturnType<typeof ownKeys> =>
  ownKeys({ fs: nodeFileSystem, home: homedir(), identityFile, args, run: runBeside(program) });

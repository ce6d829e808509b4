import { canInstallByApt, installByApt } from './apt';
import { findProgram, isExecutable, say } from './commandLine';

/** sshd is a system program: often installed where a person's PATH does not look. */
const systemPaths = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/sbin/sshd', '/opt/homebrew/sbin/sshd'];

/**
 * Sees to it that an OpenSSH server and client are there for the sandbox's instances: installed ones, else Debian's
 * packages. False, after one printed line, where they stay missing: the sandbox then works without logins.
 */
export async function ensureSshd(): Promise<boolean> {
  if (hasSsh()) return true;
  if (canInstallByApt()) {
    await installByApt(['openssh-server', 'openssh-client'], hasSsh).catch((error: unknown) =>
      say(String(error)),
    );
    if (hasSsh()) return true;
  }
  say('No OpenSSH server (sshd) and client here: install openssh-server, or instances accept no logins.');
  return false;
}

/**
 * Sees to it, in the same way, that GNU parallel and rsync are there, with which the sandbox's instances play sweeps and
 * give out their disks.
 */
export async function ensureCopyPrograms(): Promise<boolean> {
  const areThere = (): boolean => findProgram('parallel') !== undefined && findProgram('rsync') !== undefined;
  if (!areThere() && canInstallByApt())
    await installByApt(['parallel', 'rsync'], areThere).catch((error: unknown) => say(String(error)));
  if (areThere()) return true;
  say('No GNU parallel and rsync here: install parallel and rsync, or sweeps can’t run.');
  return false;
}

function hasSsh(): boolean {
  const server = findProgram('sshd') ?? systemPaths.find(isExecutable);
  return server !== undefined && findProgram('ssh') !== undefined && findProgram('ssh-keygen') !== undefined;
}

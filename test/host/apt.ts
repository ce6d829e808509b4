import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, run, say } from './commandLine';
import { withFolderLock } from './folderLock';
import { cacheFolder } from './paths';

/** Whether programs may be installed here by apt: Debian or a child of it, and root. */
export function canInstallByApt(): boolean {
  return (
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined
  );
}

/**
 * Installs Debian's packages, unless another process has done so meanwhile: apt refuses to run twice at a time.
 *
 * @param isThere whether what they bring is there
 */
export async function installByApt(packages: readonly string[], isThere: () => boolean): Promise<void> {
  const work = async () => {
    if (isThere()) return;
    say(`Installing Debian's ${packages.join(' and ')}.`);
    await install(packages);
  };
  await withFolderLock(join(cacheFolder, 'apt.lock'), work, () =>
    say('Another process is installing Debian packages; waiting for it.'),
  );
}

async function install(packages: readonly string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: 600_000 };
  // The system may be updating itself.
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  const command = [...wait, 'install', '-y', '--no-install-recommends', ...packages];
  try {
    await run('apt-get', command, options);
  } catch {
    // The usual reason is a package list that is missing or old.
    await run('apt-get', ['update'], options);
    await run('apt-get', command, options);
  }
}

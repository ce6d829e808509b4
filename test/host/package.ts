import { cp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './commandLine';
import { node24, serverNode, removeFolder, repository, temporaryFolder } from './paths';
import { ensureServerHost } from './serverInstall';

const folders = ['src', 'scripts', 'media', 'l10n'];
/** A time for the files in a package, in seconds since the epoch, as `SOURCE_DATE_EPOCH`. */
const fileTime = '1700000000';

/**
 * Makes the package as `npm run package` does, in a copy of the sources: in the checkout it would replace the build that
 * others run meanwhile. Takes some seconds.
 *
 * @param file where the `.vsix` goes
 */
export async function buildPackage(file: string): Promise<void> {
  const folder = await temporaryFolder('package');
  try {
    const entries = await readdir(repository, { withFileTypes: true });
    const wanted = entries.filter((entry) => entry.isFile() || folders.includes(entry.name));
    for (const { name } of wanted) await cp(join(repository, name), join(folder, name), { recursive: true });
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const env = { ...process.env, SOURCE_DATE_EPOCH: fileTime };
    await run(node24(), ['scripts/package.js', file], { cwd: folder, env });
  } finally {
    await rm(join(folder, 'node_modules'), { force: true });
    await removeFolder(folder);
  }
}

/** Lets VS Code's own server install a package, as a person would; the extensions that lie there already stay. */
export async function installPackage(
  file: string,
  { extensionsFolder, dataFolder }: { extensionsFolder: string; dataFolder: string },
): Promise<void> {
  const folders = ['--extensions-dir', extensionsFolder, '--server-data-dir', dataFolder];
  const main = await ensureServerHost();
  await run(serverNode(), [main, '--install-extension', file, '--accept-server-license-terms', ...folders]);
}

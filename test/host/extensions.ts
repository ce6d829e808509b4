import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { repository } from './paths';

/** The folders of the extensions a window can be given. */
export const extensions = {
  gpuRental: repository,
  /** Signs in to the sandbox at the start. */
  companion: join(import.meta.dirname, 'companion'),
  /** Has Remote-SSH's id and one of its settings, and nothing else. */
  remoteSshStandIn: join(import.meta.dirname, 'remote-ssh-stand-in'),
};

/**
 * Puts extensions into VS Code's folder of installed ones, each with the files that its package would hold, so that
 * what runs is what a person would get. VS Code finds them at its next start.
 */
export async function installExtensions(folder: string, sources: readonly string[]): Promise<void> {
  for (const [index, source] of sources.entries()) {
    // VS Code reads the name and version out of the manifest, so the folder's own name is free.
    const target = join(folder, `extension-${index}`);
    for (const file of await listFiles({ cwd: source, packageManager: PackageManager.None })) {
      await mkdir(dirname(join(target, file)), { recursive: true });
      await cp(join(source, file), join(target, file));
    }
  }
}

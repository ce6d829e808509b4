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

export type Extensions = typeof extensions;

/** Has the Jupyter extension's id and the part of its API by which servers are offered. For in-host tests alone. */
const jupyterStandIn = join(import.meta.dirname, 'jupyter-stand-in');
/** Has the Python Debugger's id and type, and connects to debugpy as it does. For in-host tests alone. */
const pythonDebuggerStandIn = join(import.meta.dirname, 'python-debugger-stand-in');
export const inHostStandIns = [jupyterStandIn, pythonDebuggerStandIn];

/** Copies of all extensions, as their packages would hold them. Finding the files takes seconds, a copy's none. */
export async function packExtensions(folder: string): Promise<Extensions> {
  await installExtensions(folder, Object.values(extensions));
  const names = Object.keys(extensions);
  const copy = (name: keyof Extensions) => join(folder, folderName(names.indexOf(name)));
  return {
    gpuRental: copy('gpuRental'),
    companion: copy('companion'),
    remoteSshStandIn: copy('remoteSshStandIn'),
  };
}

/** VS Code reads the name and version out of the manifest, so the folder's own name is free. */
const folderName = (index: number): string => `extension-${index}`;

/**
 * Puts extensions into VS Code's folder of installed ones, each with the files that its package would hold, so that
 * what runs is what a person would get. VS Code finds them at its next start.
 */
export async function installExtensions(folder: string, sources: readonly string[]): Promise<void> {
  for (const [index, source] of sources.entries()) {
    const target = join(folder, folderName(index));
    for (const file of await listFiles({ cwd: source, packageManager: PackageManager.None })) {
      await mkdir(dirname(join(target, file)), { recursive: true });
      await cp(join(source, file), join(target, file));
    }
  }
}

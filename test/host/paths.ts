import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The root of the checkout, as an absolute path. */
export const repository = resolve(import.meta.dirname, '../..');

/**
 * Where downloads live that every checkout on this machine shares: outside the checkout, so that a clean clone does
 * not pay for them again.
 */
export const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gpu-rental');

/** A fresh folder of our own under the system's temporary folder. */
export function temporaryFolder(purpose: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `gpu-rental-${purpose}-`));
}

/** Removes a folder whole; a file that is still being written while its process ends is tried again. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/**
 * The Node 24 that VS Code's own server wants: this process when it is one, else the binary of the `node` package
 * among the development dependencies.
 */
export function node24(): string {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const packaged = join(
    repository,
    'node_modules/node/bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!existsSync(packaged)) throw new Error(`Node 24 is missing at ${packaged}: run "npm ci" first.`);
  return packaged;
}

/** The Node that VS Code's own server runs on: an old release of it may want an older one, which the environment names. */
export const serverNode = (): string => process.env.CODE_SERVER_NODE ?? node24();

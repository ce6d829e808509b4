import * as path from 'node:path';
import type { SshPaths } from '../config/configPaths';
import type { FileSystem } from './fileSystem';
import { infoIfThere, readIfThere, resolveLinks } from './atPath';
import { isTemporaryOf, removeQuietly } from './temporaryFiles';
import { finishInPlace, isNoteOf } from './writeInPlace';

/** Files of ours that killed processes left, as far as they can be found without the lock. */
export async function litterOf(fs: FileSystem, paths: SshPaths): Promise<string[]> {
  const { folder, configFile, backups, ownConfig, owners, knownHosts } = paths;
  const target = await resolveLinks(fs, configFile);
  const inFolder = await namesIn(fs, folder);
  const own = [ownConfig, owners, knownHosts, paths.lock];
  const isLitter = (name: string): boolean =>
    name === path.basename(paths.lock) || own.some((file) => isTemporaryOf(file, name));
  const found = inFolder?.filter(isLitter).map((name) => path.join(folder, name)) ?? [];
  if (inFolder?.length === 0) found.push(folder);
  for (const file of new Set([target, configFile, ...backups])) {
    const names = (await namesIn(fs, path.dirname(file))) ?? [];
    const ofFile = (name: string): boolean =>
      isTemporaryOf(file, name) || isNoteOf(file, name) || isAsideOf(file, name);
    found.push(...names.filter(ofFile).map((name) => path.join(path.dirname(file), name)));
  }
  return [...new Set(found)];
}

/** Removes them. Only for the holder of the lock, whose own file stays. */
export async function dropLitter(fs: FileSystem, paths: SshPaths): Promise<void> {
  const target = await resolveLinks(fs, paths.configFile);
  await finishInPlace(fs, target);
  for (const file of await litterOf(fs, paths)) {
    if (file === paths.lock || file === paths.folder) continue;
    if (isAsideOf(target, path.basename(file))) await dropAside(fs, file, target);
    else if (!isNoteOf(target, path.basename(file))) await removeQuietly(fs, file);
  }
}

/** A file that a removal moved aside to check whether it is empty; its content is the person's. */
async function dropAside(fs: FileSystem, aside: string, target: string): Promise<void> {
  const content = await readIfThere(fs, aside);
  if (content === undefined) return;
  if (content.length > 0) {
    if ((await infoIfThere(fs, target)) !== undefined) return;
    await fs.link(aside, target);
  }
  await removeQuietly(fs, aside);
}

function isAsideOf(file: string, name: string): boolean {
  const start = `${path.basename(file)}.gpu-rental-`;
  return name.startsWith(start) && /^[0-9a-f]{12}$/.test(name.slice(start.length));
}

/** Undefined if the folder doesn't exist or can't be read: then it may contain nothing of ours. */
const namesIn = (fs: FileSystem, folder: string): Promise<string[] | undefined> =>
  fs.readdir(folder).catch(() => undefined);

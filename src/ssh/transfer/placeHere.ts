import type { Dirent, Stats } from 'node:fs';
import { link, lstat, readdir, rename, unlink } from 'node:fs/promises';
import * as path from 'node:path';
import type { Tree, TreeEntry } from '../../domain/runs/tree';
import { codeOf } from '../../files/disk';
import { unlessMissing } from '../errors';

export interface PlaceOptions {
  /** Files and links, by path, that are replaced where they are still as here, which the person agreed to. */
  replaces?: Tree['entries'] | undefined;
}

/**
 * Puts what is finished in its place by renaming, whole folders at once where they are new. Nothing is written through
 * a link. Returns the paths, with `/`, of what stays because something else has its name, or has changed.
 *
 * @param from a folder on the same disk as `to`; missing means that there is nothing
 */
export async function placeHere(
  from: string,
  to: string,
  { replaces }: PlaceOptions,
  below = '',
): Promise<string[]> {
  const kept: string[] = [];
  for (const entry of await listed(path.join(from, below))) {
    const at = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      kept.push(...(await placeFolder(from, to, { replaces }, at)));
      continue;
    }
    const there = await lstat(path.join(to, at)).catch(unlessMissing);
    if (!there && !replaces && entry.isFile()) {
      if (!(await putNew(path.join(from, at), path.join(to, at)))) kept.push(at);
    } else if (!there || (replaces && !there.isDirectory() && !isChanged(there, replaces.get(at))))
      await rename(path.join(from, at), path.join(to, at));
    else kept.push(at);
  }
  return kept;
}

async function placeFolder(from: string, to: string, options: PlaceOptions, at: string): Promise<string[]> {
  const look = (): Promise<Stats | undefined> => lstat(path.join(to, at)).catch(unlessMissing);
  let there = await look();
  if (!there)
    try {
      await rename(path.join(from, at), path.join(to, at));
      return [];
    } catch (error) {
      // Another copy may just have made it.
      there = await look();
      if (!there) throw error;
    }
  return there.isDirectory() ? placeHere(from, to, options, at) : filesIn(from, at);
}

/** Of a name that this computer writes in another way than the plan, nothing is known; nor when a link was made that leads out. */
function isChanged(there: Stats, planned: TreeEntry | undefined): boolean {
  if (!planned) return false;
  const { kind, size, modified } = planned;
  const isKind = kind === 'file' ? there.isFile() && there.size === size : there.isSymbolicLink();
  return !isKind || (modified !== 0 && Math.floor(there.mtimeMs / 1000) !== modified);
}

/** False if something of that name appeared meanwhile, which a rename would replace. */
async function putNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // A disk without hard links.
    await rename(from, to);
    return true;
  }
  await unlink(from);
  return true;
}

async function filesIn(from: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await listed(path.join(from, folder))) {
    const at = `${folder}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await filesIn(from, at)));
    else files.push(at);
  }
  return files;
}

async function listed(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
}

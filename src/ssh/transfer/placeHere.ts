import { chmod, lstat, mkdir, rename, symlink, unlink, utimes } from 'node:fs/promises';
import * as path from 'node:path';
import { isSafePath } from '../../domain/runs/names';
import { parentOf, type TreeEntry } from '../../domain/runs/tree';
import { isMissing } from '../errors';

export interface PlaceOptions {
  /** Where the finished file of an entry is, on the same disk. */
  stagedAt: (entry: TreeEntry) => string;
  /** Whether the person agreed that what is there is replaced. */
  mayReplace: (entry: TreeEntry) => boolean;
}

/**
 * Puts finished files into a folder of this computer, each by one rename, with folders, links, modes and times. Nothing
 * is written through a link, and nothing is replaced that appeared meanwhile. Returns the paths of what was left.
 *
 * @param entries folders before what is in them
 */
export async function placeHere(
  root: string,
  entries: readonly TreeEntry[],
  { stagedAt, mayReplace }: PlaceOptions,
): Promise<string[]> {
  const kept: string[] = [];
  const folders = new Map<string, boolean>([['', true]]);
  const isFolder = async (at: string): Promise<boolean> => {
    const known = folders.get(at);
    if (known !== undefined) return known;
    const isReal = (await isFolder(parentOf(at))) && (await makeFolder(fileOf(root, at)));
    folders.set(at, isReal);
    return isReal;
  };
  const made = entries.filter(({ kind }) => kind === 'folder');
  for (const entry of entries) {
    const file = fileOf(root, entry.path);
    if (entry.kind === 'folder') {
      if (!(await isFolder(entry.path))) kept.push(entry.path);
      continue;
    }
    const there = await lstat(file).catch(missing);
    const isFree = there === undefined || (mayReplace(entry) && !there.isDirectory());
    if (!isFree || !(await isFolder(parentOf(entry.path)))) {
      kept.push(entry.path);
      continue;
    }
    if (entry.kind === 'link') {
      if (there) await unlink(file);
      await symlink(entry.target ?? '', file);
    } else await rename(stagedAt(entry), file);
  }
  // From the inside out: what is put into a folder changes its time.
  for (const { path: at, mode, modified } of made.reverse()) {
    if (folders.get(at) !== true) continue;
    if (mode !== undefined && process.platform !== 'win32') await chmod(fileOf(root, at), mode);
    await utimes(fileOf(root, at), modified, modified);
  }
  return kept;
}

function fileOf(root: string, at: string): string {
  if (at !== '' && !isSafePath(at)) throw new Error('A path leads out of its folder.');
  return path.join(root, ...at.split('/'));
}

/** False where something else has that name, also a link to a folder. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch {
    return (await lstat(folder)).isDirectory();
  }
}

function missing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

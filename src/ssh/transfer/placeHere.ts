import { type Dirent } from 'node:fs';
import { link, lstat, readdir, rename, unlink } from 'node:fs/promises';
import * as path from 'node:path';
import { codeOf } from '../../files/disk';
import { isMissing } from '../errors';

export interface PlaceOptions {
  /** Whether files and links that are there are replaced, which the person agreed to. */
  mayReplace: boolean;
}

/**
 * Puts what is finished in its place by renaming, whole folders at once where they are new. Nothing is written through
 * a link. Returns the paths, with `/`, of what stays because something else has its name.
 *
 * @param from a folder on the same disk as `to`; missing means that there is nothing
 */
export async function placeHere(
  from: string,
  to: string,
  { mayReplace }: PlaceOptions,
  below = '',
): Promise<string[]> {
  const kept: string[] = [];
  for (const entry of await listed(path.join(from, below))) {
    const at = below === '' ? entry.name : `${below}/${entry.name}`;
    const there = await lstat(path.join(to, at)).catch(unlessMissing);
    const isFolder = entry.isDirectory();
    if (isFolder && there?.isDirectory()) kept.push(...(await placeHere(from, to, { mayReplace }, at)));
    else if (!there && !mayReplace && entry.isFile()) {
      if (!(await putNew(path.join(from, at), path.join(to, at)))) kept.push(at);
    } else if (!there || (mayReplace && !isFolder && !there.isDirectory()))
      await rename(path.join(from, at), path.join(to, at));
    else kept.push(...(isFolder ? await filesIn(from, at) : [at]));
  }
  return kept;
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

function unlessMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

import * as path from 'node:path';
import * as z from 'zod/mini';
import type { FileInfo, FileSystem } from './fileSystem';
import { infoIfThere, readIfThere } from './atPath';
import { removeQuietly, rescueName, temporaryFor } from './temporaryFiles';
import { jsonAs } from '../../files/jsonAs';

const noteSchema = z.object({ before: z.string(), after: z.string() });

export interface Writer {
  platform: NodeJS.Platform;
  uid: number | undefined;
  /** Groups that this process may give a file to. */
  groups: readonly number[];
}

export const thisProcess = (): Writer => ({
  platform: process.platform,
  uid: process.getuid?.(),
  groups: process.getgroups?.() ?? [],
});

/**
 * Whether a file must not be replaced by a new one: its other hard links would still lead to the old file, or its group
 * or (on Windows, where a new file gets its folder's permissions) its readers would change.
 */
export function mustStayInPlace(info: FileInfo, { platform, uid, groups }: Writer): boolean {
  if (platform === 'win32') return true;
  return info.links > 1 || (uid !== 0 && info.uid === uid && !groups.includes(info.gid));
}

/**
 * Writes a file without replacing it. First writes a note with the old and the new content next to it: if this process
 * is killed halfway, {@link finishInPlace} restores the old content. False if another program has written meanwhile.
 */
export async function writeInPlace(
  fs: FileSystem,
  target: string,
  before: Buffer,
  after: Buffer,
): Promise<boolean> {
  const note = noteOf(target);
  await writeNote(fs, target, before, after);
  try {
    if (!(await readIfThere(fs, target))?.equals(before)) {
      await fs.unlink(note);
      return false;
    }
    await fs.overwrite(target, after);
    return (await readIfThere(fs, target))?.equals(after) ?? false;
  } finally {
    await finishInPlace(fs, target);
  }
}

/** Completes what a killed process left unfinished. Only for the holder of the lock. */
export async function finishInPlace(fs: FileSystem, target: string): Promise<void> {
  const note = noteOf(target);
  if ((await infoIfThere(fs, note)) === undefined) return;
  const noted = parse(await readIfThere(fs, note));
  const found = await readIfThere(fs, target);
  if (noted && found && isMixture(found, noted)) await fs.overwrite(target, noted.before);
  // Another program has written since: the note's content exists nowhere else.
  else if (
    !noted ||
    (found && ![noted.before, noted.after].some((one) => one.equals(found)) && !isEdited(found, noted))
  )
    return fs.rename(note, rescueName(target));
  await fs.unlink(note);
}

interface Noted {
  before: Buffer;
  after: Buffer;
}

/** The start of the new content followed by the rest of the old one, neither of them complete. */
export function isMixture(found: Buffer, { before, after }: Noted): boolean {
  if (found.equals(before) || found.equals(after)) return false;
  let same = 0;
  while (same < found.length && same < after.length && found[same] === after[same]) same++;
  return found.subarray(same).equals(before.subarray(same));
}

/** It contains one of them completely, with another program's text around it. */
function isEdited(found: Buffer, { before, after }: Noted): boolean {
  return found.includes(after) || found.includes(before);
}

async function writeNote(fs: FileSystem, target: string, before: Buffer, after: Buffer): Promise<void> {
  const note = noteOf(target);
  const temporary = temporaryFor(target);
  try {
    const file = await fs.createExclusive(temporary, 0o600);
    try {
      const content = { before: before.toString('base64'), after: after.toString('base64') };
      await file.write(Buffer.from(JSON.stringify(content)));
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temporary, note);
  } finally {
    await removeQuietly(fs, temporary);
  }
  // Some systems can't sync a folder.
  await fs.syncDirectory(path.dirname(note)).catch(() => undefined);
}

function parse(content: Buffer | undefined): Noted | undefined {
  const said = jsonAs(noteSchema, content);
  // With an incomplete note, the file hadn't been changed yet.
  return said && { before: Buffer.from(said.before, 'base64'), after: Buffer.from(said.after, 'base64') };
}

/** Whether `name`, in the folder of `file`, is the note of an unfinished write. */
export function isNoteOf(file: string, name: string): boolean {
  return name === path.basename(noteOf(file));
}

function noteOf(target: string): string {
  return path.join(path.dirname(target), `.${path.basename(target)}.gpu-rental-undo`);
}

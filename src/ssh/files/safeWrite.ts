import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, succeeds } from '../../files/disk';
import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { SshConfigError, readOnlyError, writeFailure } from '../errors';
import type { FileInfo, FileSystem } from './fileSystem';
import { infoIfThere, readIfThere, resolveLinks } from './atPath';
import { removeQuietly, rescueName, temporaryFor } from './temporaryFiles';
import { finishInPlace, mustStayInPlace, thisProcess, writeInPlace, type Writer } from './writeInPlace';

/** Returns the new bytes of the file; undefined for no change. `before` is undefined if there is no file. */
export type Edit = (before: Buffer | undefined) => Promise<Buffer | undefined> | Buffer | undefined;

export interface WriteOptions {
  /**
   * Permission bits of a file of ours. Without them, the file is the person's: it keeps its own permissions (0600 for a
   * new file) and attributes, and programs that have it open don't lose what they write.
   */
  mode?: number;
  sleep?: (milliseconds: number) => Promise<unknown>;
  /** The user and groups of this process; tests pass their own. */
  writer?: Writer;
}

const mostEdits = 6;

/**
 * Edits a file so that it is always complete, either old or new, even after a crash or a power failure: writes a
 * temporary file next to the target, syncs it, compares the target again with what was read, then renames. A file that
 * must not be replaced (`mustStayInPlace`, always on Windows) is written in place instead: it is incomplete meanwhile, and
 * after a crash until the next edit. Follows symbolic links. If another program changed the file meanwhile, the edit starts again with the new content. Resolves
 * to whether the file changed; throws {@link SshConfigError} and leaves the file complete.
 *
 * Packages for atomic writes (write-file-atomic, atomically) don't accept a file system and don't check, between
 * reading and renaming, whether another program has written.
 */
export async function editFile(
  fs: FileSystem,
  file: string,
  edit: Edit,
  options: WriteOptions = {},
): Promise<boolean> {
  const { sleep = delay } = options;
  for (let disturbed = 0; disturbed < mostEdits; disturbed++) {
    const target = await resolveLinks(fs, file);
    await finishInPlace(fs, target);
    const before = await readIfThere(fs, target);
    const after = (await edit(before)) ?? before;
    if (after === undefined || before?.equals(after)) return false;
    const outcome = await replace(fs, target, before, after, options);
    if (outcome === 'done') return true;
    await sleep(settleTime);
    if (outcome !== 'changed meanwhile')
      return editLate(fs, target, edit, { over: after, ...outcome }, options);
  }
  const message = l10n.t('Another program keeps changing {0}, so it wasn’t changed here.', file);
  throw new SshConfigError('changed_meanwhile', file, message);
}

/** Edits what another program wrote just before `over` replaced it, or else keeps it next to the file. */
async function editLate(
  fs: FileSystem,
  target: string,
  edit: Edit,
  { over, late }: { over: Buffer; late: Buffer },
  options: WriteOptions,
): Promise<boolean> {
  let unsaved = late;
  let cause: unknown;
  try {
    const onDisk = await readIfThere(fs, target);
    if (onDisk?.equals(over)) {
      const after = (await edit(late)) ?? late;
      const outcome = onDisk.equals(after) ? 'done' : await replace(fs, target, onDisk, after, options);
      if (outcome === 'done') return true;
      // It was written to the file, and the same happened again.
      if (outcome !== 'changed meanwhile') unsaved = outcome.late;
    }
  } catch (error) {
    cause = error;
  }
  throw await rescue(fs, target, unsaved, cause);
}

/** Two versions have to be kept: the other program's is next to the file. */
async function rescue(
  fs: FileSystem,
  target: string,
  content: Buffer,
  cause?: unknown,
): Promise<SshConfigError> {
  const copy = rescueName(target);
  const file = await fs.createExclusive(copy, 0o600);
  await file.write(content);
  await file.sync();
  await file.close();
  const message = l10n.t(
    'Another program wrote {0} at the same moment. Its version is kept in {1}.',
    target,
    copy,
  );
  return new SshConfigError('changed_meanwhile', target, message, cause);
}

/** `late`: what another program wrote into the old file just before it was replaced. */
type Outcome = 'done' | 'changed meanwhile' | { late: Buffer };

async function replace(
  fs: FileSystem,
  target: string,
  before: Buffer | undefined,
  after: Buffer,
  options: WriteOptions,
): Promise<Outcome> {
  const temporary = temporaryFor(target);
  try {
    const info = await infoIfThere(fs, target);
    if (info && (info.mode & 0o200) === 0) throw readOnlyError(target);
    // A rename only checks the folder's permissions. A process that can't write the file must not replace it either.
    if (info) await fs.checkWritable(target);
    const theirs = info !== undefined && options.mode === undefined;
    if (theirs) await waitForWriters(fs, target, target, options);
    const like = theirs ? target : undefined;
    const staysInPlace =
      (theirs && before !== undefined && mustStayInPlace(info, options.writer ?? thisProcess())) ||
      !(await writeTemporary(fs, temporary, after, info, like, options));
    if (before === undefined) return await putNew(fs, temporary, target);
    if (!staysInPlace) return await putOver(fs, temporary, target, { before, after }, options);
    return (await writeInPlace(fs, target, before, after)) ? 'done' : 'changed meanwhile';
  } catch (error) {
    throw writeFailure(target, error);
  } finally {
    await removeQuietly(fs, temporary);
    // The file is complete, and some systems can't sync a folder.
    await fs.syncDirectory(path.dirname(target)).catch(() => undefined);
  }
}

/** False if the attributes of `like` couldn't be copied. */
async function writeTemporary(
  fs: FileSystem,
  temporary: string,
  content: Buffer,
  old: FileInfo | undefined,
  like: string | undefined,
  { mode }: WriteOptions,
): Promise<boolean> {
  const file = await fs.createExclusive(temporary, 0o600);
  try {
    if (like !== undefined) {
      if (!(await succeeds(fs.copyAttributes(like, temporary)))) return false;
    }
    await file.write(content);
    // Only the group may be lost: an edit must not change the file's owner.
    if (old)
      await file.chown(old.uid, old.gid).catch((error: unknown) => {
        if (old.uid !== process.getuid?.()) throw error;
      });
    await file.chmod(mode ?? old?.mode ?? 0o600);
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}

/** Gives a new file its name unless another process has created one meanwhile. */
async function putNew(fs: FileSystem, temporary: string, target: string): Promise<Outcome> {
  try {
    await fs.link(temporary, target);
    return 'done';
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'changed meanwhile';
  }
  // The file system has no hard links.
  if ((await infoIfThere(fs, target)) !== undefined) return 'changed meanwhile';
  await fs.rename(temporary, target);
  return 'done';
}

/**
 * Replaces the file if it still contains `before`. The old file keeps a second name for a moment (if hard links work),
 * to find what another program wrote between the last check and the rename, even one that opened the file just then and
 * is still writing. If that program doesn't finish, the old file is restored.
 */
async function putOver(
  fs: FileSystem,
  temporary: string,
  target: string,
  { before, after }: { before: Buffer; after: Buffer },
  options: WriteOptions,
): Promise<Outcome> {
  const old = temporaryFor(target);
  try {
    const linked = await succeeds(fs.link(target, old));
    if (!(await readIfThere(fs, target))?.equals(before)) return 'changed meanwhile';
    await fs.rename(temporary, target);
    if (!linked) return 'done';
    if (options.mode === undefined) {
      await waitForWriters(fs, old, target, options).catch(async (error: unknown) => {
        if ((await readIfThere(fs, target))?.equals(after)) await fs.rename(old, target);
        throw error;
      });
    }
    // If it is already gone, no program has written to it.
    const late = await fs.readFile(old).catch(() => before);
    return late.equals(before) ? 'done' : { late };
  } finally {
    await removeQuietly(fs, old);
  }
}

/** Milliseconds a program needs to finish writing the file in place. */
const settleTime = 100;
/** How often to wait that long while a program has the file open. */
const patience = 30;

/** Waits for programs that have the file open for writing: they would write into a file without a name. */
async function waitForWriters(
  fs: FileSystem,
  file: string,
  target: string,
  { sleep = delay }: Pick<WriteOptions, 'sleep'>,
): Promise<void> {
  for (let waited = 0; waited < patience; waited++) {
    // If that can't be checked, wait once.
    const open = await fs.isOpenForWriting(file).catch(() => undefined);
    if (open === false) return;
    await sleep(settleTime);
    if (open === undefined) return;
  }
  const message = l10n.t(
    '{0} is open in another program that may still write to it, so it wasn’t changed. Close it there and try again.',
    target,
  );
  throw new SshConfigError('busy', target, message);
}

import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { SshConfigError, readOnlyError, systemCode, writeFailure } from './errors';
import type { FileInfo, FileSystem } from './fileSystem';
import { infoIfThere, readIfThere, resolveLinks } from './reading';
import { removeQuietly, temporaryFor } from './temporaryFiles';

/** The file with its new bytes; undefined leaves it as it is. `before` is undefined when there is no file. */
export type Edit = (before: Buffer | undefined) => Promise<Buffer | undefined> | Buffer | undefined;

export interface WriteOptions {
  /** Permission bits; without it a file keeps its own, and a new one gets 0600. */
  mode?: number;
  sleep?: (milliseconds: number) => Promise<void>;
}

const attempts = { edit: 6, rename: 8 };

/** Milliseconds in which a program that is writing the file in place gets done. */
const settleTime = 100;

/**
 * Edits a file so that at every moment, also after a crash or a power cut, it is the old one or the new one, whole:
 * a temporary file beside the target, synced, compared once more with what was read, then renamed. Symbolic links
 * are written through. When another program changed the file meanwhile, the whole edit starts again from what it
 * wrote. Resolves to whether the file changed; throws {@link SshConfigError} with the file whole.
 *
 * Ours, because the packages for atomic writes (write-file-atomic, atomically) take no injected file system and do
 * not look again, between reading and renaming, whether someone else has written.
 */
export async function editFile(
  fs: FileSystem,
  file: string,
  edit: Edit,
  options: WriteOptions = {},
): Promise<boolean> {
  const { sleep = realSleep } = options;
  for (let disturbed = 0; disturbed < attempts.edit; disturbed++) {
    const target = await resolveLinks(fs, file);
    const before = await readIfThere(fs, target);
    const after = (await edit(before)) ?? before;
    if (after === undefined || before?.equals(after)) return false;
    const outcome = await replace(fs, target, before, after, options);
    if (outcome === 'done') return true;
    await sleep(settleTime);
    if (outcome !== 'changed meanwhile')
      return editLate(fs, target, edit, { over: after, ...outcome }, options);
  }
  const message = l10n.t('{0} is being changed by another program all the time, so it was left alone.', file);
  throw new SshConfigError('changed_meanwhile', file, message);
}

/**
 * Edits what another program wrote into the old file in the instant before `over` replaced it. Whatever goes wrong now,
 * its version lies beside the file: it is nowhere else any more.
 */
async function editLate(
  fs: FileSystem,
  target: string,
  edit: Edit,
  { over, late }: { over: Buffer; late: Buffer },
  options: WriteOptions,
): Promise<boolean> {
  let homeless = late;
  let cause: unknown;
  try {
    const onDisk = await readIfThere(fs, target);
    if (onDisk?.equals(over)) {
      const after = (await edit(late)) ?? late;
      const outcome = onDisk.equals(after) ? 'done' : await replace(fs, target, onDisk, after, options);
      if (outcome === 'done') return true;
      // It came into the file, and the same happened once more.
      if (outcome !== 'changed meanwhile') homeless = outcome.late;
    }
  } catch (error) {
    cause = error;
  }
  throw await rescue(fs, target, homeless, cause);
}

/** Two versions have to be kept: the other program's lies beside the file. */
async function rescue(
  fs: FileSystem,
  target: string,
  content: Buffer,
  cause?: unknown,
): Promise<SshConfigError> {
  // Hidden, so that no pattern of an Include makes ssh read it.
  const name = `.${path.basename(target)}.rescued-${randomBytes(6).toString('hex')}`;
  const copy = path.join(path.dirname(target), name);
  const file = await fs.createExclusive(copy, 0o600);
  await file.write(content);
  await file.close();
  const message = l10n.t(
    'Another program wrote {0} at the same moment. Its version is kept in {1}.',
    target,
    copy,
  );
  return new SshConfigError('changed_meanwhile', target, message, cause);
}

/** `late`: what another program wrote into the old file in the instant before it was replaced. */
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
    // A rename asks the folder only; whoever may not write the file shall not replace it either.
    if (info) await fs.checkWritable(target);
    await writeTemporary(fs, temporary, after, info, options.mode);
    return await (before === undefined
      ? putNew(fs, temporary, target, options)
      : putOver(fs, temporary, target, before, options));
  } catch (error) {
    throw writeFailure(target, error);
  } finally {
    await removeQuietly(fs, temporary);
    // The file is whole by now, and some systems cannot sync a directory.
    await fs.syncDirectory(path.dirname(target)).catch(() => undefined);
  }
}

async function writeTemporary(
  fs: FileSystem,
  temporary: string,
  content: Buffer,
  old: FileInfo | undefined,
  mode: number | undefined,
): Promise<void> {
  const file = await fs.createExclusive(temporary, 0o600);
  try {
    await file.write(content);
    // Only the group may be lost: a file shall not pass to another owner by being edited.
    if (old)
      await file.chown(old.uid, old.gid).catch((error: unknown) => {
        if (old.uid !== process.getuid?.()) throw error;
      });
    await file.chmod(mode ?? old?.mode ?? 0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Gives a new file its name unless someone else has taken it meanwhile. */
async function putNew(
  fs: FileSystem,
  temporary: string,
  target: string,
  options: WriteOptions,
): Promise<Outcome> {
  try {
    await fs.link(temporary, target);
    return 'done';
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return 'changed meanwhile';
  }
  // A file system without hard links.
  if ((await infoIfThere(fs, target)) !== undefined) return 'changed meanwhile';
  await renameWithRetry(fs, temporary, target, options);
  return 'done';
}

/**
 * Replaces the file if it still holds `before`. Its old self keeps a second name for a moment (where there are hard
 * links): what was written into it between the last look and the rename is found there.
 */
async function putOver(
  fs: FileSystem,
  temporary: string,
  target: string,
  before: Buffer,
  options: WriteOptions,
): Promise<Outcome> {
  const old = temporaryFor(target);
  try {
    const linked = await fs.link(target, old).then(
      () => true,
      () => false,
    );
    if (!(await readIfThere(fs, target))?.equals(before)) return 'changed meanwhile';
    await renameWithRetry(fs, temporary, target, options);
    const late = linked ? await fs.readFile(old).catch(() => before) : before;
    return late.equals(before) ? 'done' : { late };
  } finally {
    await removeQuietly(fs, old);
  }
}

/** On Windows a virus scanner or an indexer may hold the target for a moment. */
async function renameWithRetry(
  fs: FileSystem,
  from: string,
  to: string,
  options: WriteOptions,
): Promise<void> {
  const { sleep = realSleep } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      await fs.rename(from, to);
      return;
    } catch (error) {
      const passing = ['EPERM', 'EACCES', 'EBUSY'].includes(systemCode(error) ?? '');
      if (!passing || attempt >= attempts.rename) throw error;
      await sleep(10 * 2 ** (attempt - 1));
    }
  }
}

export function realSleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

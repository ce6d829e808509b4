import { codeOf } from '../../files/disk';
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { omitUndefined } from '../../domain/omitUndefined';
import { isMissing, refusal, writeFailure } from '../errors';
import type { FileSystem } from '../files/fileSystem';
import { infoIfThere, integrationLock, readIfThere, removeIfThere, resolveLinks } from '../files/atPath';
import { hasMarker, removeBlock } from './includeBlock';
import type { IntegrationRecord } from './integrationRecord';
import { withLock, type LockOptions } from '../files/lock';
import { editFile } from '../files/safeWrite';
import { dropTemporariesOf, removeEmptyFolder } from '../files/temporaryFiles';
import type { SshPaths } from './configPaths';

/** What {@link removeIntegration} did. `backup` is the copy that stays, if there is one. */
export interface Removal {
  blockRemoved: boolean;
  fileDeleted: boolean;
  folderRemoved: boolean;
  backup?: string;
}

export interface RemovalOptions {
  fs: FileSystem;
  paths: SshPaths;
  record: IntegrationRecord;
  lock?: LockOptions | undefined;
}

/** See `SshConfig.remove`; also run by the uninstall hook. A file with damaged markers is refused, untouched. */
export async function removeIntegration(options: RemovalOptions): Promise<Removal> {
  const { fs, paths, record, lock } = options;
  const hadFolder = (await infoIfThere(fs, paths.folder)) !== undefined;
  // If nothing of ours is there, don't create a folder for the lock. Everything else needs the lock.
  const edited =
    hadFolder || (await holdsMarker(fs, paths.configFile))
      ? await withLock(fs, integrationLock(fs, paths), () => takeOut(options), lock).catch(
          async (error: unknown) => {
            // The folder was only created for the lock.
            if (!hadFolder) await removeEmptyFolder(fs, paths.folder);
            throw error;
          },
        )
      : { blockRemoved: false, fileDeleted: false };
  const folderRemoved = (await removeIfEmpty(fs, paths.folder)) && hadFolder;
  await record.forget(paths.configFile);
  const backup = await keptBackup(fs, paths);
  return { ...edited, folderRemoved, ...omitUndefined({ backup }) };
}

async function keptBackup(fs: FileSystem, { backups }: SshPaths): Promise<string | undefined> {
  for (const backup of backups) if ((await infoIfThere(fs, backup)) !== undefined) return backup;
  return undefined;
}

async function takeOut({
  fs,
  paths,
  record,
}: RemovalOptions): Promise<Pick<Removal, 'blockRemoved' | 'fileDeleted'>> {
  const blockRemoved = await takeOutBlock(fs, paths.configFile);
  const target = await resolveLinks(fs, paths.configFile);
  await dropTemporariesOf(fs, path.dirname(target), [target]);
  await dropTemporariesOf(fs, path.dirname(paths.configFile), paths.backups);
  // Without the record, we don't know what we created, so nothing is deleted.
  const recorded = await record.listOrNone();
  const created = recorded.some((file) => file.configFile === paths.configFile && file.created);
  const fileDeleted = created && (await deleteIfEmpty(fs, paths.configFile));
  await removeOwnFiles(fs, paths);
  return { blockRemoved, fileDeleted };
}

/** Whether anything in the user's file is marked as ours. */
export async function holdsMarker(fs: FileSystem, configFile: string): Promise<boolean> {
  const content = await readIfThere(fs, await resolveLinks(fs, configFile));
  return content !== undefined && hasMarker(content);
}

async function takeOutBlock(fs: FileSystem, configFile: string): Promise<boolean> {
  return editFile(fs, configFile, (before) => {
    if (before === undefined) return undefined;
    // ssh may read the file in spite of what looks odd in it, and what is left is the person's own.
    const edit = removeBlock(before, 'accepted');
    if ('refused' in edit) throw refusal(configFile, edit.refused);
    return edit.content;
  });
}

/** Moves the file aside before checking it, so that nothing written meanwhile is deleted with it. */
async function deleteIfEmpty(fs: FileSystem, configFile: string): Promise<boolean> {
  const file = await resolveLinks(fs, configFile);
  if (file !== configFile || (await readIfThere(fs, file))?.length !== 0) return false;
  const aside = `${file}.gpu-rental-${randomBytes(6).toString('hex')}`;
  try {
    await fs.rename(file, aside);
    const content = await fs.readFile(aside);
    if (content.length > 0) await fs.link(aside, file);
    await fs.unlink(aside);
    return content.length === 0;
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** Only files that we wrote. The lock file is deleted when the lock is released. */
async function removeOwnFiles(fs: FileSystem, paths: SshPaths): Promise<void> {
  // The list of owners first: files that are left without it are treated like those of an older version and not lost.
  const own = [paths.owners, paths.ownConfig, paths.knownHosts, `${paths.knownHosts}.old`];
  await dropTemporariesOf(fs, paths.folder, [paths.owners, paths.ownConfig, paths.knownHosts, paths.lock]);
  for (const file of own) await removeIfThere(fs, file);
}

/** Other files in our folder stay, and so does the folder. */
async function removeIfEmpty(fs: FileSystem, folder: string): Promise<boolean> {
  try {
    await fs.rmdir(folder);
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')) return false;
    throw writeFailure(folder, error);
  }
}

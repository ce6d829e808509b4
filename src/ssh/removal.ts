import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { isMissing, systemCode, writeFailure } from './errors';
import type { FileSystem } from './fileSystem';
import { removeBlock } from './includeBlock';
import type { IntegrationRecord } from './integrationRecord';
import { withLock, type LockOptions } from './lock';
import { infoIfThere, readIfThere, resolveLinks } from './reading';
import { editFile } from './safeWrite';
import { dropTemporariesOf, isTemporaryOf } from './temporaryFiles';
import type { SshPaths } from './configPaths';
import { refusal } from './refusal';

/** What {@link removeIntegration} did. `backup` is the copy that stays, when there is one. */
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
  lock?: LockOptions;
}

/** See `SshConfig.remove`; also run by the uninstall hook. A file with damaged markers is refused, untouched. */
export async function removeIntegration({ fs, paths, record, lock = {} }: RemovalOptions): Promise<Removal> {
  const folder = await infoIfThere(fs, paths.folder);
  const editUserFile = async (): Promise<Pick<Removal, 'blockRemoved' | 'fileDeleted'>> => {
    const blockRemoved = await takeOutBlock(fs, paths.configFile);
    const target = await resolveLinks(fs, paths.configFile);
    await dropTemporariesOf(fs, path.dirname(target), [target]);
    await dropTemporariesOf(fs, path.dirname(paths.configFile), [paths.backup]);
    const created = (await record.list()).some(
      (file) => file.configFile === paths.configFile && file.created,
    );
    return {
      blockRemoved,
      fileDeleted: created && (await deleteIfEmpty(fs, paths.configFile)),
    };
  };
  // Without our folder there is no other window at work, and nothing to make a folder for.
  const edited = folder ? await withLock(fs, paths.lock, editUserFile, lock) : await editUserFile();
  const folderRemoved = folder !== undefined && (await removeFolder(fs, paths));
  await record.forget(paths.configFile);
  const backup = await infoIfThere(fs, paths.backup);
  return { ...edited, folderRemoved, ...(backup ? { backup: paths.backup } : {}) };
}

async function takeOutBlock(fs: FileSystem, configFile: string): Promise<boolean> {
  return editFile(fs, configFile, (before) => {
    if (before === undefined) return undefined;
    const edit = removeBlock(before);
    if ('refused' in edit) throw refusal(configFile, edit.refused);
    return edit.content;
  });
}

/** Moves the file aside before looking, so that nothing written meanwhile can be deleted with it. */
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

/** Only what we wrote; anything else in our folder stays, and the folder with it. */
async function removeFolder(fs: FileSystem, paths: SshPaths): Promise<boolean> {
  try {
    for (const name of await fs.readdir(paths.folder)) {
      const file = path.join(paths.folder, name);
      const ours = [paths.ownConfig, paths.knownHosts, `${paths.knownHosts}.old`].includes(file);
      const left = [paths.ownConfig, paths.knownHosts, paths.lock].some((own) => isTemporaryOf(own, name));
      if (ours || left) await fs.unlink(file);
    }
    await fs.rmdir(paths.folder);
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    if (['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) return false;
    throw writeFailure(paths.folder, error);
  }
}

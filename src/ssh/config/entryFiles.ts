import { buildConfig, readConfig } from './configFile';
import type { SshPaths } from './configPaths';
import { isOfNewerFormat } from '../../files/disk';
import { newerFormat, writeFailure } from '../errors';
import type { FileSystem } from '../files/fileSystem';
import { hasMode, infoIfThere, readIfThere, removeIfThere } from '../files/atPath';
import {
  entriesInEffect,
  ofUnknownOwner,
  ownersFile,
  parseOwners,
  withKnowledge,
  type Knowledge,
} from './owners';
import { editFile } from '../files/safeWrite';

/** The required content of the two files; undefined for a file that isn't needed. */
export interface EntryFiles {
  owners: Buffer | undefined;
  config: Buffer | undefined;
}

/**
 * The content of our two files including what this owner knows. Only reads.
 *
 * @throws SshConfigError 'refused' where a newer version wrote them in a format of its own
 */
export async function planEntryFiles(
  fs: FileSystem,
  paths: SshPaths,
  knowledge: Knowledge,
  now: number,
): Promise<EntryFiles> {
  const config = await readIfThere(fs, paths.ownConfig);
  const content = await readIfThere(fs, paths.owners);
  if (content && isOfNewerFormat(content)) throw newerFormat(paths.owners);
  const known = parseOwners(content);
  let owners = known ?? {};
  if (config && known === undefined) {
    const writtenAt = (await infoIfThere(fs, paths.ownConfig))?.modifiedMs ?? now;
    owners = ofUnknownOwner(readConfig(config.toString()), writtenAt);
  }
  const next = withKnowledge(owners, knowledge, now);
  const entries = entriesInEffect(next, now);
  const needed = config !== undefined || entries.length > 0;
  return {
    owners: ownersFile(next),
    config: needed ? Buffer.from(buildConfig(entries, paths.knownHosts).text) : undefined,
  };
}

/** Whether nothing has to be written. Then a poll doesn't need the lock. */
export async function areUpToDate(
  fs: FileSystem,
  paths: SshPaths,
  { owners, config }: EntryFiles,
): Promise<boolean> {
  if (!owners && !config) return (await infoIfThere(fs, paths.owners)) === undefined;
  const folder = await infoIfThere(fs, paths.folder);
  if (!folder || !hasMode(folder, 0o700)) return false;
  return (await holds(fs, paths.owners, owners)) && (await holds(fs, paths.ownConfig, config));
}

/** Writes first the source, then the file made from it, under the lock. Returns whether ssh sees a change. */
export async function writeEntryFiles(
  fs: FileSystem,
  paths: SshPaths,
  { owners, config }: EntryFiles,
): Promise<boolean> {
  if (owners) await writeOwnFile(fs, paths.owners, () => owners);
  else await removeIfThere(fs, paths.owners);
  return config !== undefined && writeOwnFile(fs, paths.ownConfig, () => config);
}

/** ssh fails for every host if an included file is writable by others. */
export async function writeOwnFile(
  fs: FileSystem,
  file: string,
  edit: (before: Buffer | undefined) => Buffer | undefined,
): Promise<boolean> {
  const changed = await editFile(fs, file, edit, { mode: 0o600 });
  const info = changed ? undefined : await infoIfThere(fs, file);
  if (info && !hasMode(info, 0o600)) {
    try {
      await fs.chmod(file, 0o600);
    } catch (error) {
      throw writeFailure(file, error);
    }
  }
  return changed;
}

async function holds(fs: FileSystem, file: string, content: Buffer | undefined): Promise<boolean> {
  const info = await infoIfThere(fs, file);
  if (!info || !content) return info === undefined && content === undefined;
  if (info.kind !== 'file' || !hasMode(info, 0o600)) return false;
  return (await readIfThere(fs, file))?.equals(content) ?? false;
}

import { codeOf } from '../../files/disk';
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { isMissing, writeFailure } from '../errors';
import type { FileSystem } from '../files/fileSystem';
import { pathKey } from './configPaths';
import { ensureDirectory, infoIfThere, removeIfThere } from '../files/atPath';
import { namesIn, removeEmptyFolder } from '../files/temporaryFiles';

const prefix = 'ssh-removed-';

/**
 * One mark for each ssh config file from which the person removed our integration. They are in `~/.gpu-rental`, where
 * every product in this home folder finds them, because our folder next to the config file is deleted.
 */
export class RemovalMarks {
  private readonly fs: FileSystem;
  private readonly folder: string;

  constructor(fs: FileSystem, home: string) {
    this.fs = fs;
    this.folder = path.join(home, '.gpu-rental');
  }

  async isRemoved(configFile: string): Promise<boolean> {
    return (await infoIfThere(this.fs, this.fileFor(configFile))) !== undefined;
  }

  async mark(configFile: string): Promise<void> {
    const file = this.fileFor(configFile);
    for (let attempt = 1; ; attempt++) {
      await ensureDirectory(this.fs, this.folder);
      try {
        await (await this.fs.createExclusive(file, 0o600)).close();
        return;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return;
        // Another process may just have removed the empty folder.
        if (!isMissing(error) || attempt === 3) throw writeFailure(file, error);
      }
    }
  }

  async unmark(configFile: string): Promise<void> {
    await removeIfThere(this.fs, this.fileFor(configFile));
    // Fails if the folder isn't empty; then it stays.
    await removeEmptyFolder(this.fs, this.folder);
  }

  /** For the uninstall hook: no product is left that would read a mark. */
  async unmarkAll(): Promise<void> {
    const names = await namesIn(this.fs, this.folder);
    for (const name of names.filter((found) => found.startsWith(prefix)))
      await removeIfThere(this.fs, path.join(this.folder, name));
    await removeEmptyFolder(this.fs, this.folder);
  }

  private fileFor(configFile: string): string {
    return path.join(
      this.folder,
      prefix + createHash('sha256').update(pathKey(configFile)).digest('hex').slice(0, 16),
    );
  }
}

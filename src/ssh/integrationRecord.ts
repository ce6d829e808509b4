import * as path from 'node:path';
import * as z from 'zod/mini';
import { isMissing, writeFailure } from './errors';
import type { FileSystem } from './fileSystem';
import { ensureDirectory } from './folders';
import { withLock, type LockOptions } from './lock';
import { infoIfThere, readIfThere } from './reading';
import { editFile } from './safeWrite';
import { dropTemporariesOf } from './temporaryFiles';

const schema = z.object({
  files: z.array(z.object({ configFile: z.string(), created: z.boolean() })),
});

/** An ssh config file that holds our block or has our folder beside it. `created`: there was no file before we came. */
export interface IntegratedFile {
  configFile: string;
  created: boolean;
}

/**
 * Remembers which ssh config files we edited, at a place that does not depend on any setting:
 * `~/.gpu-rental/ssh-integration.json`. The uninstall hook, which has no settings, cleans up by it.
 */
export class IntegrationRecord {
  private readonly fs: FileSystem;
  private readonly folder: string;
  private readonly file: string;
  private readonly lockOptions: LockOptions;

  constructor(fs: FileSystem, home: string, lockOptions: LockOptions = {}) {
    this.fs = fs;
    this.lockOptions = lockOptions;
    this.folder = path.join(home, '.gpu-rental');
    this.file = path.join(this.folder, 'ssh-integration.json');
  }

  /** Empty when nothing was recorded, also when the file is damaged. */
  async list(): Promise<IntegratedFile[]> {
    return parse(await readIfThere(this.fs, this.file));
  }

  /** A file once recorded as created by us stays so. */
  async add(entry: IntegratedFile): Promise<void> {
    await this.change((files) => {
      const known = files.find(({ configFile }) => configFile === entry.configFile);
      if (known && (known.created || !entry.created)) return files;
      return [...files.filter((file) => file !== known), entry];
    });
  }

  /** Removes the record file and its folder with the last entry. */
  async forget(configFile: string): Promise<void> {
    if ((await infoIfThere(this.fs, this.folder)) === undefined) return;
    await this.change((files) =>
      files.some((file) => file.configFile === configFile)
        ? files.filter((file) => file.configFile !== configFile)
        : files,
    );
    // Fails while something else is in it, which then stays.
    await this.fs.rmdir(this.folder).catch(() => undefined);
  }

  private async change(edit: (files: IntegratedFile[]) => IntegratedFile[]): Promise<void> {
    const lock = {
      file: path.join(this.folder, 'lock'),
      makeFolder: () => ensureDirectory(this.fs, this.folder),
    };
    await withLock(this.fs, lock, () => this.rewrite(edit), this.lockOptions);
  }

  private async rewrite(edit: (files: IntegratedFile[]) => IntegratedFile[]): Promise<void> {
    await dropTemporariesOf(this.fs, this.folder, [this.file]);
    await editFile(this.fs, this.file, (before) => {
      const files = parse(before);
      const changed = edit(files);
      return changed === files
        ? undefined
        : Buffer.from(`${JSON.stringify({ files: changed }, undefined, 2)}\n`);
    });
    if ((await this.list()).length > 0) return;
    try {
      await this.fs.unlink(this.file);
    } catch (error) {
      if (!isMissing(error)) throw writeFailure(this.file, error);
    }
  }
}

function parse(content: Buffer | undefined): IntegratedFile[] {
  if (content === undefined) return [];
  try {
    return schema.parse(JSON.parse(content.toString('utf8'))).files;
  } catch {
    return [];
  }
}

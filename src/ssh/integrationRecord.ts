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
  settings: z._default(z.array(z.object({ file: z.string(), hosts: z.array(z.string()) })), []),
});
type Recorded = z.infer<typeof schema>;

/** An ssh config file that holds our block or has our folder beside it. `created`: there was no file before we came. */
export interface IntegratedFile {
  configFile: string;
  created: boolean;
}

/** A settings file of VS Code in which we wrote something of these hosts. */
export type NamedHosts = Recorded['settings'][number];

/**
 * Remembers which ssh config files we edited, and in which settings files hosts of ours may be named, at a place that does not depend on any setting:
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
    return (await this.read()).files;
  }

  async listSettings(): Promise<NamedHosts[]> {
    return (await this.read()).settings;
  }

  /** A file once recorded as created by us stays so. */
  async add(entry: IntegratedFile): Promise<void> {
    await this.change(({ files, ...rest }) => {
      const known = files.find(({ configFile }) => configFile === entry.configFile);
      if (known && (known.created || !entry.created)) return undefined;
      return { ...rest, files: [...files.filter((file) => file !== known), entry] };
    });
  }

  async addSettings(file: string, host: string): Promise<void> {
    await this.change(({ settings, ...rest }) => {
      const { hosts = [] } = settings.find((one) => one.file === file) ?? {};
      if (hosts.includes(host)) return undefined;
      const others = settings.filter((one) => one.file !== file);
      return { ...rest, settings: [...others, { file, hosts: [...hosts, host] }] };
    });
  }

  /** Removes the record file and its folder with the last entry. */
  async forget(configFile: string): Promise<void> {
    await this.drop(({ files, ...rest }) =>
      files.some((file) => file.configFile === configFile)
        ? { ...rest, files: files.filter((file) => file.configFile !== configFile) }
        : undefined,
    );
  }

  /** See {@link forget}. */
  async forgetSettings(file: string): Promise<void> {
    await this.drop(({ settings, ...rest }) =>
      settings.some((one) => one.file === file)
        ? { ...rest, settings: settings.filter((one) => one.file !== file) }
        : undefined,
    );
  }

  private async read(): Promise<Recorded> {
    return parse(await readIfThere(this.fs, this.file));
  }

  private async drop(edit: Edit): Promise<void> {
    if ((await infoIfThere(this.fs, this.folder)) === undefined) return;
    await this.change(edit);
    // Fails while something else is in it, which then stays.
    await this.fs.rmdir(this.folder).catch(() => undefined);
  }

  private async change(edit: Edit): Promise<void> {
    const lock = {
      file: path.join(this.folder, 'lock'),
      makeFolder: () => ensureDirectory(this.fs, this.folder),
    };
    await withLock(this.fs, lock, () => this.rewrite(edit), this.lockOptions);
  }

  private async rewrite(edit: Edit): Promise<void> {
    await dropTemporariesOf(this.fs, this.folder, [this.file]);
    await editFile(this.fs, this.file, (before) => {
      const changed = edit(parse(before));
      return changed && Buffer.from(`${JSON.stringify(changed, undefined, 2)}\n`);
    });
    const { files, settings } = await this.read();
    if (files.length + settings.length > 0) return;
    try {
      await this.fs.unlink(this.file);
    } catch (error) {
      if (!isMissing(error)) throw writeFailure(this.file, error);
    }
  }
}

/** Undefined changes nothing. */
type Edit = (recorded: Recorded) => Recorded | undefined;

function parse(content: Buffer | undefined): Recorded {
  const nothing = { files: [], settings: [] };
  if (content === undefined) return nothing;
  try {
    return schema.parse(JSON.parse(content.toString('utf8')));
  } catch {
    return nothing;
  }
}

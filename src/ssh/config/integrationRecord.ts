import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { SshConfigError, newerFormat, writeFailure } from '../errors';
import { isOfNewerFormat } from '../../files/disk';
import type { FileSystem } from '../files/fileSystem';
import { ensureDirectory, infoIfThere, readIfThere, removeIfThere } from '../files/atPath';
import { withLock, type LockOptions } from '../files/lock';
import { editFile } from '../files/safeWrite';
import { dropTemporariesOf, isTemporaryOf, namesIn, removeEmptyFolder } from '../files/temporaryFiles';
import { jsonAs } from '../../files/jsonAs';

const schema = z.object({
  files: z.array(z.object({ configFile: z.string(), created: z.boolean() })),
  settings: z._default(z.array(z.object({ file: z.string(), hosts: z.array(z.string()) })), []),
});
type Recorded = z.infer<typeof schema>;

/** An ssh config file that contains our block or has our folder next to it. `created`: we created the file. */
export interface IntegratedFile {
  configFile: string;
  created: boolean;
}

/** A settings file of VS Code in which we wrote settings for these hosts. */
export type NamedHosts = Recorded['settings'][number];

/**
 * Records which ssh config files we edited and which settings files may contain our hosts, in a file that doesn't
 * depend on any setting: `~/.gpu-rental/ssh-integration.json`. The uninstall hook, which can't read settings, uses it
 * to clean up.
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

  /** Empty when nothing was recorded. @throws SshConfigError 'refused' when the file is damaged */
  async list(): Promise<IntegratedFile[]> {
    return (await this.read()).files;
  }

  /** None of a damaged file, which the next write moves aside and reports. */
  async listOrNone(): Promise<IntegratedFile[]> {
    return this.list().catch((error: unknown) => {
      if (error instanceof SshConfigError && error.code === 'refused') return [];
      throw error;
    });
  }

  async listSettings(): Promise<NamedHosts[]> {
    return (await this.read()).settings;
  }

  /** A file that is recorded as created by us stays recorded as such. */
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

  /** With the last entry, also removes the record file and its folder. */
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

  /** Removes files that killed processes left. */
  async tidy(): Promise<void> {
    const names = await namesIn(this.fs, this.folder);
    if (names.some((name) => name === 'lock' || isTemporaryOf(this.file, name)))
      await this.drop(() => undefined);
  }

  private async read(): Promise<Recorded> {
    const recorded = recordIn(await this.content());
    if (recorded) return recorded;
    const message = l10n.t(
      '{0} is damaged, so it’s unknown which files GPU Rental edited before.',
      this.file,
    );
    throw new SshConfigError('refused', this.file, message);
  }

  private async content(): Promise<Buffer | undefined> {
    const content = await readIfThere(this.fs, this.file);
    if (content && isOfNewerFormat(content)) throw newerFormat(this.file);
    return content;
  }

  private async drop(edit: Edit): Promise<void> {
    if ((await infoIfThere(this.fs, this.folder)) === undefined) return;
    await this.change(edit);
    // Fails if the folder isn't empty; then it stays.
    await removeEmptyFolder(this.fs, this.folder);
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
    await this.setDamagedAside();
    const edited = (before: Buffer | undefined): Buffer | undefined => {
      const changed = edit(recordIn(before) ?? nothing);
      return changed && Buffer.from(`${JSON.stringify(changed, undefined, 2)}\n`);
    };
    await editFile(this.fs, this.file, edited, { mode: 0o600 });
    const { files, settings } = await this.read();
    if (files.length + settings.length === 0) await removeIfThere(this.fs, this.file);
  }

  /** A person may still be able to read a damaged record, so it is kept under another name. */
  private async setDamagedAside(): Promise<void> {
    if (recordIn(await this.content())) return;
    const copy = path.join(this.folder, `ssh-integration.damaged-${randomBytes(6).toString('hex')}.json`);
    try {
      await this.fs.rename(this.file, copy);
    } catch (error) {
      throw writeFailure(this.file, error);
    }
  }
}

const nothing: Recorded = { files: [], settings: [] };

/** Undefined means no change. */
type Edit = (recorded: Recorded) => Recorded | undefined;

/** What a file says; undefined if it is damaged: the next write moves it aside and reports it. */
export const recordIn = (content: Buffer | undefined): Recorded | undefined =>
  content === undefined ? nothing : jsonAs(schema, content);

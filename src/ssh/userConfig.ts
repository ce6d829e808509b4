import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { buildConfig, readConfig } from './configFile';
import { expandHome, includeArgument, passwordHome, sshPaths, type SshPaths } from './configPaths';
import { writeFailure } from './errors';
import type { FileSystem } from './fileSystem';
import { hasMode, integrationLock } from './folders';
import type { SkippedEntry, SshEntry } from './hostEntry';
import { ensureBlock, readBlock } from './includeBlock';
import { includedBy } from './includePatterns';
import { IntegrationRecord } from './integrationRecord';
import { withoutHost } from './knownHosts';
import { withLock, type LockOptions } from './lock';
import { refusal } from './refusal';
import { removeIntegration, type Removal } from './removal';
import { infoIfThere, readIfThere, resolveLinks } from './reading';
import { editFile } from './safeWrite';
import { dropTemporariesOf } from './temporaryFiles';

export interface SshConfigOptions {
  fs: FileSystem;
  /** Absolute path of the user's ssh config file, see `resolveConfigFile`. */
  configFile: string;
  /** The file that ssh reads by itself, see `defaultConfigFile`. */
  defaultConfigFile: string;
  /** `os.homedir()`. */
  home: string;
  /** The home directory that the password database names. */
  passwordHome?: string;
  lock?: LockOptions;
}

/** Whether our Include is in effect; `refused` is why the user's file must not be touched. */
export type IncludeState = 'present' | 'missing' | 'not_first' | { refused: string };

/**
 * Our ssh integration on one user's file: our own folder, which we rewrite at will, and one block in the user's file,
 * which is edited as bytes and never parsed. All failures are `SshConfigError`s and leave the files whole.
 */
export class SshConfig {
  readonly paths: SshPaths;
  readonly configFile: string;
  readonly defaultConfigFile: string;
  private readonly fs: FileSystem;
  private readonly home: string;
  private readonly passwordHome: string;
  private readonly include: () => string;
  private readonly record: IntegrationRecord;
  private readonly lockOptions: LockOptions;
  private readonly options: SshConfigOptions;

  constructor(options: SshConfigOptions) {
    this.options = options;
    const { fs, configFile, home } = options;
    this.fs = fs;
    this.configFile = configFile;
    this.defaultConfigFile = options.defaultConfigFile;
    this.home = home;
    this.paths = sshPaths(configFile);
    this.passwordHome = options.passwordHome ?? passwordHome();
    this.include = () => includeArgument(this.paths, { home, passwordHome: this.passwordHome });
    this.lockOptions = options.lock ?? {};
    this.record = new IntegrationRecord(fs, home, this.lockOptions);
  }

  /**
   * Writes our config file whole, for exactly these instances, when it would change. Entries with a value that must
   * not stand in a config line are left out and named.
   */
  async writeEntries(entries: readonly SshEntry[]): Promise<{ changed: boolean; skipped: SkippedEntry[] }> {
    const expanded = entries.map((entry) =>
      entry.identityFile === undefined
        ? entry
        : { ...entry, identityFile: expandHome(entry.identityFile, this.home) },
    );
    const { text, skipped } = buildConfig(expanded, this.paths.knownHosts);
    const content = Buffer.from(text);
    if (await this.isUpToDate(content, skipped.length === entries.length)) return { changed: false, skipped };
    const changed = await this.locked(async () => {
      // Recorded before there is anything to clean up.
      await this.record.add({ configFile: this.configFile, created: false });
      return this.writeOwn(this.paths.ownConfig, () => content);
    });
    return { changed, skipped };
  }

  /** The entries of our config file as it is on disk. */
  async readEntries(): Promise<SshEntry[]> {
    return readConfig((await readIfThere(this.fs, this.paths.ownConfig))?.toString() ?? '');
  }

  async includeState(): Promise<IncludeState> {
    const content = await readIfThere(this.fs, await resolveLinks(this.fs, this.configFile));
    const block = readBlock(content ?? Buffer.alloc(0));
    switch (block.state) {
      case 'refused':
        return { refused: refusal(this.configFile, block).message };
      case 'missing':
        return 'missing';
      case 'present':
        if (block.includes !== Buffer.from(this.include()).toString('latin1')) return 'missing';
        return block.first ? 'present' : 'not_first';
    }
  }

  /**
   * Puts our block first in the user's file. Ask the person before the first time. `backup` is the copy of the file as
   * it was, made when the block goes in. Refuses (`SshConfigError` with code `refused`) a file that it cannot
   * edit without guessing.
   */
  async ensureInclude(): Promise<{ changed: boolean; backup?: string }> {
    const include = this.include();
    let backup: string | undefined;
    const changed = await this.locked(async () => {
      const target = await resolveLinks(this.fs, this.configFile);
      await dropTemporariesOf(this.fs, path.dirname(target), [target]);
      await dropTemporariesOf(this.fs, path.dirname(this.configFile), this.paths.backups);
      return editFile(this.fs, this.configFile, async (before) => {
        backup = undefined;
        const edit = ensureBlock(before ?? Buffer.alloc(0), include);
        if ('refused' in edit) throw refusal(this.configFile, edit.refused);
        await this.record.add({ configFile: this.configFile, created: before === undefined });
        if (edit.content && before && before.length > 0 && readBlock(before).state === 'missing') {
          backup = await this.writeBackup(before);
        }
        return edit.content;
      });
    });
    return { changed, ...(backup === undefined ? {} : { backup }) };
  }

  /**
   * Takes out our block and our folder. The backup stays and is never written over the file; the file is deleted only
   * if we created it and nothing else is in it.
   */
  async remove(): Promise<Removal> {
    return removeIntegration({ fs: this.fs, paths: this.paths, record: this.record, lock: this.lockOptions });
  }

  /** Whether our folder lies beside the file. */
  async isThere(): Promise<boolean> {
    return (await infoIfThere(this.fs, this.paths.folder)) !== undefined;
  }

  /** Our integration on every other file that has one, such as the one that a setting named before. */
  async elsewhere(): Promise<SshConfig[]> {
    const others = (await this.record.list()).filter(({ configFile }) => configFile !== this.configFile);
    return others.map(({ configFile }) => new SshConfig({ ...this.options, configFile }));
  }

  /** Forgets the host keys of one instance: it is gone, or a person has decided to trust its new one. */
  async forgetHostKey(instanceId: number): Promise<{ changed: boolean }> {
    return this.editKnownHosts((text) => withoutHost(text, instanceId));
  }

  private async editKnownHosts(edit: (text: string) => string): Promise<{ changed: boolean }> {
    const { knownHosts } = this.paths;
    const text = (await readIfThere(this.fs, knownHosts))?.toString('latin1');
    if (text === undefined || edit(text) === text) return { changed: false };
    const changed = await this.locked(() =>
      this.writeOwn(knownHosts, (before) => before && Buffer.from(edit(before.toString('latin1')), 'latin1')),
    );
    return { changed };
  }

  private async locked<T>(action: () => Promise<T>): Promise<T> {
    const { folder, ownConfig, knownHosts } = this.paths;
    const tidied = async (): Promise<T> => {
      await dropTemporariesOf(this.fs, folder, [ownConfig, knownHosts]);
      return action();
    };
    return withLock(this.fs, integrationLock(this.fs, this.paths), tidied, this.lockOptions);
  }

  /** Spares a poll the lock; and without any entry there is no need for a folder. */
  private async isUpToDate(content: Buffer, empty: boolean): Promise<boolean> {
    const file = await infoIfThere(this.fs, this.paths.ownConfig);
    if (!file) return empty;
    const folder = await infoIfThere(this.fs, this.paths.folder);
    if (file.kind !== 'file' || !hasMode(file, 0o600) || !folder || !hasMode(folder, 0o700)) return false;
    return (await readIfThere(this.fs, this.paths.ownConfig))?.equals(content) ?? false;
  }

  /** ssh stops all its work, for every host, when an included file may be written by others. */
  private async writeOwn(
    file: string,
    edit: (before: Buffer | undefined) => Buffer | undefined,
  ): Promise<boolean> {
    const changed = await editFile(this.fs, file, edit, { mode: 0o600 });
    const info = changed ? undefined : await infoIfThere(this.fs, file);
    if (info && !hasMode(info, 0o600)) {
      try {
        await this.fs.chmod(file, 0o600);
      } catch (error) {
        throw writeFailure(file, error);
      }
    }
    return changed;
  }

  /** Resolves to its path. @throws SshConfigError 'refused' where the file makes ssh read it under any name */
  private async writeBackup(content: Buffer): Promise<string> {
    const info = await infoIfThere(this.fs, await resolveLinks(this.fs, this.configFile));
    let line = 0;
    for (const backup of this.paths.backups) {
      const found = await includedBy(this.fs, content.toString('latin1'), backup, this.passwordHome);
      line = found ?? 0;
      if (found !== undefined) continue;
      await editFile(this.fs, backup, () => content, info ? { mode: info.mode } : {});
      return backup;
    }
    const reason = l10n.t('its Include would make ssh read the copy that is kept beside it as well');
    throw refusal(this.configFile, { line, reason });
  }
}

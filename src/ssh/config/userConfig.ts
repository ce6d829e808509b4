import { systemClock } from '../../clock';
import { aliasOf } from '../alias';
import { readConfig, separate } from './configFile';
import { expandHome, isSamePath, sshPaths, type SshPaths } from './configPaths';
import { areUpToDate, planEntryFiles, writeEntryFiles, writeOwnFile, type EntryFiles } from './entryFiles';
import type { FileSystem } from '../files/fileSystem';
import { integrationLock, infoIfThere, readIfThere } from '../files/atPath';
import type { SkippedEntry, SshEntry } from './hostEntry';
import { IntegrationRecord } from './integrationRecord';
import { dropLitter, litterOf } from '../files/litter';
import { withoutHost } from '../keys/knownHosts';
import { withLock } from '../files/lock';
import type { Knowledge, ListedEntry } from './owners';
import { holdsMarker, removeIntegration, type Removal } from './removal';
import { RemovalMarks } from './removalMarks';
import { withdrawIfRefused } from '../login/sshJudge';
import { dropTemporariesOf, removeEmptyFolder } from '../files/temporaryFiles';
import { UserInclude, type IncludeState, type SshConfigOptions } from './userInclude';

/**
 * Our ssh integration for one user's file: our own folder, which we may rewrite, and one block in the user's file,
 * which is edited as bytes and never parsed. All failures are `SshConfigError`s and leave the files complete.
 */
export class SshConfig {
  readonly paths: SshPaths;
  readonly configFile: string;
  readonly defaultConfigFile: string;
  private readonly options: SshConfigOptions;
  private readonly fs: FileSystem;
  private readonly record: IntegrationRecord;
  private readonly removals: RemovalMarks;
  private readonly include: UserInclude;

  constructor(options: SshConfigOptions) {
    const { fs, configFile, home, lock } = options;
    this.options = options;
    this.fs = fs;
    this.configFile = configFile;
    this.defaultConfigFile = options.defaultConfigFile;
    this.paths = sshPaths(configFile);
    this.record = new IntegrationRecord(fs, home, lock);
    this.removals = new RemovalMarks(fs, home);
    this.include = new UserInclude({
      options,
      paths: this.paths,
      record: this.record,
      locked: (action) => this.locked(action),
    });
  }

  /**
   * Writes exactly these entries for the owner's instances, and the last known ones for those of other owners. Writes
   * nothing if the person has removed the integration. Leaves out and reports entries with a value that isn't safe in a
   * config line.
   *
   * @throws SshConfigError 'unwritable_path' if the path of our own files can't be written in an ssh config line
   */
  async writeEntries(
    entries: readonly ListedEntry[],
    { owner = 'this', without = new Map() }: Partial<Knowledge> = {},
  ): Promise<{ changed: boolean; skipped: SkippedEntry[] }> {
    const { home, now: clock = () => systemClock.now() } = this.options;
    const { valid, skipped } = separate(entries.map((entry) => withHome(entry, home)));
    const now = clock();
    const unusable = skipped.map(({ instanceId }): [number, number] => [instanceId, now]);
    const knowledge = { owner, entries: valid, without: new Map([...without, ...unusable]) };
    const plan = (): Promise<EntryFiles> => planEntryFiles(this.fs, this.paths, knowledge, now);
    const nothingToDo = async (): Promise<boolean> =>
      (await this.isRemoved()) || areUpToDate(this.fs, this.paths, await plan());
    if (await nothingToDo()) return { changed: false, skipped };
    const changed = await this.locked(async () => {
      // Meanwhile the integration may have been removed, or another owner may have written.
      if (await this.isRemoved()) return false;
      // Recorded first, so that everything can be cleaned up.
      await this.record.add({ configFile: this.configFile, created: false });
      const written = await writeEntryFiles(this.fs, this.paths, await plan());
      if (written && (await this.include.state()) === 'present')
        await withdrawIfRefused(this.fs, this.options);
      return written;
    });
    // Then the folder was only created again for the lock.
    if (await this.isRemoved()) await removeEmptyFolder(this.fs, this.paths.folder);
    return { changed, skipped };
  }

  /** Whether the person has removed the integration, in any product. Nothing is written until `wantAgain`. */
  isRemoved(): Promise<boolean> {
    return this.removals.isRemoved(this.configFile);
  }

  markRemoved(): Promise<void> {
    return this.removals.mark(this.configFile);
  }

  /** The person wants our entries (again). */
  wantAgain(): Promise<void> {
    return this.removals.unmark(this.configFile);
  }

  /** The entries of our config file as it is on disk. */
  async readEntries(): Promise<SshEntry[]> {
    return readConfig((await readIfThere(this.fs, this.paths.ownConfig))?.toString() ?? '');
  }

  includeState(): Promise<IncludeState> {
    return this.include.state();
  }

  /** See `UserInclude.ensure`. */
  ensureInclude(): Promise<{ changed: boolean; backup?: string }> {
    return this.include.ensure();
  }

  /** See `UserInclude.ensureFound`. */
  ensureFound(instanceId: number): Promise<void> {
    return this.include.ensureFound(instanceId);
  }

  /** Removes our block and folder. The backup stays. Deletes the file only if we made it and it's empty. */
  async remove(): Promise<Removal> {
    return removeIntegration({
      fs: this.fs,
      paths: this.paths,
      record: this.record,
      lock: this.options.lock,
    });
  }

  /** Removes what killed processes left. Checks first, so that the lock isn't taken without need. */
  async tidy(): Promise<void> {
    await this.record.tidy();
    if ((await litterOf(this.fs, this.paths)).length === 0) return;
    await this.locked(() => dropLitter(this.fs, this.paths));
    // Fails if the folder isn't empty; then it stays.
    await removeEmptyFolder(this.fs, this.paths.folder);
  }

  /**
   * A text that changes when the files that `writeEntries` compares with change, according to their times and modes.
   */
  async state(): Promise<string> {
    const { folder, ownConfig, owners } = this.paths;
    const found = await Promise.all([folder, ownConfig, owners].map((file) => infoIfThere(this.fs, file)));
    return JSON.stringify([this.configFile, await this.isRemoved(), ...found]);
  }

  /** Whether our folder is next to the file. */
  async isThere(): Promise<boolean> {
    return (await infoIfThere(this.fs, this.paths.folder)) !== undefined;
  }

  /** Whether anything in the file is marked as ours. */
  hasBlock = (): Promise<boolean> => holdsMarker(this.fs, this.configFile);

  /** Our integration for every other file that has one, such as the file of an earlier setting. */
  async elsewhere(): Promise<SshConfig[]> {
    // This file is handled in any case.
    const recorded = await this.record.listOrNone();
    const others = recorded.filter(({ configFile }) => !isSamePath(configFile, this.configFile));
    return others.map(({ configFile }) => new SshConfig({ ...this.options, configFile }));
  }

  /** Whether this computer has logged in to an instance, so that its host key is known. */
  async knowsHost(instanceId: number): Promise<boolean> {
    const text = (await readIfThere(this.fs, this.paths.knownHosts))?.toString('latin1') ?? '';
    return withoutHost(text, aliasOf(instanceId)) !== text;
  }

  /** Forgets the host keys of an alias: its instance is gone, or a person trusts `other`, such as "ssh-ed25519 AAAA…". */
  async forgetHostKey(alias: string, other?: string): Promise<{ changed: boolean }> {
    const { knownHosts } = this.paths;
    const trusted = other === undefined ? '' : `${alias} ${other}\n`;
    const edit = (text: Buffer | undefined): Buffer | undefined =>
      text && Buffer.from(`${trusted}${withoutHost(text.toString('latin1'), alias)}`, 'latin1');
    const found = await readIfThere(this.fs, knownHosts);
    if (!found || edit(found)?.equals(found)) return { changed: false };
    return { changed: await this.locked(() => writeOwnFile(this.fs, knownHosts, edit)) };
  }

  private async locked<T>(action: () => Promise<T>): Promise<T> {
    const { folder, ownConfig, owners, knownHosts } = this.paths;
    const tidied = async (): Promise<T> => {
      await dropTemporariesOf(this.fs, folder, [ownConfig, owners, knownHosts]);
      return action();
    };
    return withLock(this.fs, integrationLock(this.fs, this.paths), tidied, this.options.lock);
  }
}

function withHome<T extends SshEntry>(entry: T, home: string): T {
  const { identityFile } = entry;
  return identityFile === undefined ? entry : { ...entry, identityFile: expandHome(identityFile, home) };
}

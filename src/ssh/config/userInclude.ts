import * as path from 'node:path';
import { omitUndefined } from '../../domain/omitUndefined';
import { aliasOf } from '../alias';
import { notFound, refusal } from '../errors';
import { readIfThere, resolveLinks } from '../files/atPath';
import type { FileSystem } from '../files/fileSystem';
import type { LockOptions } from '../files/lock';
import { editFile } from '../files/safeWrite';
import { dropTemporariesOf } from '../files/temporaryFiles';
import { type Finds, type Judge, sshWorks, withdrawIfRefused } from '../login/sshJudge';
import { writeBackup } from './backup';
import { includeArguments, passwordHome, type SshPaths } from './configPaths';
import { ensureBlock, isDoubtful, readBlock, type Seen } from './includeBlock';
import type { IntegrationRecord } from './integrationRecord';

export interface SshConfigOptions {
  fs: FileSystem;
  /** Absolute path of the user's ssh config file, see `resolveConfigFile`. */
  configFile: string;
  /** The file that ssh reads by default, see `defaultConfigFile`. */
  defaultConfigFile: string;
  /** `os.homedir()`. */
  home: string;
  /** The home folder in the password database. */
  passwordHome?: string;
  lock?: LockOptions;
  judge?: Judge;
  /** Whether ssh finds an entry; without it, nothing is known of ssh. */
  finds?: Finds;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Whether our Include works; `refused` is the reason why the user's file must not be changed. */
export type IncludeState = 'present' | 'missing' | 'not_first' | { refused: string };

export interface UserIncludeParts {
  options: SshConfigOptions;
  paths: SshPaths;
  record: IntegrationRecord;
  /** Does what changes files while no other window does. */
  locked: <T>(action: () => Promise<T>) => Promise<T>;
}

/** The block in the user's file that includes our own. */
export class UserInclude {
  private readonly parts: UserIncludeParts;
  private readonly fs: FileSystem;
  private readonly configFile: string;
  private readonly passwordHome: string;

  constructor(parts: UserIncludeParts) {
    const { fs, configFile, passwordHome: ofPassword = passwordHome() } = parts.options;
    this.parts = parts;
    this.fs = fs;
    this.configFile = configFile;
    this.passwordHome = ofPassword;
  }

  async state(): Promise<IncludeState> {
    const content = await readIfThere(this.fs, await resolveLinks(this.fs, this.configFile));
    const block = readBlock(content ?? Buffer.alloc(0), await this.seen(content));
    switch (block.state) {
      case 'refused':
        return { refused: refusal(this.configFile, block).message };
      case 'missing':
        return 'missing';
      case 'present':
        if (this.ourForm(block.includes) === undefined) return 'missing';
        return block.first ? 'present' : 'not_first';
    }
  }

  /**
   * Puts our block first in the user's file. Ask the person before the first time. `backup` is a copy of the original
   * file, made when the block is added. Refuses (`SshConfigError` with code `refused`) a file that it can't edit
   * without guessing, and removes the block again if ssh then fails for every host.
   */
  async ensure(): Promise<{ changed: boolean; backup?: string }> {
    return this.putInclude((present) => present ?? this.includes()[0]);
  }

  /**
   * Makes sure that ssh finds an entry through our block, which is written in another form if it doesn't: which paths an
   * ssh of Windows understands can only be seen by asking it.
   *
   * @throws SshConfigError 'not_found' if ssh finds it in no form; the block is then as it was
   */
  async ensureFound(instanceId: number): Promise<void> {
    const found = (): Promise<boolean | undefined> | undefined =>
      this.parts.options.finds?.(this.configFile, aliasOf(instanceId));
    if ((await found()) !== false || (await this.state()) !== 'present') return;
    const [first, ...others] = this.includes();
    for (const include of [...others, first]) {
      await this.putInclude(() => include);
      if ((await found()) !== false) return;
    }
    throw notFound(this.configFile, aliasOf(instanceId));
  }

  /** `choose` gets the present argument if it is one of ours. */
  private async putInclude(
    choose: (present: string | undefined) => string,
  ): Promise<{ changed: boolean; backup?: string }> {
    // Checked first: nothing is written if no form can be.
    this.includes();
    let backup: string | undefined;
    const changed = await this.parts.locked(async () => {
      const target = await resolveLinks(this.fs, this.configFile);
      await dropTemporariesOf(this.fs, path.dirname(target), [target]);
      await dropTemporariesOf(this.fs, path.dirname(this.configFile), this.parts.paths.backups);
      const isNew = (await this.state()) === 'missing';
      const worked = isNew && (await sshWorks(this.fs, this.parts.options));
      const edited = await editFile(this.fs, this.configFile, async (before) => {
        backup = undefined;
        const seen = await this.seen(before);
        const block = readBlock(before ?? Buffer.alloc(0), seen);
        const present = block.state === 'present' ? this.ourForm(block.includes) : undefined;
        const edit = ensureBlock(before ?? Buffer.alloc(0), choose(present), seen);
        if ('refused' in edit) throw refusal(this.configFile, edit.refused);
        await this.parts.record.add({ configFile: this.configFile, created: before === undefined });
        if (edit.content && before && before.length > 0 && block.state === 'missing') {
          backup = await writeBackup(this.fs, this.parts.paths, before, this.passwordHome);
        }
        return edit.content;
      });
      await withdrawIfRefused(this.fs, this.parts.options, worked);
      return edited;
    });
    return { changed, ...omitUndefined({ backup }) };
  }

  private includes(): [string, ...string[]] {
    const { home } = this.parts.options;
    return includeArguments(this.parts.paths, { home, passwordHome: this.passwordHome });
  }

  /** The form of ours that an Include line has, decoded as latin1. Quotes don't change which file it is. */
  private ourForm(includes: string): string | undefined {
    return this.includes().find(
      (include) => unquoted(Buffer.from(include).toString('latin1')) === unquoted(includes),
    );
  }

  /** ssh itself is asked about a file that it seems to refuse. */
  private async seen(content: Buffer | undefined): Promise<Seen> {
    if (!content || !isDoubtful(content)) return 'unseen';
    return (await this.parts.options.finds?.(this.configFile)) === undefined ? 'unseen' : 'accepted';
  }
}

function unquoted(argument: string): string {
  return argument.replace(/^"(.*)"$/, '$1');
}

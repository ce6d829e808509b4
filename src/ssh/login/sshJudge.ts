import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import { effectiveConfig, type Run } from '../config/effectiveConfig';
import { SshConfigError } from '../errors';
import type { FileSystem } from '../files/fileSystem';
import { removeBlock } from '../config/includeBlock';
import { infoIfThere } from '../files/atPath';
import { editFile } from '../files/safeWrite';
import { sshArguments } from '../run/sshCommand';

/** A host name that no config names, to check the settings for all hosts. Nothing connects to it. */
export const unrelatedHost = 'gpu-rental-check.invalid';

/** Why ssh fails for every host with this config file, in its own words; undefined if it works or can't be run. */
export async function whySshRefuses(
  configFile: string,
  defaultConfigFile: string,
  run?: Run,
): Promise<string | undefined> {
  const args = sshArguments({ alias: unrelatedHost, configFile, defaultConfigFile });
  const effective = await effectiveConfig(args, run);
  if (!('refused' in effective) || effective.missing) return undefined;
  // If it was stopped without a message, it was too slow, which says nothing about the file.
  return effective.refused || undefined;
}

/**
 * Whether ssh finds our entry for a host through this config file; undefined if ssh can't be run or refuses the file.
 */
export async function findsEntry(
  configFile: string,
  defaultConfigFile: string,
  alias: string,
  run?: Run,
): Promise<boolean | undefined> {
  const args = sshArguments({ alias, configFile, defaultConfigFile });
  const effective = await effectiveConfig(args, run);
  return 'refused' in effective ? undefined : effective.value('hostkeyalias') === alias;
}

/** Why ssh fails for every host with this config file; undefined if it works. */
export type Judge = (configFile: string) => Promise<string | undefined>;

/** See {@link findsEntry}. */
export type Finds = (configFile: string, alias?: string) => Promise<boolean | undefined>;

interface Judged {
  configFile: string;
  judge?: Judge;
}

/** Whether ssh works for the person's other hosts. Also true if there is no file or no ssh. */
export async function sshWorks(fs: FileSystem, { configFile, judge }: Judged): Promise<boolean> {
  const isThere = (await infoIfThere(fs, configFile)) !== undefined;
  return !isThere || (await judge?.(configFile)) === undefined;
}

/**
 * Removes our block if it makes ssh fail for every host: on some network drives our files stay writable by others,
 * whatever mode they get, and ssh refuses to read them. `worked`: whether ssh worked before the block was added.
 *
 * @throws SshConfigError 'refused' if the block was removed
 */
export async function withdrawIfRefused(
  fs: FileSystem,
  { configFile, judge }: Judged,
  worked = false,
): Promise<void> {
  const said = await judge?.(configFile);
  // A config that failed before isn't ours to fix, unless ssh complains about our own file.
  if (said === undefined || !(worked || said.includes('gpu-rental/config'))) return;
  await editFile(fs, configFile, (before) => {
    // ssh refuses the file, with our block or because of its own lines; the block is ours to take out in any case.
    const edit = before && removeBlock(before, 'accepted');
    return edit && 'content' in edit ? edit.content : undefined;
  });
  const message = l10n.t(
    'With our Include line, ssh stopped working for all hosts, so the line was removed from {0}. ssh said: {1}',
    configFile,
    plainText(said, 300),
  );
  throw new SshConfigError('refused', configFile, message);
}

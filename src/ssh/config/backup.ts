import * as l10n from '@vscode/l10n';
import type { SshPaths } from './configPaths';
import type { FileSystem } from '../files/fileSystem';
import { includedBy } from './includePatterns';
import { infoIfThere, resolveLinks } from './reading';
import { refusal } from '../login/refusal';
import { editFile } from '../files/safeWrite';

/**
 * Makes a copy of the user's file. Resolves to its path.
 *
 * @param home the folder that ssh uses for `~`
 * @throws SshConfigError 'refused' if the file makes ssh read the copy, whatever its name
 */
export async function writeBackup(
  fs: FileSystem,
  { configFile, backups }: SshPaths,
  content: Buffer,
  home: string,
): Promise<string> {
  const info = await infoIfThere(fs, await resolveLinks(fs, configFile));
  let line = 0;
  for (const backup of backups) {
    const found = await includedBy(fs, content.toString('latin1'), backup, home);
    line = found ?? 0;
    if (found !== undefined) continue;
    await editFile(fs, backup, () => content, info ? { mode: info.mode } : {});
    return backup;
  }
  const reason = l10n.t('its Include line would make ssh read the copy next to it as well');
  throw refusal(configFile, { line, reason });
}

import * as l10n from '@vscode/l10n';
import { type SshPaths, expandHome } from './configPaths';
import type { FileSystem } from '../files/fileSystem';
import { infoIfThere, resolveLinks } from '../files/atPath';
import { readOnlyError, refusal } from '../errors';
import { editFile } from '../files/safeWrite';
import * as path from 'node:path';

/**
 * The line, counted from 1, of an Include that makes ssh also read `file`, or undefined. Parts that can't be resolved
 * (`%` tokens, environment variables, home folders of other users) count as a match if the last name fits.
 *
 * @param text the user's file, decoded as latin1
 * @param home the folder that ssh uses for `~`; relative paths start in its `.ssh`
 */
async function includedBy(
  fs: FileSystem,
  text: string,
  file: string,
  home: string,
): Promise<number | undefined> {
  const realFile = path.join(await realPath(fs, path.dirname(file)), path.basename(file));
  for (const [index, line] of text.split('\n').entries()) {
    for (const argument of includesOf(line)) {
      const pattern = path.resolve(home, '.ssh', expandHome(argument, home));
      if (!fits(path.basename(pattern), path.basename(file))) continue;
      const folder = path.dirname(pattern);
      const isUnclear = /[%$]|^~/.test(argument.replace(/^~\//, ''));
      const isThere =
        isUnclear ||
        fitsPath(pattern, file) ||
        fitsPath(pattern, realFile) ||
        (await realPath(fs, folder)) === path.dirname(realFile);
      if (isThere) return index + 1;
    }
  }
  return undefined;
}

function includesOf(line: string): string[] {
  const rest = /^[ \t]*include(?:[ \t]*=|[ \t])[ \t]*(.*)$/i.exec(line.replace(/\r$/, ''))?.[1] ?? '';
  return [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) =>
    Buffer.from(quoted ?? plain ?? '', 'latin1').toString('utf8'),
  );
}

/** A folder that doesn't exist yet keeps its path. */
const realPath = (fs: FileSystem, folder: string): Promise<string> => fs.realpath(folder).catch(() => folder);

function fitsPath(pattern: string, file: string): boolean {
  const [patterns, names] = [pattern.split(path.sep), file.split(path.sep)];
  return patterns.length === names.length && patterns.every((one, index) => fits(one, names[index] ?? ''));
}

/** Matches one name like glob(3): only a dot matches a leading dot. */
function fits(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const source = pattern.replace(/\[!?[^\]]+\]|[\s\S]/g, (piece) => {
    if (piece === '*') return '.*';
    if (piece === '?') return '.';
    if (piece.length === 1) return piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return piece.replace(/^\[!/, '[^').replace(/\\/g, '\\\\');
  });
  try {
    return new RegExp(`^${source}$`, 's').test(name);
  } catch {
    // ssh may accept a range that is invalid here.
    return true;
  }
}

/**
 * Makes a copy of the user's file. Resolves to its path.
 *
 * @param home the folder that ssh uses for `~`
 * @throws SshConfigError 'refused' if the file makes ssh read the copy, whatever its name; 'read_only' if the file is, as
 * the copy would then be too, and could never be renewed
 */
export async function writeBackup(
  fs: FileSystem,
  { configFile, backups }: SshPaths,
  content: Buffer,
  home: string,
): Promise<string> {
  const target = await resolveLinks(fs, configFile);
  const info = await infoIfThere(fs, target);
  if (info && (info.mode & 0o200) === 0) throw readOnlyError(target);
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

import * as path from 'node:path';
import { expandHome } from './configPaths';
import type { FileSystem } from './fileSystem';

/**
 * The line, counted from 1, of an Include by which ssh would also read `file`, or undefined. What cannot be told (`%`
 * tokens, environment variables, other people's homes) counts as a match as soon as the last name fits.
 *
 * @param text the user's file, decoded as latin1
 * @param home by which ssh expands `~`, and in whose `.ssh` it looks for what is relative
 */
export async function includedBy(
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

const realPath = (fs: FileSystem, folder: string): Promise<string> => fs.realpath(folder).catch(() => folder);

function fitsPath(pattern: string, file: string): boolean {
  const [patterns, names] = [pattern.split(path.sep), file.split(path.sep)];
  return patterns.length === names.length && patterns.every((one, index) => fits(one, names[index] ?? ''));
}

/** As glob(3) matches one name: a dot at the beginning is met by a dot only. */
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
    // A range that is none here may be one to ssh.
    return true;
  }
}

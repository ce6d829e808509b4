import type { LeftOut, TreeEntry } from './tree';

/** Whether a path stays below its root: names with `/` between them, none of them `.`, `..` or empty. */
export function isSafePath(path: string): boolean {
  return (
    !path.includes('\0') && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')
  );
}

/** Whether a link in a tree points to something in the same tree. @param path of the link, below the root */
export function staysInside(path: string, target: string): boolean {
  if (target === '' || target.startsWith('/') || /^[A-Za-z]:|\\/.test(target)) return false;
  let depth = path.split('/').length - 1;
  for (const name of target.split('/')) {
    if (name === '..') depth -= 1;
    else if (name !== '.' && name !== '') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

/** Names of devices, which Windows keeps for itself whatever the ending. */
const windowsDevices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;

/** Whether Windows can hold a file of this name. */
export function isWindowsName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[<>:"\\|?*\u0000-\u001f]/.test(name) && !/[. ]$/.test(name) && !windowsDevices.test(name);
}

/**
 * What of a tree this computer's file systems can't hold, so that a copy leaves it out and says so: names, links, and
 * the later of two names that are one name there. What is in such a folder is left out with it.
 */
export function notHoldable(entries: Iterable<TreeEntry>, platform: NodeJS.Platform): LeftOut[] {
  if (platform !== 'win32' && platform !== 'darwin') return [];
  const leftOut: LeftOut[] = [];
  const out = new Set<string>();
  const taken = new Map<string, string>();
  for (const { path, kind } of [...entries].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const names = path.split('/');
    const parent = names.slice(0, -1).join('/');
    const key = path.normalize('NFC').toLowerCase();
    const why = out.has(parent)
      ? undefined
      : platform === 'win32' && !isWindowsName(names.at(-1) ?? '')
        ? 'nameHere'
        : (taken.get(key) ?? path) !== path
          ? 'sameName'
          : platform === 'win32' && kind === 'link'
            ? 'linksHere'
            : undefined;
    if (why) leftOut.push({ path, why });
    if (why || out.has(parent)) out.add(path);
    else taken.set(key, path);
  }
  return leftOut;
}

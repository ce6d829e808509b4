/** A file, a folder or a symbolic link of a tree that is copied. */
export interface TreeEntry {
  /** Below the root of the tree, with `/` between the names: see `isSafePath`. */
  path: string;
  kind: 'file' | 'folder' | 'link';
  /** Bytes of a file, else 0. */
  size: number;
  /** Whole seconds since the epoch. */
  modified: number;
  /** Permission bits; undefined where the system has none. */
  mode: number | undefined;
  /** Where a link points, as it is written in the link. */
  target?: string;
}

/** Why something of a tree isn't copied. */
export type LeftOutReason =
  | 'ignored' // a .gitignore or .gpuignore names it
  | 'repository' // git's own files
  | 'environment' // a virtual environment, which works only where it was made
  | 'linkOutside' // a link to something outside of the tree
  | 'special' // a socket, a pipe or a device
  | 'unreadable'
  | 'notText' // its name isn't UTF-8
  | 'nameHere' // this computer can't hold the name
  | 'sameName' // differs from another name only in what this computer ignores, such as upper case
  | 'linksHere' // this computer makes no symbolic links without special rights
  | 'otherKind'; // there is a folder, a file or a link of the same name

export interface LeftOut {
  path: string;
  why: LeftOutReason;
}

/** What is in a folder, by path. */
export interface Tree {
  entries: ReadonlyMap<string, TreeEntry>;
  leftOut: readonly LeftOut[];
}

/** What a copy does. */
export interface CopyPlan {
  /** Nothing of that name is there. Parents come before what is in them. */
  added: readonly TreeEntry[];
  /** Replaced by the copy: another file or link of the same name is there. */
  replaced: readonly TreeEntry[];
  /** Files and links that are there already. */
  unchanged: number;
  leftOut: readonly LeftOut[];
  /** Of `added` and `replaced`. */
  bytes: number;
}

/** How many entries are looked at before others get a turn. */
const turn = 2000;

/**
 * Compares what is copied with what is there. Nothing is removed there, and nothing is written through a link.
 *
 * @param sameContent paths of files whose content is known to be the same although their times differ
 */
export async function planCopy(
  from: Tree,
  there: Tree,
  sameContent: ReadonlySet<string> = new Set(),
): Promise<CopyPlan> {
  const added: TreeEntry[] = [];
  const replaced: TreeEntry[] = [];
  const leftOut = [...from.leftOut];
  const blocked = new Set<string>();
  let [unchanged, bytes, seen] = [0, 0, 0];
  for (const entry of inOrder(from.entries)) {
    if (++seen % turn === 0) await new Promise<void>((resolve) => void setImmediate(resolve));
    const other = there.entries.get(entry.path);
    const isBlocked = blocked.has(parentOf(entry.path));
    if (isBlocked || (other && !fits(entry, other))) {
      if (entry.kind === 'folder') blocked.add(entry.path);
      if (!isBlocked) leftOut.push({ path: entry.path, why: 'otherKind' });
      continue;
    }
    if (!other) added.push(entry);
    else if (isSame(entry, other) || sameContent.has(entry.path))
      unchanged += entry.kind === 'folder' ? 0 : 1;
    else replaced.push(entry);
    if (!other || replaced.at(-1) === entry) bytes += entry.size;
  }
  return { added, replaced, unchanged, leftOut, bytes };
}

/** Files of both that have the same size and another time: only their content tells whether they differ. */
export function doubtful(from: Tree, there: Tree): TreeEntry[] {
  return [...from.entries.values()].filter((entry) => {
    const other = there.entries.get(entry.path);
    return (
      entry.kind === 'file' &&
      other?.kind === 'file' &&
      entry.size === other.size &&
      entry.modified !== other.modified
    );
  });
}

/** Folders before what is in them. */
function inOrder(entries: ReadonlyMap<string, TreeEntry>): TreeEntry[] {
  return [...entries.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** A folder can be added to, and a file or link can take the place of a file or link. */
const fits = (entry: TreeEntry, there: TreeEntry): boolean =>
  (entry.kind === 'folder') === (there.kind === 'folder');

function isSame(entry: TreeEntry, there: TreeEntry): boolean {
  if (entry.kind !== there.kind) return false;
  if (entry.kind === 'folder') return true;
  if (entry.kind === 'link') return entry.target === there.target;
  return entry.size === there.size && entry.modified === there.modified;
}

export function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

import { chunksOf } from '../../inChunks';

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
  let [unchanged, bytes] = [0, 0];
  const look = (entry: TreeEntry): void => {
    const other = there.entries.get(entry.path);
    const isBlocked = blocked.has(parentOf(entry.path));
    if (isBlocked || (other && !fits(entry, other))) {
      if (entry.kind === 'folder') blocked.add(entry.path);
      if (!isBlocked) leftOut.push({ path: entry.path, why: 'otherKind' });
      return;
    }
    if (!other) added.push(entry);
    else if (isSame(entry, other) || sameContent.has(entry.path))
      unchanged += entry.kind === 'folder' ? 0 : 1;
    else replaced.push(entry);
    if (!other || replaced.at(-1) === entry) bytes += entry.size;
  };
  for await (const some of chunksOf(await inOrder(from.entries.values()))) some.forEach(look);
  return { added, replaced, unchanged, leftOut, bytes };
}

/** Files of both that have the same size and another time: only their content tells whether they differ. */
export async function doubtful(from: Tree, there: Tree): Promise<TreeEntry[]> {
  const found: TreeEntry[] = [];
  for await (const some of chunksOf(from.entries.values()))
    found.push(...some.filter((entry) => isDoubtful(entry, there.entries.get(entry.path))));
  return found;
}

const isDoubtful = (entry: TreeEntry, there: TreeEntry | undefined): boolean =>
  entry.kind === 'file' &&
  there?.kind === 'file' &&
  entry.size === there.size &&
  entry.modified !== there.modified;

/** Folders before what is in them. Sorted in short pieces, since there may be very many. */
async function inOrder(entries: Iterable<TreeEntry>): Promise<TreeEntry[]> {
  let pieces: TreeEntry[][] = [];
  for await (const some of chunksOf(entries))
    pieces.push(some.sort((one, other) => (one.path < other.path ? -1 : 1)));
  while (pieces.length > 1) {
    const joined: TreeEntry[][] = [];
    for (let at = 0; at < pieces.length; at += 2) {
      const piece: TreeEntry[] = [];
      for await (const some of chunksOf(merged(pieces[at] ?? [], pieces[at + 1] ?? []))) piece.push(...some);
      joined.push(piece);
    }
    pieces = joined;
  }
  return pieces[0] ?? [];
}

/** Two sorted lists as one. */
function* merged(one: readonly TreeEntry[], other: readonly TreeEntry[]): Generator<TreeEntry> {
  let at = 0;
  for (const entry of one) {
    for (let next = other[at]; next && next.path < entry.path; next = other[++at]) yield next;
    yield entry;
  }
  yield* other.slice(at);
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

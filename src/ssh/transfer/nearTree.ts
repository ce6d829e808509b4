import { lstat, opendir, readlink } from 'node:fs/promises';
import * as path from 'node:path';
import { isSafePath, staysInside } from '../../domain/runs/names';
import type { LeftOut, LeftOutReason, Tree, TreeEntry } from '../../domain/runs/tree';
import { chunksOf } from '../../inChunks';
import { everything, type Rules, usualRules } from './leaveOut';

/** Files and folders of this computer that are copied. */
export interface NearTree extends Tree {
  /** What tells this copy from others: the same for the same sources, whatever is in them. */
  from: string;
  /** The absolute path of an entry. */
  fileOf(path: string): string;
}

/** What to copy: each under its own name, one under another name, or what is in one folder. */
export type Sources = { files: readonly string[] } | { file: string; as: string } | { contentsOf: string };

/** How many entries are looked at together. */
const together = 64;

/**
 * Lists what is copied. Links aren't followed. A file that was named itself is copied whatever the rules say.
 *
 * @param all also what `usualRules` leaves out
 */
export async function nearTree(
  sources: Sources,
  { all = false, signal }: { all?: boolean; signal: AbortSignal },
): Promise<NearTree> {
  const entries = new Map<string, TreeEntry>();
  const leftOut: LeftOut[] = [];
  const roots = new Map<string, string>();
  const walk = async (root: string, prefix: string): Promise<void> => {
    const rules = all ? everything : await usualRules(root);
    await new Walk({ root, prefix, rules, entries, leftOut, signal }).folder('');
  };
  if ('contentsOf' in sources) {
    roots.set('', sources.contentsOf);
    await walk(sources.contentsOf, '');
  } else {
    const named =
      'as' in sources
        ? [{ file: sources.file, name: sources.as }]
        : sources.files.map((file) => ({ file, name: path.basename(file) }));
    for (const { file, name } of named) {
      roots.set(name, file);
      const entry = await entryAt(file, name);
      if ('why' in entry) leftOut.push(entry);
      else entries.set(name, entry);
      if ('kind' in entry && entry.kind === 'folder') await walk(file, `${name}/`);
    }
  }
  const fileOf = (at: string): string => {
    const [first = '', ...rest] = at.split('/');
    const root = roots.get(first);
    if (!isSafePath(at)) throw new Error('A path leads out of its folder.');
    return root === undefined ? path.join(roots.get('') ?? '', first, ...rest) : path.join(root, ...rest);
  };
  const from = 'contentsOf' in sources ? sources.contentsOf : [...roots].flat().join('\0');
  return { entries, leftOut, from, fileOf };
}

/** The first names of all paths of a tree. */
export async function topNames({ entries }: Tree): Promise<string[]> {
  const names = new Set<string>();
  for await (const some of chunksOf(entries.keys()))
    for (const at of some) names.add(at.split('/', 1)[0] ?? '');
  return [...names];
}

interface WalkOptions {
  root: string;
  prefix: string;
  rules: Rules;
  entries: Map<string, TreeEntry>;
  leftOut: LeftOut[];
  signal: AbortSignal;
}

class Walk {
  readonly #options: WalkOptions;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  /** @param folder below the root; empty for the root itself */
  async folder(folder: string): Promise<void> {
    const { root, rules, signal } = this.#options;
    signal.throwIfAborted();
    await rules.enter(folder);
    const names: string[] = [];
    try {
      for await (const { name } of await opendir(path.join(root, folder))) names.push(name);
    } catch {
      // Without the right to read a folder, only the folder itself is known.
      this.#leave(folder, 'unreadable');
      return;
    }
    if (folder !== '' && rules !== everything && isEnvironment(names)) {
      this.#leave(folder, 'environment');
      return;
    }
    const below: string[] = [];
    for (let at = 0; at < names.length; at += together) {
      const found = await Promise.all(
        names.slice(at, at + together).map((name) => this.#entry(folder, name)),
      );
      for (const entry of found) {
        if (entry?.kind === 'folder') below.push(entry.path);
      }
    }
    for (const path of below) await this.folder(path);
  }

  async #entry(folder: string, name: string): Promise<TreeEntry | undefined> {
    const { root, prefix, rules, entries } = this.#options;
    const at = folder === '' ? name : `${folder}/${name}`;
    const entry = await entryAt(path.join(root, folder, name), at);
    const why = 'why' in entry ? entry.why : rules.whyNot(at, entry.kind === 'folder');
    if (why !== undefined || !('kind' in entry)) {
      this.#leave(at, why ?? 'special');
      return undefined;
    }
    entries.set(`${prefix}${at}`, { ...entry, path: `${prefix}${at}` });
    return entry;
  }

  #leave(at: string, why: LeftOutReason): void {
    const { prefix, entries, leftOut } = this.#options;
    const path = `${prefix}${at}`;
    entries.delete(path);
    leftOut.push({ path, why });
  }
}

/** A virtual environment of Python or Conda: it holds absolute paths of this computer. */
const isEnvironment = (names: readonly string[]): boolean =>
  names.includes('pyvenv.cfg') || names.includes('conda-meta');

async function entryAt(file: string, at: string): Promise<TreeEntry | LeftOut> {
  if (at.includes('\uFFFD')) return { path: at, why: 'notText' };
  try {
    const stat = await lstat(file);
    const mode = process.platform === 'win32' ? undefined : stat.mode & 0o7777;
    const facts = { path: at, modified: Math.floor(stat.mtimeMs / 1000), mode };
    if (stat.isDirectory()) return { ...facts, kind: 'folder', size: 0 };
    if (stat.isFile()) return { ...facts, kind: 'file', size: stat.size };
    if (!stat.isSymbolicLink()) return { path: at, why: 'special' };
    const target = await readlink(file);
    return staysInside(at, target)
      ? { ...facts, kind: 'link', size: 0, target }
      : { path: at, why: 'linkOutside' };
  } catch {
    // It went away meanwhile, or its folder may not be searched.
    return { path: at, why: 'unreadable' };
  }
}

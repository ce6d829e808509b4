import { createHash } from 'node:crypto';
import type { CopyPlan, TreeEntry } from '../../domain/runs/tree';

/**
 * Where a copy keeps its files until they are complete and checked: a folder beside their place, so that they are put
 * there by renaming them. The same copy finds its folder again after a break.
 */
export const stagePrefix = '.gpu-rental-copy-';

export const isStage = (path: string): boolean => path.startsWith(stagePrefix);

/** @param what tells one copy from another, such as both of its ends */
export function stageOf(...what: readonly string[]): string {
  return stagePrefix + createHash('sha256').update(what.join('\0')).digest('hex').slice(0, 16);
}

/** After a break, a file is continued in the middle if this much of it is there. In bytes. */
export const worthContinuing = 1024 * 1024;

/** The two folders of a stage: for names that must be free, and for those that are to be replaced. */
type StagePart = 'new' | 'over';

/** In which of them an entry of a plan is kept. */
export function partOf({ replaced }: Pick<CopyPlan, 'replaced'>): (entry: TreeEntry) => StagePart {
  const over = new Set<TreeEntry>(replaced);
  return (entry) => (over.has(entry) ? 'over' : 'new');
}

/** What a copy says of itself while it runs. */
export interface CopyProgress {
  phase: 'copying' | 'checking' | 'placing';
  /** Bytes of files copied so far, and of all. */
  bytes: number;
  total: number;
}

/** How a copy ended. */
export interface CopyResult {
  /** Files and links that are in their place now. */
  copied: number;
  /** Bytes of them. */
  bytes: number;
  unchanged: number;
  /** Files that weren't put in their place, because something of that name appeared or changed there meanwhile. */
  kept: readonly string[];
  /** Files that changed while they were copied, or whose content didn't arrive as it was. */
  damaged: readonly string[];
}

/** The result, from the plan and what wasn't put in its place. */
export function resultOf(
  entries: readonly TreeEntry[],
  unchanged: number,
  { kept, damaged }: Pick<CopyResult, 'kept' | 'damaged'>,
): CopyResult {
  const out = new Set([...kept, ...damaged]);
  const copied = entries.filter(({ path, kind }) => kind !== 'folder' && !out.has(path));
  const bytes = copied.reduce((sum, { size }) => sum + size, 0);
  return { copied: copied.length, bytes, unchanged, kept, damaged };
}

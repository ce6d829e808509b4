import { lstat, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { nodeDisk } from '../../files/disk';
import { FileLock } from '../../files/lock';
import { chunksOf } from '../../inChunks';
import { notHoldable, staysInside } from '../../domain/runs/names';
import { doubtful, planCopy, type Tree, type TreeEntry } from '../../domain/runs/tree';
import { farHashes, hashOf, sameContent } from './contents';
import { farTree } from './farTree';
import { nearTree, topNames } from './nearTree';
import { placeHere } from './placeHere';
import { type DownloadPlan, receiveAll, receiveRest, setFacts, isDiskFull, toLocalError } from './receive';
import { alreadyCopying, type Remote } from './remoteShell';
import { worthContinuing, type CopyProgress, type CopyResult, resultOf, partOf, stageOf } from './stage';

export interface DownloadSources {
  /** A folder of the machine, absolute or below the home folder with `~/`. */
  folder: string;
  /** What of it; without: everything. */
  names?: readonly string[];
  /** Which of its files, by their paths below the folder; without: all. */
  filter?: (path: string) => boolean;
  /** A folder that isn't there is an error, and no empty one. */
  mustExist?: boolean;
}

/**
 * Finds out what has to be copied.
 *
 * @param to a folder of this computer; it needn't exist
 *
 * @throws LocalError, CancelledError
 */
export async function planDownload(
  remote: Remote,
  { folder, names, filter, mustExist = false }: DownloadSources,
  to: string,
  { signal }: { signal: AbortSignal },
): Promise<DownloadPlan> {
  const far = await farTree(remote, folder, { names, signal });
  if (mustExist && !far.isThere)
    throw new LocalError('not_found', l10n.t('There is nothing at {0}.', folder));
  const from = holdable(filter ? filtered(far, filter) : far, process.platform);
  const there = await treeHere(to, from, signal);
  const fileOf = (at: string): string => path.join(to, ...at.split('/'));
  const same = await sameContent(remote, far.root, await doubtful(from, there), { fileOf, signal });
  const plan = await planCopy(from, there, same);
  return {
    ...plan,
    root: far.root,
    to,
    here: there.entries,
    stage: stageOf(remote.alias, far.root, to),
    hasGnuTar: far.hasGnuTar,
  };
}

/** Only what of a machine's files this computer can hold, and no link that leads out of the folder. */
export function holdable(tree: Tree, platform: NodeJS.Platform): Tree {
  const outside = [...tree.entries.values()].flatMap(({ path, kind, target = '' }) =>
    kind === 'link' && !staysInside(path, target) ? [{ path, why: 'linkOutside' as const }] : [],
  );
  const leftOut = [...outside, ...notHoldable(tree.entries.values(), platform)];
  if (leftOut.length === 0) return tree;
  const out = new Set(leftOut.map(({ path }) => path));
  const entries = new Map<string, TreeEntry>();
  for (const entry of tree.entries.values()) {
    const names = entry.path.split('/');
    const isOut = names.some((_, index) => out.has(names.slice(0, index + 1).join('/')));
    if (!isOut) entries.set(entry.path, entry);
  }
  return { entries, leftOut: [...tree.leftOut, ...leftOut] };
}

/** The files that a filter takes, with the folders above them. What can't be read may hold some of them. */
export function filtered(tree: Tree, filter: (path: string) => boolean): Tree {
  const entries = new Map<string, TreeEntry>();
  for (const entry of tree.entries.values()) {
    if (entry.kind === 'folder' || !filter(entry.path)) continue;
    const names = entry.path.split('/');
    for (let depth = 1; depth < names.length; depth++) {
      const folder = tree.entries.get(names.slice(0, depth).join('/'));
      if (folder) entries.set(folder.path, folder);
    }
    entries.set(entry.path, entry);
  }
  return { entries, leftOut: tree.leftOut.filter(({ path, why }) => why === 'unreadable' || filter(path)) };
}

/** What is here under the names that are copied. */
export async function treeHere(to: string, from: Tree, signal: AbortSignal): Promise<Tree> {
  const files: string[] = [];
  for (const name of await topNames(from)) {
    // What can't be looked at isn't there.
    if (await lstat(path.join(to, name)).catch(() => undefined)) files.push(path.join(to, name));
  }
  const here = await nearTree({ files }, { all: true, signal });
  // A link out of the folder is there all the same: nothing may be written through it.
  const links = here.leftOut.map(({ path }): [string, TreeEntry] => [
    path,
    { path, kind: 'link', size: 0, modified: 0, mode: undefined, target: '' },
  ]);
  return { entries: new Map([...here.entries, ...links]), leftOut: [] };
}

/**
 * Copies what was planned: into a folder beside the place, where each file is checked by its hash, and then to its
 * place at once. Copying again after a break continues with what is missing.
 *
 * @throws LocalError, CancelledError
 */
export async function download(
  remote: Remote,
  plan: DownloadPlan,
  options: DownloadOptions,
): Promise<CopyResult> {
  if (plan.added.length + plan.replaced.length === 0)
    return resultOf([], plan.unchanged, { kept: [], damaged: [] });
  return inStageHere(plan, (stage) => downloadInto(stage, remote, plan, options));
}

export interface DownloadOptions {
  signal: AbortSignal;
  report: (progress: CopyProgress) => void;
}

/**
 * In the folder of a copy, which one process uses at a time. When the disk is full, the unfinished files go, so that it has
 * as much space as before.
 */
export async function inStageHere<T>(
  { to, stage: name }: { to: string; stage: string },
  copy: (stage: string) => Promise<T>,
): Promise<T> {
  const stage = path.join(to, name);
  await mkdir(to, { recursive: true, mode: 0o700 }).catch(toLocalError(to));
  const held = await new FileLock(nodeDisk, `${stage}.lock`).tryAcquire().catch(toLocalError(to));
  if (!held) throw alreadyCopying();
  try {
    await mkdir(stage, { recursive: true, mode: 0o700 }).catch(toLocalError(to));
    return await copy(stage);
  } catch (error) {
    if (isDiskFull(error)) await rm(stage, { recursive: true, force: true });
    throw error;
  } finally {
    await held.release();
  }
}

async function downloadInto(
  stage: string,
  remote: Remote,
  plan: DownloadPlan,
  { signal, report }: DownloadOptions,
): Promise<CopyResult> {
  const entries = [...plan.added, ...plan.replaced];
  const part = partOf(plan);
  const stagedAt = (entry: TreeEntry): string =>
    [stage, part(entry), entry.path.replaceAll('/', path.sep)].join(path.sep);
  const total = plan.bytes;
  let bytes = 0;
  const onBytes = (count: number): void => report({ phase: 'copying', bytes: (bytes += count), total });
  const ours = new Map<string, string>();
  const rest = new Map<string, TreeEntry>();
  const planned = new Set<string>();
  for await (const some of chunksOf(entries)) for (const entry of some) planned.add(stagedAt(entry));
  await removeStrays(stage, planned);
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    const file = stagedAt(entry);
    // Nothing of the file is there yet.
    const there = await lstat(file).catch(() => undefined);
    const isThere = there?.size === entry.size && Math.floor(there.mtimeMs / 1000) === entry.modified;
    const offset = there?.isFile() === true ? there.size : 0;
    if (isThere || (offset >= worthContinuing && offset < entry.size)) {
      onBytes(offset);
      if (!isThere) await receiveRest(remote, plan, { entry, file, offset, signal, onBytes });
      ours.set(entry.path, await hashOf(file, signal));
    } else rest.set(entry.path, entry);
  }
  await receiveAll(remote, plan, { rest, stagedAt, ours, signal, onBytes });
  report({ phase: 'checking', bytes, total });
  const paths = entries.filter(({ kind }) => kind === 'file').map(({ path }) => path);
  const theirs = await farHashes(remote, plan.root, paths, signal);
  report({ phase: 'placing', bytes, total });
  const damaged: string[] = [];
  for await (const some of chunksOf(entries))
    for (const entry of some) {
      const { kind, path: at } = entry;
      if (kind !== 'file' || (ours.has(at) && ours.get(at) === theirs.get(at))) continue;
      damaged.push(at);
      await rm(stagedAt(entry), { force: true });
    }
  const kept = await place(plan, stage, entries, stagedAt).catch(toLocalError(plan.to));
  await rm(stage, { recursive: true, force: true });
  return resultOf(entries, plan.unchanged, { kept, damaged });
}

/** What an earlier copy left that isn't part of this one. */
async function removeStrays(stage: string, planned: ReadonlySet<string>): Promise<void> {
  for await (const some of chunksOf(await readdir(stage, { recursive: true, withFileTypes: true })))
    for (const entry of some) {
      const file = path.join(entry.parentPath, entry.name);
      if (!entry.isDirectory() && !planned.has(file)) await rm(file, { force: true });
    }
}

/** Makes folders and links beside the files, and puts all of them in their place. */
async function place(
  { to, here }: DownloadPlan,
  stage: string,
  entries: readonly TreeEntry[],
  stagedAt: (entry: TreeEntry) => string,
): Promise<string[]> {
  for (const entry of entries) {
    if (entry.kind === 'file') continue;
    const file = stagedAt(entry);
    await mkdir(entry.kind === 'folder' ? file : path.dirname(file), { recursive: true });
    if (entry.kind !== 'link') continue;
    // An earlier copy may have broken off here.
    await rm(file, { force: true });
    await symlink(entry.target ?? '', file);
  }
  // From the inside out: what is put into a folder changes its time.
  for (const entry of entries.filter(({ kind }) => kind === 'folder').toReversed())
    await setFacts(stagedAt(entry), entry);
  const added = await placeHere(path.join(stage, 'new'), to, {});
  return [...added, ...(await placeHere(path.join(stage, 'over'), to, { replaces: here }))];
}

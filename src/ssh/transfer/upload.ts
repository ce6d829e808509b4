import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { formatBytes } from '../../domain/format';
import { doubtful, parentOf, planCopy, type TreeEntry } from '../../domain/runs/tree';
import { chunksOf } from '../../inChunks';
import type { Archived } from './archive';
import { hashOf, sameContent } from './contents';
import { farTree } from './farTree';
import { type NearTree, topNames } from './nearTree';
import { alreadyCopying, type Remote, runScript } from './remoteShell';
import { place, sendRest, sendAll, type UploadPlan } from './send';
import { worthContinuing, type CopyProgress, type CopyResult, partOf, resultOf, stageOf } from './stage';

/**
 * Finds out what has to be copied.
 *
 * @param to a folder of the machine, absolute or below the home folder with `~/`; it needn't exist
 * @param who tells this computer's copies from another's
 */
export async function planUpload(
  remote: Remote,
  near: NearTree,
  to: string,
  { signal, who }: { signal: AbortSignal; who: string },
): Promise<UploadPlan> {
  const names = await topNames(near);
  const stage = stageOf(who, near.from, to);
  const far = await farTree(remote, to, { names, stage, signal });
  const same = await sameContent(remote, far.root, await doubtful(near, far), {
    fileOf: (path) => near.fileOf(path),
    signal,
  });
  return { ...(await planCopy(near, far, same)), near, far, stage };
}

/** The copies that this window makes now. */
const underWay = new Set<string>();

/**
 * Copies what was planned: into a folder beside the place, where each file is checked by its hash, and then to its
 * place at once. Copying again after a break continues with what is missing.
 *
 * @param next a script that the machine runs once everything is in its place, and not if something isn't
 *
 * @throws LocalError, CancelledError
 */
export async function upload(remote: Remote, plan: UploadPlan, options: UploadOptions): Promise<CopyResult> {
  const { signal, next = '' } = options;
  if (plan.added.length + plan.replaced.length === 0) {
    if (next !== '') await runScript(remote, next, { signal });
    return resultOf([], plan.unchanged, { kept: [], damaged: [] });
  }
  const which = [remote.alias, plan.far.root, plan.stage].join('\0');
  if (underWay.has(which)) throw alreadyCopying();
  underWay.add(which);
  try {
    return await sendPlanned(remote, plan, options);
  } finally {
    underWay.delete(which);
  }
}

interface UploadOptions {
  signal: AbortSignal;
  report: (progress: CopyProgress) => void;
  next?: string;
}

async function sendPlanned(
  remote: Remote,
  plan: UploadPlan,
  { signal, report, next = '' }: UploadOptions,
): Promise<CopyResult> {
  const entries = [...plan.added, ...plan.replaced];
  const total = plan.bytes;
  let bytes = 0;
  const onBytes = (count: number): void => report({ phase: 'copying', bytes: (bytes += count), total });
  const staged = await stagedFiles(remote, plan, signal);
  const sums = new Map<string, string>();
  const part = partOf(plan);
  const rest: Archived[] = [];
  for await (const some of chunksOf(entries))
    for (const entry of some) {
      const name = `${part(entry)}/${entry.path}`;
      const file = plan.near.fileOf(entry.path);
      const there = staged.get(name);
      const isThere =
        entry.kind === 'file' && there?.size === entry.size && there.modified === entry.modified;
      if (isThere) {
        sums.set(entry.path, await hashOf(file, signal));
        onBytes(entry.size);
      } else if (entry.kind === 'file' && there && there.size >= worthContinuing && there.size < entry.size) {
        const offset = there.size;
        onBytes(offset);
        await sendRest(remote, plan, { entry, name, file }, { offset, signal, onBytes });
        sums.set(entry.path, await hashOf(file, signal));
      } else rest.push({ entry, name, file });
    }
  const sent = await sendAll(remote, plan, rest, { sums, isAll: staged.size === 0, next, signal, onBytes });
  report({ phase: 'placing', bytes, total });
  if ('placed' in sent) return resultOf(entries, plan.unchanged, { kept: sent.placed, damaged: [] });
  const { arrived } = sent;
  const damaged: string[] = [];
  const dropped: string[] = [];
  const planned = new Set(['new', 'over', 'lock', 'lock/pid']);
  for await (const some of chunksOf(entries))
    for (const entry of some) {
      const name = `${part(entry)}/${entry.path}`;
      for (let at = name; at !== '' && !planned.has(at); at = parentOf(at)) planned.add(at);
      if (entry.kind !== 'file' || arrived.get(entry.path) === (sums.get(entry.path) ?? '')) continue;
      damaged.push(entry.path);
      dropped.push(name);
    }
  // What an earlier copy left that isn't part of this one.
  for await (const some of chunksOf(staged.keys())) dropped.push(...some.filter((at) => !planned.has(at)));
  const kept = await place(remote, plan, { dropped, next: damaged.length === 0 ? next : '', signal });
  return resultOf(entries, plan.unchanged, { kept, damaged });
}

async function stagedFiles(
  remote: Remote,
  { far, stage }: UploadPlan,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TreeEntry>> {
  if (!far.hasStage) return new Map();
  return (await farTree(remote, `${far.root}/${stage}`, { signal })).entries;
}

/** @throws LocalError when the disk of the machine has less space than the copy takes */
export function checkSpace({ far, bytes }: UploadPlan): void {
  if (far.freeBytes === undefined || far.freeBytes > bytes) return;
  throw new LocalError(
    'not_possible',
    l10n.t(
      'The disk of the machine has {0} left, and the copy takes {1}.',
      formatBytes(far.freeBytes),
      formatBytes(bytes),
    ),
  );
}

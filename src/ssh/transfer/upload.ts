import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { doubtful, parentOf, planCopy, type TreeEntry } from '../../domain/runs/tree';
import type { Archived } from './archive';
import { hashOf, sameContent } from './contents';
import { farTree } from './farTree';
import type { NearTree } from './nearTree';
import type { Remote } from './remoteShell';
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
  const names = [...new Set([...near.entries.keys()].map((path) => path.split('/', 1)[0] ?? ''))];
  const first = names[0] ?? '';
  const stage = stageOf(who, near.fileOf(first || '.gpu'), to);
  const far = await farTree(remote, to, { names, stage, signal });
  const same = await sameContent(remote, far.root, doubtful(near, far), {
    fileOf: (path) => near.fileOf(path),
    signal,
  });
  return { ...(await planCopy(near, far, same)), near, far, stage };
}

/**
 * Copies what was planned: into a folder beside the place, where each file is checked by its hash, and then to its
 * place at once. Copying again after a break continues with what is missing.
 *
 * @throws LocalError, CancelledError
 */
export async function upload(
  remote: Remote,
  plan: UploadPlan,
  { signal, report }: { signal: AbortSignal; report: (progress: CopyProgress) => void },
): Promise<CopyResult> {
  const entries = [...plan.added, ...plan.replaced];
  if (entries.length === 0) return resultOf([], plan.unchanged, { kept: [], damaged: [] });
  const total = plan.bytes;
  let bytes = 0;
  const onBytes = (count: number): void => report({ phase: 'copying', bytes: (bytes += count), total });
  const staged = await stagedFiles(remote, plan, signal);
  const sums = new Map<string, string>();
  const part = partOf(plan);
  const rest: Archived[] = [];
  for (const entry of entries) {
    const name = `${part(entry)}/${entry.path}`;
    const file = plan.near.fileOf(entry.path);
    const there = staged.get(name);
    const isThere = entry.kind === 'file' && there?.size === entry.size && there.modified === entry.modified;
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
  const arrived = await sendAll(remote, plan, rest, { sums, signal, onBytes });
  report({ phase: 'placing', bytes, total });
  const damaged = entries
    .filter(({ path, kind }) => kind === 'file' && (sums.get(path) ?? '') !== arrived.get(path))
    .map(({ path }) => path);
  const names = new Map(entries.map((entry) => [entry.path, `${part(entry)}/${entry.path}`]));
  const dropped = [...damaged.map((path) => names.get(path) ?? ''), ...strays(staged, [...names.values()])];
  const kept = await place(remote, plan, dropped, signal);
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

/** What an earlier copy left that isn't part of this one. */
function strays(staged: ReadonlyMap<string, TreeEntry>, names: readonly string[]): string[] {
  const planned = new Set(['new', 'over', 'lock', 'lock/pid']);
  for (const name of names) {
    for (let at = name; at !== ''; at = parentOf(at)) planned.add(at);
  }
  return [...staged.keys()].filter((name) => !planned.has(name));
}

/** @throws LocalError when the disk of the machine has less space than the copy takes */
export function checkSpace({ far, bytes }: UploadPlan, format: (bytes: number) => string): void {
  if (far.freeBytes === undefined || far.freeBytes > bytes) return;
  throw new LocalError(
    'not_possible',
    l10n.t(
      'The disk of the machine has {0} left, and the copy takes {1}.',
      format(far.freeBytes),
      format(bytes),
    ),
  );
}

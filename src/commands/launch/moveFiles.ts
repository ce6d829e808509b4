import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Clock } from '../../clock';
import { counted, formatBytes, formatList } from '../../domain/format';
import { nearTree } from '../../ssh/transfer/nearTree';
import type { Remote } from '../../ssh/transfer/remoteShell';
import type { Source } from '../../ssh/transfer/source';
import { isStage } from '../../ssh/transfer/stage';
import { checkSpace, planUpload, upload } from '../../ssh/transfer/upload';
import { inTurn, reportTo } from '../runs/copying';

/** What is moved of a disk, and where it is on the way. */
const folders = [
  { from: '~', name: 'home' },
  { from: '/workspace', name: 'workspace' },
] as const;

/** Of the home folder, what a machine has for itself: its keys, its editor's programs, and what watches its runs. */
const ownOfMachine = /^(\.ssh|\.gpu-rental|\.vscode-server(-insiders)?|\.vscode-remote)$/;

/** What came to the new instance. */
export interface Carried extends Fetched {
  files: number;
  bytes: number;
}

interface OnTheWay {
  /** A folder of this computer. */
  folder: string;
  clock: Pick<Clock, 'monotonic'>;
  signal: AbortSignal;
  report: (message: string) => void;
}

/** Paths that couldn't be copied, and those that an earlier try has copied although they are gone by now. */
interface Fetched {
  left: readonly string[];
  gone: readonly string[];
}

/**
 * Copies the home folder and `/workspace` of a disk to this computer. Copying again after a break continues.
 *
 * @throws LocalError when a file didn't arrive as it is, CancelledError
 */
export async function fetchDisk(
  source: Source,
  { folder, clock, signal, report }: OnTheWay,
): Promise<Fetched> {
  const left: string[] = [];
  const gone: string[] = [];
  const top = new Set((await source.list('/', signal)).entries.map((entry) => entry.path));
  for (const { from, name } of folders) {
    if (from === '/workspace' && !top.has('workspace')) continue;
    const { entries } = await source.list(from, signal);
    const names = entries.map((entry) => entry.path).filter((one) => from !== '~' || !ownOfMachine.test(one));
    const to = path.join(folder, name);
    report(vscode.l10n.t('comparing files'));
    gone.push(
      ...(await dropGone(source, { folder: from, names }, to, signal)).map((one) => `${from}/${one}`),
    );
    if (names.length === 0) continue;
    const plan = await source.plan({ folder: from, names }, to, { signal });
    left.push(...plan.leftOut.map((one) => `${from}/${one.path}`));
    const { kept, damaged } = await inTurn(to, () =>
      source.download(plan, { signal, report: reportTo(report, clock) }),
    );
    mustBeWhole([...kept, ...damaged]);
  }
  return { left, gone };
}

/** Removes here what an earlier try has fetched and the disk has no more. Returns those paths. */
async function dropGone(
  source: Source,
  sources: { folder: string; names: readonly string[] },
  to: string,
  signal: AbortSignal,
): Promise<string[]> {
  const near = await nearTree({ contentsOf: to }, { all: true, signal });
  if (near.entries.size === 0) return [];
  // As if nothing were here: then the plan names all that is there.
  const plan = sources.names.length > 0 && (await source.plan(sources, `${to}.none`, { signal }));
  const { added, leftOut } = plan || { added: [], leftOut: [] };
  const there = new Set(added.map((entry) => entry.path));
  // What couldn't be looked at may well be there.
  const isUnknown = (at: string): boolean =>
    leftOut.some((one) => at === one.path || one.path === '' || at.startsWith(`${one.path}/`));
  const gone = [...near.entries.keys()].filter((at) => !there.has(at) && !isUnknown(at));
  for (const at of gone) await rm(near.fileOf(at), { recursive: true, force: true, maxRetries: 5 });
  return gone;
}

/**
 * Copies what was fetched to an instance and compares it there. Returns the number of files, their bytes, and the paths
 * that couldn't be copied.
 *
 * @throws LocalError when a file differs there, CancelledError
 */
export async function sendDisk(
  remote: Remote,
  { folder, clock, signal, report }: OnTheWay,
): Promise<{ files: number; bytes: number; left: readonly string[] }> {
  const sum = { files: 0, bytes: 0, left: [] as string[] };
  for (const { from: to, name } of folders) {
    const near = await nearTree({ contentsOf: path.join(folder, name) }, { all: true, signal });
    if (near.entries.size === 0) continue;
    const lookThere = () => planUpload(remote, near, to, { signal, who: vscode.env.machineId });
    const plan = await lookThere();
    checkSpace(plan);
    const { kept, damaged } = await inTurn(`${remote.alias} ${plan.far.root}`, () =>
      upload(remote, plan, { signal, report: reportTo(report, clock) }),
    );
    report(vscode.l10n.t('comparing files'));
    const { added, replaced, leftOut } = await lookThere();
    mustBeWhole([...kept, ...damaged, ...[...added, ...replaced].map((entry) => entry.path)]);
    const files = [...near.entries.values()].filter(({ kind }) => kind !== 'folder');
    sum.files += files.length;
    sum.bytes += files.reduce((bytes, { size }) => bytes + size, 0);
    sum.left.push(...leftOut.filter((one) => !isStage(one.path)).map((one) => `${to}/${one.path}`));
  }
  return sum;
}

function mustBeWhole([first]: readonly string[]): void {
  if (first === undefined) return;
  throw new LocalError('may_pass', vscode.l10n.t('{0} differs after it was copied. Move it again.', first));
}

/** @param target what the new instance is called */
export function movedWords({ files, bytes, left, gone }: Carried, target: string): string {
  const said = [
    counted(
      files,
      vscode.l10n.t(
        'Moved {0} file ({1}) to {2} and compared it.|Moved {0} files ({1}) to {2} and compared them.',
      ),
      formatBytes(bytes),
      target,
    ),
    left.length === 0
      ? ''
      : counted(
          left.length,
          vscode.l10n.t('{0} entry couldn’t be copied: {1}.|{0} entries couldn’t be copied: {1}.'),
          formatList(left.slice(0, 3)),
        ),
    gone.length === 0
      ? ''
      : counted(
          gone.length,
          vscode.l10n.t(
            '{0} entry of an earlier try was deleted since, and may still be there: {1}.|{0} entries of an earlier try were deleted since, and may still be there: {1}.',
          ),
          formatList(gone.slice(0, 3)),
        ),
  ];
  return said.filter(Boolean).join(' ');
}

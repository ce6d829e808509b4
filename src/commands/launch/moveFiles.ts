import * as path from 'node:path';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Clock } from '../../clock';
import { formatBytes } from '../../domain/format';
import { nearTree } from '../../ssh/transfer/nearTree';
import type { Remote } from '../../ssh/transfer/remoteShell';
import type { Source } from '../../ssh/transfer/source';
import { checkSpace, planUpload, upload } from '../../ssh/transfer/upload';
import { inTurn, reportTo } from '../runs/copying';

/** What is moved of a disk, and where it is on the way. */
const folders = [
  { from: '~', name: 'home' },
  { from: '/workspace', name: 'workspace' },
] as const;

/** Of the home folder, what a machine has for itself: its keys, its editor's programs, and what watches its runs. */
const ownOfMachine = /^(\.ssh|\.gpu-rental|\.vscode-server(-insiders)?|\.vscode-remote)$/;

interface OnTheWay {
  /** A folder of this computer. */
  folder: string;
  clock: Pick<Clock, 'monotonic'>;
  signal: AbortSignal;
  report: (message: string) => void;
}

/**
 * Copies the home folder and `/workspace` of a disk to this computer, and returns the paths that couldn't be copied.
 * Copying again after a break continues.
 *
 * @throws LocalError when a file didn't arrive as it is, CancelledError
 */
export async function fetchDisk(
  source: Source,
  { folder, clock, signal, report }: OnTheWay,
): Promise<readonly string[]> {
  const left: string[] = [];
  const top = new Set((await source.list('/', signal)).entries.map((entry) => entry.path));
  for (const { from, name } of folders) {
    if (from === '/workspace' && !top.has('workspace')) continue;
    const { entries } = await source.list(from, signal);
    const names = entries.map((entry) => entry.path).filter((one) => from !== '~' || !ownOfMachine.test(one));
    if (names.length === 0) continue;
    report(vscode.l10n.t('comparing files'));
    const to = path.join(folder, name);
    const plan = await source.plan({ folder: from, names }, to, { signal });
    left.push(...plan.leftOut.map((one) => `${from}/${one.path}`));
    const { kept, damaged } = await inTurn(to, () =>
      source.download(plan, { signal, report: reportTo(report, clock) }),
    );
    mustBeWhole([...kept, ...damaged]);
  }
  return left;
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
    checkSpace(plan, formatBytes);
    const { kept, damaged } = await inTurn(`${remote.alias} ${plan.far.root}`, () =>
      upload(remote, plan, { signal, report: reportTo(report, clock) }),
    );
    report(vscode.l10n.t('comparing files'));
    const { added, replaced, leftOut } = await lookThere();
    mustBeWhole([...kept, ...damaged, ...[...added, ...replaced].map((entry) => entry.path)]);
    const files = [...near.entries.values()].filter(({ kind }) => kind !== 'folder');
    sum.files += files.length;
    sum.bytes += files.reduce((bytes, { size }) => bytes + size, 0);
    sum.left.push(...leftOut.map((one) => `${to}/${one.path}`));
  }
  return sum;
}

function mustBeWhole([first]: readonly string[]): void {
  if (first === undefined) return;
  throw new LocalError('may_pass', vscode.l10n.t('{0} differs after it was copied. Move it again.', first));
}

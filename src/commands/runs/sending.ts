import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError } from '../../api/cancelled';
import { LocalError } from '../../api/localError';
import { workdirFor } from '../../domain/runs/runFolders';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Sending } from '../../prompts/runs/planWords';
import type { PickedTask } from '../../prompts/runs/pickTask';
import type { Services } from '../../prompts/services';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { nearTree } from '../../ssh/transfer/nearTree';
import type { Remote } from '../../ssh/transfer/remoteShell';
import type { UploadPlan } from '../../ssh/transfer/send';
import { planUpload, upload } from '../../ssh/transfer/upload';
import { inTurn, reportTo } from './copying';

/** What a run sends: its folder first. */
type Sendings = readonly [Sending, ...Sending[]];

/** What a run sends, to instances that aren't known yet. @throws LocalError, CancelledError */
export const lookAtFiles = (picked: PickedTask): Promise<Sendings | undefined> =>
  withCancellableProgress(
    vscode.l10n.t('Looking at the files of {0}', path.basename(picked.folder)),
    ({ signal }) => whatToSend(picked, signal),
  );

/** The same to these instances, and where the folder of the run is on them. */
export async function placeOn(
  { runs }: Pick<Services, 'runs'>,
  { account }: AccountInUse,
  [own, ...others]: Sendings,
  ids: readonly number[],
): Promise<{ workdir: string; sendings: Sendings }> {
  const workdir = workdirFor(own.from, await runs.read(account.id), ids);
  return { workdir, sendings: [{ ...own, to: workdir }, ...others] };
}

/** Its folder, and what its task puts elsewhere on the machine. */
async function whatToSend({ folder, file, task }: PickedTask, signal: AbortSignal): Promise<Sendings> {
  const own = {
    from: folder,
    to: workdirFor(folder, [], []),
    near: await nearTree({ contentsOf: folder }, { signal }),
  };
  const base = file === undefined ? folder : path.dirname(file);
  const mounts = task.mounts.map(async ({ from, to }) => {
    const here = path.resolve(base, from.replace(/^~(?=\/|$)/, homedir()));
    // What can't be looked at can't be sent.
    const found = await stat(here).catch(() => undefined);
    if (!found) throw new LocalError('invalid_input', vscode.l10n.t('{0} isn’t on this computer.', here));
    if (found.isDirectory())
      return { from: here, to, near: await nearTree({ contentsOf: here }, { signal }) };
    if (to === '~' || to === '/')
      return { from: here, to, near: await nearTree({ files: [here] }, { signal }) };
    const near = await nearTree({ file: here, as: path.posix.basename(to) }, { signal });
    return { from: here, to: path.posix.dirname(to), near };
  });
  return [own, ...(await Promise.all(mounts))];
}

/** Asks about files in this folder of a machine that were changed there later than here. */
export type MayReplace = (to: string, paths: readonly string[]) => Promise<boolean>;

/** Asks about them before the run begins, whose time would pass meanwhile. @throws LocalError, CancelledError */
export async function askBefore(
  remote: Remote,
  sendings: readonly Sending[],
  signal: AbortSignal,
  mayReplace: MayReplace,
): Promise<void> {
  for (const sending of sendings) await planned(remote, sending, signal, mayReplace);
}

async function planned(
  remote: Remote,
  { near, to }: Sending,
  signal: AbortSignal,
  mayReplace: MayReplace,
): Promise<UploadPlan> {
  const copy = await planUpload(remote, near, to, { signal, who: vscode.env.machineId });
  const { entries } = copy.far;
  // Where one of the times isn't known, the file may be newer.
  const newer = copy.replaced.filter(({ path: at, modified }) => {
    const there = entries.get(at)?.modified;
    return !there || !(there <= modified);
  });
  const paths = newer.map((entry) => entry.path);
  if (paths.length > 0 && !(await mayReplace(to, paths))) throw new CancelledError();
  return copy;
}

/**
 * Sends one after the other what differs from what is there, once the machine watches the run, and lets it begin.
 *
 * @throws LocalError, CancelledError
 */
export async function sendAll(
  { clock }: Pick<Services, 'clock'>,
  {
    instanceId,
    remote,
    isWatched,
    begin,
    mayReplace,
  }: {
    instanceId: number;
    remote: Remote;
    isWatched: Promise<void>;
    begin: string;
    mayReplace: MayReplace;
  },
  sendings: readonly Sending[],
  { signal, report }: { signal: AbortSignal; report: (message: string) => void },
): Promise<void> {
  for (const [at, sending] of sendings.entries())
    await inTurn(`${instanceId} ${sending.to}`, async () => {
      const copy = await planned(remote, sending, signal, mayReplace);
      await isWatched;
      const next = at === sendings.length - 1 ? begin : '';
      const sent = await upload(remote, copy, { signal, report: reportTo(report, clock), next });
      if (sent.damaged.length + sent.kept.length > 0)
        throw new LocalError('may_pass', vscode.l10n.t('Files changed while they were sent. Run it again.'));
    });
}

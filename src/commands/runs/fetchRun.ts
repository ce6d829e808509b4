import { rmdir } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { showInfo, showWarning, showWith } from '../../ask/notify';
import { offerToStop, type OpenSource, openSource, type Started } from '../../connect/openSource';
import { counted, formatBytes, formatList, formatSentences } from '../../domain/format';
import { leftOutLines } from '../../domain/runs/copyWords';
import { isOver, lacksResults, type Run } from '../../domain/runs/run';
import { soFarFolder } from '../../domain/runs/runFolders';
import { withReport } from '../../domain/runs/runReport';
import { type Progress, withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { lookAtRuns } from '../../ssh/runs/lookAtRuns';
import { tellMachine } from '../../ssh/runs/runs';
import { type Fetched, fetchResults } from '../../stores/runs/fetchResults';
import type { Call } from '../call';
import { givenTarget, localPath, reportTo, revealFolder } from './copying';
import { targetRun } from './runTargets';

/**
 * Fetches the results of a run, also while it runs: then into a folder of their own, `soFar`. Nothing here that differs is
 * replaced.
 */
export async function fetchRun(
  services: Services,
  call: Call,
): Promise<{ received: number; unchanged: number; verified: boolean; soFar?: string } | undefined> {
  const title = vscode.l10n.t('Fetch Results');
  const target = await targetRun(services, call, title, (run) => run.fetch.length > 0);
  if (!target) return undefined;
  const { run, accountId } = target;
  const given = givenTarget(call);
  const results = given === undefined ? run.results : localPath(given);
  const early = soFarFolder(run.results, services.clock.now());
  const { confirmed, interactive } = call;
  const nodes = (await services.runs.read(accountId)).filter(
    ({ serves, fetch }) => serves === run.id && fetch.length > 0,
  );
  const missing: Run[] = [];
  const started: Started[] = [];
  const going: Run[] = [];
  const fetchAll = async (progress: Progress): Promise<Fetched | undefined> => {
    let all: Fetched | undefined;
    for (const one of [run, ...nodes]) {
      // The list was loaded for the first one.
      if (one !== run && !services.instances.get(one.instanceId)) {
        if (lacksResults(one)) missing.push(one);
        continue;
      }
      const opened = await openSource(services, one.instanceId, { ...progress, confirmed, interactive });
      if (!opened) return all && { ...all, isWhole: false };
      if (opened.started) started.push(opened.started);
      const now = await asOfNow(services, accountId, one, opened, progress);
      const isEarly = given === undefined && !isOver(now);
      const below = isEarly ? early : results;
      const to = one === run ? below : path.join(below, path.basename(one.results));
      const more = await fetchFrom(services, accountId, { ...now, results: to }, opened, progress);
      if (isEarly && more.copied > 0) going.push(one);
      all = withMore(all, more);
    }
    return all;
  };
  let fetched: Fetched | undefined;
  try {
    const doing = vscode.l10n.t('Fetching results of {0}', run.name);
    fetched = await withCancellableProgress(doing, fetchAll);
  } finally {
    // Also after a failure: they are billed now.
    if (interactive) for (const one of started) offerToStop(services, one);
    // Where it has nothing yet.
    await rmdir(early).catch(() => undefined);
  }
  if (!fetched) return undefined;
  void services.runKeeper.look();
  const verified = fetched.isWhole && missing.length === 0;
  const left = [...fetched.kept, ...fetched.damaged];
  const problems = leftOutLines(fetched.leftOut);
  if (left.length > 0)
    problems.unshift(
      counted(
        left.length,
        vscode.l10n.t('{0} file wasn’t fetched: {1}.|{0} files weren’t fetched: {1}.'),
        formatList(left.slice(0, 3)),
      ),
    );
  if (missing.length > 0)
    problems.unshift(
      vscode.l10n.t(
        'Nothing was fetched from {0}: not in the list of instances.',
        formatList(missing.map(({ instanceName }) => instanceName)),
      ),
    );
  const copied = counted(
    fetched.copied,
    vscode.l10n.t('Fetched {0} file ({1}).|Fetched {0} files ({1}).'),
    formatBytes(fetched.bytes),
  );
  const [show, lines] = problems.length > 0 ? [showWarning, problems] : [showInfo, [copied]];
  const isEarly = going.length > 0;
  const where = vscode.l10n.t('The run isn’t over: what it has so far is in {0}.', path.basename(early));
  const open = { title: vscode.l10n.t('Open Results'), run: () => revealFolder(early) };
  if (interactive && isEarly) void showWith(show, formatSentences([...lines, where]), [open]);
  else if (interactive) void show(formatSentences(lines));
  const result = { received: fetched.copied, unchanged: fetched.unchanged, verified };
  return isEarly ? { ...result, soFar: early } : result;
}

/** A run by what its machine says now: it may have ended since the last look, or go on though it was taken for lost. */
async function asOfNow(
  services: Services,
  accountId: string,
  run: Run,
  { remote }: OpenSource,
  { signal }: Progress,
): Promise<Run> {
  if (remote && run.phase !== 'ended') {
    const seen = (await lookAtRuns(remote, [run.id], signal)).runs.get(run.id);
    const edit = (known: Run): Run => (seen ? withReport(known, seen, services.clock.now()) : known);
    await services.runs.edit(accountId, run.id, edit);
  }
  return (await services.runs.read(accountId)).find(({ id }) => id === run.id) ?? run;
}

/** @throws LocalError 'may_pass' where they are fetched already */
async function fetchFrom(
  services: Services,
  accountId: string,
  run: Run,
  { source, remote }: OpenSource,
  { signal, report }: Progress,
): Promise<Fetched> {
  let result: Fetched | undefined;
  await services.leases.forResults(accountId, run.id).tryRun(async () => {
    result = await fetchResults(source, run, { signal, report: reportTo(report, services.clock) });
  });
  if (!result)
    throw new LocalError('may_pass', vscode.l10n.t('The results are already being fetched. Wait for it.'));
  if (result.isWhole && isOver(run)) {
    const { results } = run;
    // What was fetched of one that goes on after all, as after it was taken for lost, isn't all.
    const edit = (known: Run): Run =>
      known.phase === run.phase ? { ...known, results, fetchedAt: services.clock.now() } : known;
    await services.runs.edit(accountId, run.id, edit);
    if (remote && run.phase === 'ended') await tellMachine(remote, run.id, 'fetched', signal);
  }
  return result;
}

const withMore = (all: Fetched | undefined, more: Fetched): Fetched =>
  all
    ? {
        ...more,
        copied: all.copied + more.copied,
        unchanged: all.unchanged + more.unchanged,
        bytes: all.bytes + more.bytes,
        kept: [...all.kept, ...more.kept],
        damaged: [...all.damaged, ...more.damaged],
        leftOut: [...all.leftOut, ...more.leftOut],
        isWhole: all.isWhole && more.isWhole,
      }
    : more;

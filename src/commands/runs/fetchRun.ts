import * as path from 'node:path';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { showInfo, showWarning } from '../../ask/notify';
import { offerToStop, type OpenSource, openSource, type Started } from '../../connect/openSource';
import { counted, formatBytes, formatList, formatSentences } from '../../domain/format';
import { leftOutLines } from '../../domain/runs/copyWords';
import { isOver, lacksResults, type Run } from '../../domain/runs/run';
import { type Progress, withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { tellMachine } from '../../ssh/runs/runs';
import { type Fetched, fetchResults } from '../../stores/runs/fetchResults';
import type { Call } from '../call';
import { localPath, reportTo, givenTarget } from './copying';
import { targetRun } from './runTargets';

/** Fetches the results of a run, also while it runs. Nothing here that differs is replaced. */
export async function fetchRun(
  services: Services,
  call: Call,
): Promise<{ received: number; unchanged: number; verified: boolean } | undefined> {
  const title = vscode.l10n.t('Fetch Results');
  const target = await targetRun(services, call, title, (run) => run.fetch.length > 0);
  if (!target) return undefined;
  const { run, accountId } = target;
  const given = givenTarget(call);
  const results = given === undefined ? run.results : localPath(given);
  const { confirmed, interactive } = call;
  const nodes = (await services.runs.read(accountId)).filter(
    ({ serves, fetch }) => serves === run.id && fetch.length > 0,
  );
  const missing: Run[] = [];
  const started: Started[] = [];
  const fetched = await withCancellableProgress(
    vscode.l10n.t('Fetching results of {0}', run.name),
    async (progress) => {
      let all: Fetched | undefined;
      for (const one of [run, ...nodes]) {
        // The list was loaded for the first one.
        if (one !== run && !services.instances.get(one.instanceId)) {
          if (lacksResults(one)) missing.push(one);
          continue;
        }
        const to = one === run ? results : path.join(results, path.basename(one.results));
        const opened = await openSource(services, one.instanceId, { ...progress, confirmed, interactive });
        if (!opened) return all && { ...all, isWhole: false };
        if (opened.started) started.push(opened.started);
        all = withMore(all, await fetchFrom(services, accountId, { ...one, results: to }, opened, progress));
      }
      return all;
    },
  ).finally(() => {
    // Also after a failure: they are billed now.
    if (interactive) for (const one of started) offerToStop(services, one);
  });
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
  if (interactive && problems.length > 0) void showWarning(formatSentences(problems));
  else if (interactive)
    void showInfo(
      counted(
        fetched.copied,
        vscode.l10n.t('Fetched {0} file ({1}).|Fetched {0} files ({1}).'),
        formatBytes(fetched.bytes),
      ),
    );
  return { received: fetched.copied, unchanged: fetched.unchanged, verified };
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

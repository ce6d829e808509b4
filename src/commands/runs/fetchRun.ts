import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { showInfo, showWarning } from '../../ask/notify';
import { offerToStop, openSource } from '../../connect/openSource';
import { counted, formatBytes, formatList } from '../../domain/format';
import { isOver } from '../../domain/runs/run';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { tellMachine } from '../../ssh/runs/runs';
import { type Fetched, fetchResults } from '../../stores/runs/fetchResults';
import type { Call } from '../call';
import { localPath, reportTo, textArgument } from './copying';
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
  const given = textArgument(call, 'to');
  const results = given === undefined ? run.results : localPath(given);
  const { confirmed, interactive } = call;
  let onStarted = (): void => undefined;
  const fetched = await withCancellableProgress(
    vscode.l10n.t('Fetching results of {0}', run.name),
    async (progress) => {
      const opened = await openSource(services, run.instanceId, { ...progress, confirmed, interactive });
      if (!opened) return undefined;
      if (opened.wasStarted) onStarted = () => offerToStop(services, run.instanceId);
      const report = reportTo(progress.report, services.clock);
      const fetching = { signal: progress.signal, report };
      let result: Fetched | undefined;
      await services.leases.forResults(accountId, run.id).tryRun(async () => {
        result = await fetchResults(opened.source, { ...run, results }, fetching);
      });
      if (!result)
        throw new LocalError(
          'may_pass',
          vscode.l10n.t('The results are already being fetched. Wait for it.'),
        );
      if (result.isWhole && isOver(run)) {
        await services.runs.edit(accountId, run.id, (known) => ({
          ...known,
          results,
          fetchedAt: services.clock.now(),
        }));
        if (opened.remote) await tellMachine(opened.remote, run.id, 'fetched', progress.signal);
      }
      return result;
    },
  );
  if (interactive) onStarted();
  if (!fetched) return undefined;
  void services.runKeeper.look();
  const left = [...fetched.kept, ...fetched.damaged];
  if (interactive && left.length > 0)
    void showWarning(
      counted(
        left.length,
        vscode.l10n.t('{0} file wasn’t fetched: {1}.|{0} files weren’t fetched: {1}.'),
        formatList(left.slice(0, 3)),
      ),
    );
  else if (interactive)
    void showInfo(
      counted(
        fetched.copied,
        vscode.l10n.t('Fetched {0} file ({1}).|Fetched {0} files ({1}).'),
        formatBytes(fetched.bytes),
      ),
    );
  return { received: fetched.copied, unchanged: fetched.unchanged, verified: fetched.isWhole };
}

import * as vscode from 'vscode';
import { confirmFor } from '../../ask/confirmFor';
import { showInfo } from '../../ask/notify';
import { prepareSsh } from '../../connect/prepare';
import { isOver, lacksResults } from '../../domain/runs/run';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { stopRunOn } from '../../ssh/runs/runs';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { targetRun } from './runTargets';

/** Ends a run with everything that it started, and waits until its machine says so. */
export async function stopRun(services: Services, call: Call): Promise<{ runId: string } | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Stop Run');
  const target = await targetRun(services, call, title, (run) => !isOver(run));
  if (!target) return undefined;
  const { run } = target;
  const { confirmed, interactive } = call;
  const question = {
    message: vscode.l10n.t('Stop {0} on {1}?', run.name, run.instanceName),
    detail: vscode.l10n.t('Everything that it started ends. What it has written so far is fetched.'),
    yes: vscode.l10n.t('Stop'),
  };
  if (!(await confirmFor(services, who, { ...question, confirmed }))) return undefined;
  const ended = await withCancellableProgress(vscode.l10n.t('Stopping {0}', run.name), async (progress) => {
    const prepared = await prepareSsh(services, run.instanceId, { ...progress, confirmed, interactive });
    if (!prepared) return undefined;
    const wait = (milliseconds: number): Promise<void> =>
      new Promise((resolve) => void services.clock.after(milliseconds, resolve));
    const remote = { ...services.sshSetup(), alias: prepared.alias };
    return stopRunOn(remote, run.id, { signal: progress.signal, wait });
  });
  if (!ended) return undefined;
  await services.runKeeper.look();
  if (interactive) void showInfo(vscode.l10n.t('{0} was stopped.', run.name));
  return { runId: run.id };
}

/** Takes a finished run off the list. Its results stay. */
export async function forgetRun(services: Services, call: Call): Promise<{ runId: string } | undefined> {
  const who = accountInUse(services.accounts);
  const target = await targetRun(services, call, vscode.l10n.t('Remove Run from List'), isOver);
  if (!target) return undefined;
  const { run, accountId } = target;
  const question = {
    message: vscode.l10n.t('Remove {0} from the list?', run.name),
    detail: lacksResults(run)
      ? vscode.l10n.t(
          'Its results weren’t fetched. They stay on {0} until it is destroyed.',
          run.instanceName,
        )
      : vscode.l10n.t('Its results stay where they are.'),
    yes: vscode.l10n.t('Remove'),
  };
  if (!(await confirmFor(services, who, { ...question, confirmed: call.confirmed }))) return undefined;
  await services.runs.remove(accountId, run.id);
  return { runId: run.id };
}

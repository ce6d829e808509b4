import * as vscode from 'vscode';
import { PersonCall } from '../../ask/caller';
import { chooseFor, confirmFor } from '../../ask/confirmFor';
import { showInfo } from '../../ask/notify';
import { callCommand } from '../../commandNames';
import { prepareSsh } from '../../connect/prepareSsh';
import { isOver, lacksResults, type Run } from '../../domain/runs/run';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { stopRunOn } from '../../ssh/runs/runs';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { type RunTarget, targetRun } from './runTargets';
import { pauseFor } from '../../clock';
import { formatLines } from '../../domain/format';

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
  const all = await withServing(services, target);
  const ended = await withCancellableProgress(vscode.l10n.t('Stopping {0}', run.name), async (progress) => {
    const wait = (milliseconds: number) => pauseFor(services.clock, milliseconds);
    const stop = async ({ id, instanceId }: Run) => {
      const prepared = await prepareSsh(services, instanceId, { ...progress, confirmed, interactive });
      return prepared && stopRunOn(prepared.remote, id, { signal: progress.signal, wait });
    };
    // One that can't be stopped leaves no other one running.
    const results = await Promise.allSettled(all.map(stop));
    const failure = results.find(({ status }) => status === 'rejected');
    if (failure) throw (failure as PromiseRejectedResult).reason;
    const isDone = results.every((result) => result.status === 'fulfilled' && result.value !== undefined);
    if (isDone) await services.runKeeper.look();
    return isDone;
  });
  if (!ended) return undefined;
  if (interactive) void showInfo(vscode.l10n.t('{0} was stopped.', run.name));
  return { runId: run.id };
}

/** Takes a finished run off the list. Its results stay. */
export async function forgetRun(services: Services, call: Call): Promise<{ runId: string } | undefined> {
  const who = accountInUse(services.accounts);
  const target = await targetRun(services, call, vscode.l10n.t('Remove Run from List'), isOver);
  if (!target) return undefined;
  const { run, accountId } = target;
  const { network } = run;
  const results = lacksResults(run)
    ? vscode.l10n.t('Its results weren’t fetched. They stay on {0} until it is destroyed.', run.instanceName)
    : vscode.l10n.t('Its results stay where they are.');
  const left =
    network === undefined
      ? ''
      : vscode.l10n.t('The network {0}, which was created for it, is kept with its instances.', network);
  const question = {
    message: vscode.l10n.t('Remove {0} from the list?', run.name),
    detail: formatLines(results, left),
  };
  const yes = vscode.l10n.t('Remove');
  if (network === undefined || call.confirmed) {
    const { confirmed } = call;
    if (!(await confirmFor(services, who, { ...question, yes, confirmed }))) return undefined;
  } else {
    const options = [vscode.l10n.t('Delete Network…'), yes];
    const answer = await chooseFor(services, who, { ...question, options });
    // Its own question names what it destroys.
    if (answer === options[0] && !(await callCommand('deleteNetwork', new PersonCall({ runId: run.id }))))
      return undefined;
    if (answer === undefined) return undefined;
  }
  for (const { id } of await withServing(services, target)) await services.runs.remove(accountId, id);
  return { runId: run.id };
}

/** A run, and those of the other machines of a sweep that aren't over or, once it is over itself, all of them. */
async function withServing(services: Services, { accountId, run }: RunTarget): Promise<readonly Run[]> {
  const serving = (await services.runs.read(accountId)).filter(({ serves }) => serves === run.id);
  return [run, ...serving.filter((one) => isOver(run) === isOver(one))];
}

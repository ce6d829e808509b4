import * as vscode from 'vscode';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { Run, RunState } from '../../domain/runs/run';
import { dollarsOf } from '../../domain/runs/runCost';
import { pipedSsh } from '../../ssh/run/pipedSsh';
import { remoteCommandArguments } from '../../ssh/run/remoteCommand';
import { aliasOf } from '../../ssh/alias';
import { followScript } from '../../ssh/runs/runs';
import { ignore } from '../../log/log';
import type { Services } from '../../prompts/services';
import { seenWith } from '../../views/runs/seenRun';
import { LogTerminal } from '../../views/runs/logTerminal';
import type { Call } from '../call';
import { targetRun } from './runTargets';

/** Shows a person the log of a run in a terminal, and tells a program the state of the run. */
export async function followRun(services: Services, call: Call): Promise<RunState | undefined> {
  const target = await targetRun(services, call, vscode.l10n.t('Follow Run'));
  if (!target) return undefined;
  if (!call.interactive) await services.runKeeper.look();
  const run = services.runs.get(target.accountId, target.run.id) ?? target.run;
  const log = `~/.gpu-rental/runs/${run.id}/log`;
  if (call.interactive) {
    await services.runKeeper.draw();
    openLog(services, run);
  }
  const { phase, code, startedAt, endedAt, fetchedAt } = run;
  const seen = seenWith(services, run);
  const dollars = dollarsOf(seen, services.clock.now());
  return { phase, halted: seen.halted, exitCode: code, startedAt, endedAt, fetchedAt, dollars, log };
}

/** Closing the terminal ends only the look. */
function openLog(services: Services, run: Run): void {
  const setup = services.sshSetup();
  const alias = aliasOf(run.instanceId);
  // Only a look that was cut off fails, whatever the run exits with.
  const command = `(${followScript(run.id)}\n)\nexit 0`;
  const args = remoteCommandArguments({ alias, ...setup }, { command }, { forced: true });
  const pty = new LogTerminal({
    runId: run.id,
    instanceName: run.instanceName,
    start: (write) => pipedSsh(setup.program, args, write),
    whyLost: () => whyLost(services, run),
  });
  const name = vscode.l10n.t('Log of {0}', run.name);
  vscode.window.createTerminal({ name, pty, iconPath: new vscode.ThemeIcon('output') }).show(true);
}

/** The machine may have ended itself, which no list has said yet. One that nobody hears of may run and be billed. */
async function whyLost({ instances, log }: Services, { instanceId, instanceName }: Run): Promise<string> {
  const listing = instances.refresh().then(() => true);
  const isListed = await listing.catch(ignore(log, 'the connection was lost all the same'));
  const instance = instances.get(instanceId);
  return isListed && (!instance || lifecycleOf(instance).billing === 'disk')
    ? vscode.l10n.t('{0} is no longer running.', instanceName)
    : vscode.l10n.t('The connection to {0} was lost.', instanceName);
}

import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { dollarsOf, type Run, type RunState } from '../../domain/runs/run';
import { remoteCommandArguments } from '../../ssh/run/remoteCommand';
import { aliasOf } from '../../ssh/alias';
import { followScript } from '../../ssh/runs/runs';
import { quoted } from '../../ssh/transfer/remoteShell';
import type { Services } from '../../prompts/services';
import { runOfTerminal } from '../../views/runs/logLinks';
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
  const dollars = dollarsOf(run, services.clock.now());
  return { phase, exitCode: code, startedAt, endedAt, fetchedAt, dollars, log };
}

/** Closing the terminal ends only the look. Once the run is over, the log stays until a key is pressed. */
function openLog(services: Pick<Services, 'sshSetup'>, run: Run): void {
  const setup = services.sshSetup();
  const over = quoted(vscode.l10n.t('The run is over. Press Enter to close this log.'));
  const command = `(${followScript(run.id)}\n)\nprintf '\\n%s\\n' ${over}\nread -r _`;
  const name = vscode.l10n.t('Log of {0}', run.name);
  vscode.window
    .createTerminal({
      name,
      shellPath: setup.program,
      shellArgs: remoteCommandArguments({ alias: aliasOf(run.instanceId), ...setup }, { command }),
      // The scheme decides where the terminal runs: even in a remote window, it must be this computer.
      cwd: vscode.Uri.file(homedir()),
      env: { [runOfTerminal]: run.id },
      iconPath: new vscode.ThemeIcon('output'),
    })
    .show(true);
}

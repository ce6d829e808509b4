import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { CancelledError } from '../../api/cancelled';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { showInfo } from '../../ask/notify';
import { CallFor, PersonCall } from '../../ask/caller';
import { callCommand, commandId } from '../../commandNames';
import { debugPort as remotePort, waitsForDebugger } from '../../domain/tasks/debugging';
import { isOver, type Run } from '../../domain/runs/run';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { pauseFor } from '../../clock';

const pythonDebugger = 'ms-python.debugpy';

/**
 * Attaches the Python debugger to the run of this folder that waits for one, or to one that is started for it. VS Code
 * calls the command in `port` before it attaches. `.` is the folder that the run was started in.
 *
 * @see https://code.visualstudio.com/docs/python/debugging#_set-configuration-options
 */
const configuration = () => ({
  name: vscode.l10n.t('Debug on GPU'),
  type: 'debugpy',
  request: 'attach',
  connect: { host: '127.0.0.1', port: `\${command:${commandId('debugPort')}}` },
  pathMappings: [{ localRoot: '${workspaceFolder}', remoteRoot: '.' }],
});

/** Adds a launch configuration for the Python debugger to launch.json, once, and shows it. */
export async function addDebugConfiguration(
  services: Services,
  call: Call,
): Promise<{ added: boolean; name: string } | undefined> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  if (!folder) throw new LocalError('nothing_suits', vscode.l10n.t('Open a folder first.'));
  const file = vscode.Uri.joinPath(folder.uri, '.vscode/launch.json');
  const launch = vscode.workspace.getConfiguration('launch', folder.uri);
  const before = launch.inspect<unknown[]>('configurations')?.workspaceFolderValue ?? [];
  const isThere = JSON.stringify(before).includes(commandId('debugPort'));
  const { name } = configuration();
  if (!isThere) {
    const agreed = await confirmFor(services, accountInUse(services.accounts), {
      confirmed: call.interactive || call.confirmed,
      message: vscode.l10n.t('Add a launch configuration to {0}?', file.fsPath),
      yes: vscode.l10n.t('Add'),
    });
    if (!agreed) return undefined;
    const target = vscode.ConfigurationTarget.WorkspaceFolder;
    await launch.update('configurations', [...before, configuration()], target);
  }
  if (call.interactive) {
    await vscode.window.showTextDocument(file);
    void offerDebugger();
  }
  return { added: !isThere, name };
}

async function offerDebugger(): Promise<void> {
  if (vscode.extensions.getExtension(pythonDebugger)) return;
  const show = vscode.l10n.t('Show Extension');
  const said = vscode.l10n.t('Debugging Python needs the extension Python Debugger.');
  if ((await showInfo(said, show)) === show)
    await vscode.commands.executeCommand('workbench.extensions.search', `@id:${pythonDebugger}`);
}

/** What VS Code gives to a command in launch.json. */
const configured = z.object({ pathMappings: z.array(z.object({ localRoot: z.string() })) });

/**
 * The port here that leads to the debugger of a run, as text, which launch.json needs. Undefined if the person said no,
 * so that VS Code debugs nothing.
 */
export async function debugPort(services: Services, call: Call): Promise<string | undefined> {
  const { id: accountId } = accountInUse(services.accounts).account;
  const folder = configured.safeParse(call.arguments).data?.pathMappings[0]?.localRoot;
  const waiting = (await services.runs.read(accountId)).find(
    (run) => goesOn(run) && (folder === undefined || run.folder === folder) && isDebugged(run),
  );
  const runId = waiting?.id ?? (await startOne(call));
  if (runId === undefined) return undefined;
  const title = vscode.l10n.t('Waiting for the debugger');
  const run = await withCancellableProgress(title, async ({ signal, report }) => {
    for (;;) {
      if (signal.aborted) throw new CancelledError();
      await services.runKeeper.look();
      const now = services.runs.get(accountId, runId);
      if (!now || !goesOn(now))
        throw new LocalError('not_possible', vscode.l10n.t('The run ended before its debugger listened.'));
      if (now.ports?.includes(remotePort)) return now;
      report(now.lastLine ?? '');
      await pauseFor(services.clock, 2000);
    }
  });
  if (!run) return undefined;
  const { instanceId } = run;
  const forwarding = new CallFor(call.askedBy, { instanceId, remotePort });
  const forwarded = await callCommand<{ localPort: number } | undefined>('forwardPort', forwarding);
  return forwarded?.localPort.toString();
}

/** What stood on a machine that was stopped listens no more. */
const goesOn = (run: Run): boolean => !isOver(run) && run.stoppedAt === undefined;

const isDebugged = (run: Run): boolean => waitsForDebugger(run) || run.ports?.includes(remotePort) === true;

async function startOne(call: Call): Promise<string | undefined> {
  const started = new PersonCall({ debug: true });
  const run = await callCommand<{ runId: string } | undefined>(
    'runOnGpu',
    new CallFor(call.askedBy, started),
  );
  return run?.runId;
}

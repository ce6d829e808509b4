import * as vscode from 'vscode';
import type { Services } from '../../prompts/services';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { namedInstance } from '../../domain/instances/namedInstance';
import { aliasOf } from '../../ssh/alias';
import { remoteCommandArguments } from '../../ssh/run/remoteCommand';
import { ignore } from '../../log/log';
import { readTask } from './taskDefinition';
import { isForeign, TaskTerminal } from './taskTerminal';

/**
 * Says how a task of `tasks.json` is run. VS Code also calls this for tasks that nobody runs, so it asks nothing and
 * sends nothing: what takes either is left to the terminal of the task.
 */
export async function resolveTask(services: Services, task: vscode.Task): Promise<vscode.Task> {
  return new vscode.Task(
    task.definition,
    task.scope ?? vscode.TaskScope.Workspace,
    task.name,
    task.source,
    (await asProcess(services, task.definition)) ??
      new vscode.CustomExecution((definition) =>
        Promise.resolve(new TaskTerminal(services, definition, task.scope ?? vscode.TaskScope.Workspace)),
      ),
    task.problemMatchers,
  );
}

/**
 * ssh itself, where it would reach the instance right now. Undefined if something has to be asked or waited for, and
 * in a window on another machine, where VS Code would start ssh there.
 */
async function asProcess(
  services: Services,
  definition: vscode.TaskDefinition,
): Promise<vscode.ProcessExecution | undefined> {
  if (vscode.env.remoteName !== undefined && runsHere(services)) return undefined;
  const why = 'the terminal of the task tells the person';
  return known(services, definition).catch(ignore(services.log, why));
}

const runsHere = ({ extension }: Pick<Services, 'extension'>): boolean =>
  extension.extensionKind === vscode.ExtensionKind.UI;

async function known(
  services: Pick<Services, 'instances' | 'ready' | 'sshSetup'>,
  definition: vscode.TaskDefinition,
): Promise<vscode.ProcessExecution | undefined> {
  const task = readTask(definition);
  // VS Code puts in the values of variables later. A quote in one would end those around the folder.
  if (task.kind !== 'command' || task.cwd?.includes('${')) return undefined;
  await services.ready;
  await services.instances.seeded;
  const { instances } = services.instances.state;
  const id = namedInstance(instances.values(), task.instance);
  const instance = instances.get(id);
  if (!instance || isForeign(id) || lifecycleOf(instance).phase !== 'running') return undefined;
  const setup = services.sshSetup();
  const entries = (await setup.config.includeState()) === 'present' ? await setup.config.readEntries() : [];
  if (!entries.some(({ instanceId }) => instanceId === id)) return undefined;
  // A list of arguments: no shell of this computer parses it.
  const args = remoteCommandArguments({ alias: aliasOf(id), ...setup }, task);
  return new vscode.ProcessExecution(setup.program, args);
}

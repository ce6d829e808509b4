import { deepEqual, equal, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connected } from '../../../src/connect/connectInstance';
import { agreed, destroyAll, environment, overSsh, rentRunning, signIn, until } from '../support/inHost';

describe('terminals and tasks of the editor on an instance', () => {
  let instanceId = 0;
  let tasksFile: vscode.Uri;

  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'train' });
    await agreed<Connected>('connect', { instanceId });
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    ok(folder);
    tasksFile = vscode.Uri.joinPath(folder.uri, '.vscode/tasks.json');
  });
  after(async () => {
    await vscode.workspace.fs.delete(tasksFile);
    await destroyAll();
  });

  it('runs a task there: its output is read for problems, and its exit code comes back', async () => {
    await overSsh(`gpu-${instanceId}`, 'mkdir -p "it\'s here"');
    await writeTasks({
      label: 'train it',
      type: 'gpuRental',
      instance: 'train',
      cwd: "it's here",
      command: 'echo "src/${HOSTNAME:+a}.c:3:7: error: $(basename "$PWD")"; exit 3',
      problemMatcher: {
        owner: 'gpu',
        fileLocation: ['relative', '${workspaceFolder}'],
        pattern: {
          regexp: '^(.*):(\\d+):(\\d+): (error): (.*)$',
          file: 1,
          line: 2,
          column: 3,
          severity: 4,
          message: 5,
        },
      },
    });
    const task = await taskNamed('train it');
    const execution = task.execution;
    ok(execution instanceof vscode.ProcessExecution);
    equal(execution.process, environment.sshProgram);

    equal(await exitCode(task), 3);

    const found = (): vscode.Diagnostic[] =>
      vscode.languages
        .getDiagnostics()
        .flatMap(([uri, all]) => (uri.path.endsWith('/project/src/a.c') ? all : []));
    await until(() => found().length > 0, 'a problem is found');
    deepEqual(
      found().map(({ message, range }) => [message, range.start.line, range.start.character]),
      [["it's here", 2, 6]],
    );
  });

  it('opens a shell from the list of terminal profiles, on the instance that is picked', async () => {
    const profile = { extensionIdentifier: 'gpu-rental.gpu-rental', id: 'gpuRental.shell', title: 'Shell' };
    const opened = vscode.commands.executeCommand('workbench.action.terminal.newWithProfile', {
      config: profile,
    });
    const shell = (): vscode.Terminal | undefined =>
      vscode.window.terminals.find(({ name }) => name === `gpu-${instanceId}`);
    await until(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return shell() !== undefined;
    }, 'a terminal is open');
    await opened;
    const options: vscode.TerminalOptions | undefined = shell()?.creationOptions;
    equal(options?.shellPath, environment.sshProgram);
    deepEqual(options?.shellArgs, ['-F', environment.sshConfigFile, `gpu-${instanceId}`]);
    shell()?.dispose();
  });

  it('offers no task by itself', async () => {
    await writeTasks();
    await until(
      async () => (await vscode.tasks.fetchTasks({ type: 'gpuRental' })).length === 0,
      'there is no task',
    );
  });

  async function writeTasks(...tasks: object[]): Promise<void> {
    const text = JSON.stringify({ version: '2.0.0', tasks });
    await vscode.workspace.fs.writeFile(tasksFile, Buffer.from(text));
  }

  /** VS Code reads the file some time after it was written. */
  async function taskNamed(name: string): Promise<vscode.Task> {
    let found: vscode.Task | undefined;
    await until(async () => {
      const all = await vscode.tasks.fetchTasks({ type: 'gpuRental' });
      found = all.find((one) => one.name === name);
      return found !== undefined;
    }, 'the task is known');
    ok(found);
    return found;
  }

  function exitCode(task: vscode.Task): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const ended = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode: code }) => {
        if (execution.task.name !== task.name) return;
        ended.dispose();
        resolve(code);
      });
      vscode.tasks.executeTask(task).then(undefined, reject);
    });
  }
});

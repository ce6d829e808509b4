import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connected } from '../../../src/connect/connectInstance';
import { Person } from '../support/accountsPerson';
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

  it('runs a task file without this computer, shows its log, and comes back with its exit code', async () => {
    const [project] = vscode.workspace.workspaceFolders!;
    const file = vscode.Uri.joinPath(project!.uri, 'job.yaml');
    await vscode.workspace.fs.writeFile(file, Buffer.from('run: "echo \\"in $(basename $PWD)\\"; exit 5"\n'));
    const terms = vscode.Uri.joinPath(project!.uri, '.vscode/gpu-rental.json');
    const runs = [{ task: 'job.yaml', then: 'keep', fetch: [] }];
    await vscode.workspace.fs.writeFile(terms, Buffer.from(JSON.stringify({ runs })));
    await writeTasks({ label: 'run it', type: 'gpuRental', instance: 'train', run: 'job.yaml' });
    const person = new Person();
    try {
      person.willPress('Run ', /^Run for at Most/);
      equal(await exitCode(await taskNamed('run it')), 5);
      const asked = person.told('Run ');
      match(asked?.detail ?? '', /^A task asks for this\./);
    } finally {
      await person.leave();
      for (const one of [file, terms]) await vscode.workspace.fs.delete(one);
    }
    match(await overSsh(`gpu-${instanceId}`, 'cat .gpu-rental/runs/*/log'), /in project/);
  });

  it('copies files there', async () => {
    const [project] = vscode.workspace.workspaceFolders!;
    const file = vscode.Uri.joinPath(project!.uri, 'numbers.csv');
    await vscode.workspace.fs.writeFile(file, Buffer.from('1,2\n'));
    await writeTasks({
      label: 'copy it',
      type: 'gpuRental',
      instance: 'train',
      copy: 'numbers.csv',
      to: '~/data',
    });
    const person = new Person();
    try {
      person.willPress('Copy ', /^Copy/);
      equal(await exitCode(await taskNamed('copy it')), 0);
    } finally {
      await person.leave();
      await vscode.workspace.fs.delete(file);
    }
    equal(await overSsh(`gpu-${instanceId}`, 'cat data/numbers.csv'), '1,2');
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

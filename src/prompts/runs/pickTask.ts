import { readdir, readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Task } from '../../domain/tasks/task';
import { readTask } from '../../domain/tasks/readTask';
import type { ProjectRun } from '../../domain/tasks/projectRun';
import { projectRun } from '../../stores/launch/projectLaunches';
import { askText, pickOne } from '../steps';

export interface PickedTask {
  /** Absolute. */
  folder: string;
  task: Task;
  /** The file of the task, absolute; undefined where it has none. */
  file?: string | undefined;
  /** What the project says of this task file. */
  terms?: ProjectRun | undefined;
}

const isTaskFile = (file: string): boolean => /\.ya?ml$/i.test(file);

/** A task of a program's call: the path of a task file, or what such a file says. @throws LocalError */
export async function taskFrom(
  given: string | Readonly<Record<string, unknown>>,
  folder: string,
): Promise<PickedTask> {
  if (typeof given === 'string') return fromFile(path.resolve(folder, given), folder);
  // JSON is YAML.
  return { folder, task: taken(readTask(JSON.stringify(given)), '') };
}

async function fromFile(file: string, folder: string): Promise<PickedTask> {
  const task = taken(readTask(await readFile(file, 'utf8')), path.basename(file));
  const from = path.resolve(path.dirname(file), task.workdir ?? '.');
  const terms = await projectRun(file);
  return { folder: task.workdir === undefined ? folder : from, task, file, terms };
}

function taken(read: ReturnType<typeof readTask>, name: string): Task {
  if ('task' in read) return read.task;
  const lines = read.mistakes.map(({ line, message }) =>
    vscode.l10n.t('{0}, line {1}: {2}', name, line, message),
  );
  throw new LocalError('invalid_input', lines.join(' '));
}

/**
 * Asks what to run: a task file of the folder, the file in the editor, or a command. A folder or file that is given, as
 * from the Explorer, narrows this down. Undefined if the person closed a question.
 *
 * @param title says what it is for
 */
export async function pickTask(given: string | undefined, title: string): Promise<PickedTask | undefined> {
  const file = given ?? openFile();
  const isFolder = given !== undefined && (await stat(given)).isDirectory();
  const folder = isFolder ? given : folderOf(file);
  if (folder === undefined) throw new LocalError('nothing_suits', vscode.l10n.t('Open a folder first.'));
  if (given !== undefined && !isFolder && isTaskFile(given)) return fromFile(given, folder);
  const proposed = file === undefined || isFolder ? undefined : await proposalFor(file, folder);
  if (given !== undefined && proposed) return { folder, task: proposed };
  const names = (await readdir(folder)).filter(isTaskFile);
  const read = await Promise.all(
    names.map(async (name) => ({ name, read: readTask(await readFile(path.join(folder, name), 'utf8')) })),
  );
  const rows = [
    ...(proposed
      ? [
          {
            label: `$(file-code) ${proposed.name ?? ''}`,
            description: proposed.run,
            task: proposed,
            file: '',
          },
        ]
      : []),
    ...read.flatMap(({ name, read: one }) =>
      'task' in one
        ? [{ label: `$(checklist) ${one.task.name ?? name}`, description: name, task: undefined, file: name }]
        : [],
    ),
    { label: `$(terminal) ${vscode.l10n.t('Command…')}`, description: '', task: undefined, file: '' },
  ];
  const item = await pickOne(rows, { title, placeholder: vscode.l10n.t('What do you want to run?') });
  if (!item) return undefined;
  if (item.task) return { folder, task: item.task };
  if (item.file !== '') return fromFile(path.join(folder, item.file), folder);
  const typed = await askText({
    title,
    prompt: vscode.l10n.t('Command, in the folder {0}', path.basename(folder)),
    placeholder: 'python train.py',
  });
  return typed?.trim() ? { folder, task: plainTask(typed) } : undefined;
}

const plainTask = (run: string, setup = '', name?: string): Task => ({
  ...(name === undefined ? {} : { name }),
  setup,
  run,
  variables: {},
  secrets: [],
  mounts: [],
  resources: {},
});

const openFile = (): string | undefined => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
};

/** The workspace folder of a file, else the first one. */
function folderOf(file: string | undefined): string | undefined {
  const of = file === undefined ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file));
  const first = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  return (of ?? first)?.uri.fsPath ?? (file === undefined ? undefined : path.dirname(file));
}

/** How a script is run: by uv where the folder or the script names its requirements for it, else by its interpreter. */
async function proposalFor(file: string, folder: string): Promise<Task | undefined> {
  const at = path.relative(folder, file).split(path.sep).join('/');
  const word = /^[\w./-]+$/.test(at) ? at : `'${at.replaceAll("'", "'\\''")}'`;
  const name = path.basename(file);
  if (/\.sh$/i.test(file)) return plainTask(`bash ${word}`, '', name);
  if (!/\.py$/i.test(file)) return undefined;
  const isInline = /^# \/\/\/ script$/m.test(await readFile(file, 'utf8'));
  const there = new Set(await readdir(folder));
  if (isInline || there.has('uv.lock'))
    return plainTask(`uv run ${word}`, 'command -v uv >/dev/null || pip install uv', name);
  const setup = there.has('requirements.txt') ? 'pip install -r requirements.txt' : '';
  return plainTask(`python ${word}`, setup, name);
}

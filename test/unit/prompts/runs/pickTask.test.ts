import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PickedTask, pickTask, taskFrom } from '../../../../src/prompts/runs/pickTask';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let folder: string;
const uriOf = (fsPath: string) => ({ scheme: 'file', fsPath });
const window = fakeVscode.window as { activeTextEditor?: unknown };
const workspace = fakeVscode.workspace as { workspaceFolders?: unknown; getWorkspaceFolder?: unknown };

beforeEach(async () => {
  clearScreen();
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  Object.assign(fakeVscode.Uri, { file: uriOf });
  workspace.workspaceFolders = [{ uri: uriOf(folder), name: 'project' }];
  workspace.getWorkspaceFolder = () => ({ uri: uriOf(folder), name: 'project' });
});
afterEach(async () => {
  Object.assign(window, { activeTextEditor: undefined });
  Object.assign(workspace, { workspaceFolders: undefined, getWorkspaceFolder: undefined });
  await rm(folder, { recursive: true });
});

async function write(name: string, text = ''): Promise<string> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const open = (file: string): void => {
  window.activeTextEditor = { document: { uri: uriOf(file) } };
};

const title = 'Run Sweep on GPUs';

/** The rows that are offered, and what follows if the one with these words is chosen; `undefined` closes the list. */
async function choose(words: string | undefined, given?: string) {
  screen.picks.length = 0;
  const picking = pickTask(given, title);
  await expect.poll(() => screen.picks.length).toBe(1);
  const list = screen.picks.at(-1)!;
  expect(list.title).toBe(title);
  const rows = list.items.map(({ label }) => label);
  const row = list.items.find(({ label }) => words !== undefined && label.includes(words));
  if (row) list.choose(row);
  else list.hide();
  return { rows, picked: await picking };
}

const commandOf = ({ task: { setup, run } }: PickedTask): string[] => [setup, run].filter(Boolean);

describe('what to run', () => {
  it.each([
    ['train.py', '', {}, ['python train.py']],
    [
      'sub/train.py',
      '',
      { 'requirements.txt': '' },
      ['pip install -r requirements.txt', 'python sub/train.py'],
    ],
    ["it's.py", '', {}, [String.raw`python 'it'\''s.py'`]],
    ['train.py', '# /// script\n', {}, [expect.stringContaining('pip install uv'), 'uv run train.py']],
    ['train.py', '', { 'uv.lock': '' }, [expect.stringContaining('pip install uv'), 'uv run train.py']],
    ['train.sh', '', {}, ['bash train.sh']],
  ])('is the script %s as its folder says how, without a question', async (name, text, others, command) => {
    for (const [other, content] of Object.entries(others)) await write(other, content);
    const picked = await pickTask(await write(name, text), title);
    expect(picked && commandOf(picked)).toEqual(command);
    expect(picked?.folder).toBe(folder);
    expect(screen.picks).toEqual([]);
  });

  it('is one of the open script, the task files that can be read, and a command', async () => {
    open(await write('train.py'));
    await write('task.yaml', 'name: nightly\nrun: make train\n');
    await write('compose.yml', 'services: {}\n');
    const { rows, picked } = await choose('nightly');
    expect(rows).toEqual(['$(file-code) train.py', '$(checklist) nightly', '$(terminal) Command…']);
    expect(picked).toMatchObject({ folder, file: join(folder, 'task.yaml'), task: { run: 'make train' } });
    expect((await choose('train.py')).picked).toMatchObject({ folder, task: { run: 'python train.py' } });
    expect((await choose(undefined)).picked).toBeUndefined();
  });

  it('is a command that is typed, and nothing if none is', async () => {
    for (const [typed, run] of [
      ['make', 'make'],
      [' ', undefined],
      [undefined, undefined],
    ]) {
      screen.inputs.length = 0;
      const choosing = choose('Command');
      await expect.poll(() => screen.inputs.length).toBe(1);
      const input = screen.inputs[0]!;
      if (typed === undefined) input.hide();
      else {
        input.type(typed);
        input.accept();
      }
      expect((await choosing).picked?.task.run).toBe(run);
    }
  });

  it('is looked for in a folder that is given, whatever is open', async () => {
    open(await write('train.py'));
    await write('sub/task.yaml', 'run: make\n');
    const { rows, picked } = await choose('task.yaml', join(folder, 'sub'));
    expect(rows).toEqual(['$(checklist) task.yaml', '$(terminal) Command…']);
    expect(picked?.folder).toBe(join(folder, 'sub'));
  });

  it('is a task file that is given, with the folder that it names', async () => {
    const file = await write('tasks/task.yaml', 'workdir: ../code\nrun: make\n');
    await mkdir(join(folder, 'code'));
    expect(await pickTask(file, title)).toMatchObject({
      folder: join(folder, 'code'),
      file,
      task: { run: 'make' },
    });
    await write('tasks/bad.yaml', 'run: make\nservice: {}\n');
    await expect(pickTask(join(folder, 'tasks/bad.yaml'), title)).rejects.toThrow(
      /bad\.yaml, line 2: service/,
    );
  });

  it('needs a folder', async () => {
    workspace.workspaceFolders = undefined;
    await expect(pickTask(undefined, title)).rejects.toThrow('Open a folder first.');
  });

  it('of a program is a file, or what such a file says', async () => {
    await write('task.yaml', 'run: make\n');
    expect(await taskFrom('task.yaml', folder)).toMatchObject({ file: join(folder, 'task.yaml') });
    const given = await taskFrom({ run: 'make', envs: { A: 1 } }, folder);
    expect(given).toMatchObject({ folder, task: { run: 'make', variables: { A: '1' } } });
    expect(given.file).toBeUndefined();
    await expect(taskFrom({ run: 3 }, folder)).rejects.toThrow(/line 1/);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import { nearTree } from '../../../../src/ssh/transfer/nearTree';
import { temporaryFolder } from '../support/temporary';

const signal = new AbortController().signal;

async function project(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

const files = {
  '.gitignore': '*.log\n/build/\n',
  '.gpuignore': 'big/\n',
  'train.py': '',
  'a.log': '',
  'sub/b.log': '',
  'sub/.gitignore': '!b.log\n',
  'build/x': '',
  'big/data.bin': '',
  '.venv/pyvenv.cfg': '',
  '.venv/bin/python': '',
};

async function listed(folder: string, options: { all?: boolean } = {}) {
  const { entries, leftOut } = await nearTree({ contentsOf: folder }, { signal, ...options });
  const found = [...entries.values()].filter(({ kind }) => kind === 'file').map((entry) => entry.path);
  return { found: found.sort(), leftOut: Object.fromEntries(leftOut.map((one) => [one.path, one.why])) };
}

const copied = ['.gitignore', '.gpuignore', 'sub/.gitignore', 'sub/b.log', 'train.py'];
const left = { 'a.log': 'ignored', big: 'ignored', build: 'ignored', '.venv': 'environment' };

it('leaves out what .gitignore and .gpuignore name, without git', async () => {
  expect(await listed(await project(files))).toEqual({ found: copied, leftOut: left });
});

it('leaves out what git ignores, and git’s own files', async () => {
  const folder = await project(files);
  execFileSync('git', ['init', '-q', folder]);
  const { found, leftOut } = await listed(folder);
  expect(found).toEqual(copied);
  expect(leftOut).toMatchObject({ ...left, '.git': 'repository' });
});

it('copies a folder that git ignores, if it was chosen itself', async () => {
  const folder = await project({ ...files, 'build/out/y.log': '' });
  execFileSync('git', ['init', '-q', folder]);
  const { entries } = await nearTree({ files: [path.join(folder, 'build')] }, { signal });
  expect([...entries.keys()].sort()).toEqual(['build', 'build/out', 'build/out/y.log', 'build/x']);
});

it('copies everything if the person wants so', async () => {
  const { found, leftOut } = await listed(await project(files), { all: true });
  expect(found).toHaveLength(Object.keys(files).length);
  expect(leftOut).toEqual({});
});

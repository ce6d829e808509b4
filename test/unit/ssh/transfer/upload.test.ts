import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import { nearTree } from '../../../../src/ssh/transfer/nearTree';
import { planUpload, upload } from '../../../../src/ssh/transfer/upload';
import { temporaryFolder } from '../support/temporary';
import { sshdRemote } from './support/sshdRemote';

const signal = new AbortController().signal;

async function copy(remote: Awaited<ReturnType<typeof sshdRemote>>, files: string[], to: string) {
  const near = await nearTree({ files }, { signal });
  const plan = await planUpload(remote, near, to, { signal, who: 'test' });
  const progress: number[] = [];
  const result = await upload(remote, plan, { signal, report: ({ bytes }) => progress.push(bytes) });
  return { plan, result, progress };
}

it('copies names, links, modes, times and empty folders exactly, and then only what changed', async () => {
  const remote = await sshdRemote();
  const [here, there] = [await temporaryFolder(), await temporaryFolder()];
  const project = path.join(here, 'my project');
  await mkdir(path.join(project, 'empty'), { recursive: true });
  await mkdir(path.join(project, '-deep', 'er'), { recursive: true });
  const names = [
    'a b.txt',
    'line\nbreak',
    '-rf',
    '"quote\'',
    'café',
    'cafe\u0301',
    '$(x)',
    'back\\slash',
    '-deep/er/x',
  ];
  for (const name of names) await writeFile(path.join(project, name), `content of ${name}`);
  await writeFile(path.join(project, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  await utimes(path.join(project, 'run.sh'), 1_700_000_000, 1_700_000_000);
  await symlink('run.sh', path.join(project, 'link'));
  await symlink('/etc/passwd', path.join(project, 'outside'));
  const { plan, result } = await copy(remote, [project], there);
  expect(plan.leftOut).toEqual([{ path: 'my project/outside', why: 'linkOutside' }]);
  expect(result).toMatchObject({ copied: names.length + 2, kept: [], damaged: [] });
  const copied = path.join(there, 'my project');
  for (const name of names)
    expect(await readFile(path.join(copied, name), 'utf8')).toBe(`content of ${name}`);
  const script = await stat(path.join(copied, 'run.sh'));
  expect([script.mode & 0o777, script.mtimeMs]).toEqual([0o755, 1_700_000_000_000]);
  expect((await stat(path.join(copied, 'empty'))).isDirectory()).toBe(true);
  expect(await readdir(there)).toEqual(['my project']);

  await writeFile(path.join(project, 'a b.txt'), 'other content');
  await writeFile(path.join(project, '-deep', 'new'), 'new');
  const again = await copy(remote, [project], there);
  expect(again.plan.replaced.map((entry) => entry.path)).toEqual(['my project/a b.txt']);
  expect(again.result).toMatchObject({ copied: 2, unchanged: names.length + 1 });
  expect(await readFile(path.join(copied, 'a b.txt'), 'utf8')).toBe('other content');
  expect(await readFile(path.join(copied, '-deep/new'), 'utf8')).toBe('new');
});

it('finds what a copy left after a break, in whatever order the files were found', async () => {
  const remote = await sshdRemote();
  const [here, there] = [await temporaryFolder(), await temporaryFolder()];
  for (const name of ['a', 'b', 'c']) await writeFile(path.join(here, name), name);
  for (const sources of [{ contentsOf: here }, { files: ['a', 'b'].map((name) => path.join(here, name)) }]) {
    const near = await nearTree(sources, { signal });
    const other = { ...near, entries: new Map([...near.entries].reverse()) };
    const stageOf = async (tree: typeof near) =>
      (await planUpload(remote, tree, there, { signal, who: 'test' })).stage;
    expect(await stageOf(other)).toBe(await stageOf(near));
  }
});

it('copies a file under another name', async () => {
  const remote = await sshdRemote();
  const [here, there] = [await temporaryFolder(), await temporaryFolder()];
  const file = path.join(here, 'settings.json');
  await writeFile(file, '{}');
  const near = await nearTree({ file, as: "it's -new.json" }, { signal });
  const plan = await planUpload(remote, near, there, { signal, who: 'test' });
  expect(await upload(remote, plan, { signal, report: () => undefined })).toMatchObject({ copied: 1 });
  expect(await readdir(there)).toEqual(["it's -new.json"]);
  expect(await readFile(path.join(there, "it's -new.json"), 'utf8')).toBe('{}');
});

import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import { download, planDownload, type DownloadSources } from '../../../../src/ssh/transfer/download';
import { temporaryFolder } from '../support/temporary';
import { sshdRemote } from './support/sshdRemote';

const signal = new AbortController().signal;

async function fetch(remote: Awaited<ReturnType<typeof sshdRemote>>, from: DownloadSources, to: string) {
  const plan = await planDownload(remote, from, to, { signal });
  return { plan, result: await download(remote, plan, { signal, report: () => undefined }) };
}

it('copies names, links, modes, times and empty folders exactly, and then only what changed', async () => {
  const remote = await sshdRemote();
  const [there, here] = [await temporaryFolder(), await temporaryFolder()];
  await mkdir(path.join(there, 'out', 'empty'), { recursive: true });
  const names = ['a b.txt', 'line\nbreak', '-rf', '"quote\'', 'café', 'cafe\u0301', '$(x)', 'back\\slash'];
  for (const name of names) await writeFile(path.join(there, 'out', name), `content of ${name}`);
  await chmod(path.join(there, 'out', '-rf'), 0o750);
  await utimes(path.join(there, 'out', '-rf'), 1_700_000_000, 1_700_000_000);
  await symlink('-rf', path.join(there, 'out', 'link'));
  await symlink('/etc/passwd', path.join(there, 'out', 'outside'));
  const { plan, result } = await fetch(remote, { folder: there, names: ['out'] }, here);
  expect(plan.leftOut).toEqual([{ path: 'out/outside', why: 'linkOutside' }]);
  expect(result).toMatchObject({ copied: names.length + 1, kept: [], damaged: [] });
  const copied = path.join(here, 'out');
  for (const name of names)
    expect(await readFile(path.join(copied, name), 'utf8')).toBe(`content of ${name}`);
  const file = await stat(path.join(copied, '-rf'));
  expect([file.mode & 0o777, file.mtimeMs]).toEqual([0o750, 1_700_000_000_000]);
  expect(await readlink(path.join(copied, 'link'))).toBe('-rf');
  expect((await lstat(path.join(copied, 'empty'))).isDirectory()).toBe(true);
  expect(await readdir(here)).toEqual(['out']);

  await writeFile(path.join(there, 'out', 'a b.txt'), 'other content');
  const again = await fetch(remote, { folder: there, names: ['out'] }, here);
  expect(again.plan.replaced.map((entry) => entry.path)).toEqual(['out/a b.txt']);
  expect(again.result).toMatchObject({ copied: 1, unchanged: names.length });
});

it('replaces nothing that was edited after it was looked at', async () => {
  const remote = await sshdRemote();
  const [there, here, elsewhere] = [
    await temporaryFolder(),
    await temporaryFolder(),
    await temporaryFolder(),
  ];
  const names = ['same', 'longer', 'later', 'link', 'gone', 'linked'];
  await mkdir(path.join(here, 'out'));
  for (const name of names) {
    await mkdir(path.join(there, 'out'), { recursive: true });
    await writeFile(path.join(there, 'out', name), 'theirs');
    await writeFile(path.join(here, 'out', name), 'mine before');
  }
  await rm(path.join(here, 'out/linked'));
  await symlink('same', path.join(here, 'out/linked'));
  const plan = await planDownload(remote, { folder: there, names: ['out'] }, here, { signal });
  expect(plan.replaced.length).toBe(names.length);
  await writeFile(path.join(here, 'out/longer'), 'mine, edited');
  await utimes(path.join(here, 'out/later'), 1_700_000_000, 1_700_000_000);
  await rm(path.join(here, 'out/gone'));
  await rm(path.join(here, 'out/link'));
  await symlink(path.join(elsewhere, 'none'), path.join(here, 'out/link'));
  const result = await download(remote, plan, { signal, report: () => undefined });
  expect(result.copied).toBe(3);
  expect([...result.kept].sort()).toEqual(['out/later', 'out/link', 'out/longer']);
  expect(await readFile(path.join(here, 'out/longer'), 'utf8')).toBe('mine, edited');
  expect(await readFile(path.join(here, 'out/later'), 'utf8')).toBe('mine before');
  for (const name of ['same', 'gone', 'linked'])
    expect(await readFile(path.join(here, 'out', name), 'utf8')).toBe('theirs');
  expect(await readdir(here)).toEqual(['out']);
});

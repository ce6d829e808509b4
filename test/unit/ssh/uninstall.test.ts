import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { nodeFileSystem } from '../../../src/ssh/fileSystem';
import { IntegrationRecord } from '../../../src/ssh/integrationRecord';
import { SshConfig } from '../../../src/ssh/userConfig';
import { temporaryFolder } from './support/temporary';

const entry = { instanceId: 7, host: '203.0.113.5', port: 41_022, user: 'root' };

const configIn = (home: string, folder: string): SshConfig =>
  new SshConfig({
    fs: nodeFileSystem,
    configFile: path.join(home, folder, 'config'),
    defaultConfigFile: '',
    home,
    passwordHome: '/nowhere',
  });

/** Runs the hook as VS Code does: plain Node, no settings, only a home directory. */
async function runHook(home: string): Promise<string> {
  const outfile = path.join(await temporaryFolder(), 'uninstall.cjs');
  const entryPoints = [path.join(import.meta.dirname, '../../../src/uninstall.ts')];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  const env = { ...process.env, HOME: home, USERPROFILE: home };
  return (await promisify(execFile)(process.execPath, [outfile], { env })).stderr;
}

it('the uninstall hook cleans every file that we edited, wherever it lies, and forgets them', async () => {
  const home = await temporaryFolder();
  for (const folder of ['.ssh', 'else where']) {
    await mkdir(path.join(home, folder));
    await writeFile(path.join(home, folder, 'config'), 'Host mine\r\n');
    await configIn(home, folder).ensureInclude();
    await configIn(home, folder).writeEntries([entry]);
  }
  await configIn(home, 'created').ensureInclude();

  expect(await runHook(home)).toBe('');
  for (const folder of ['.ssh', 'else where']) {
    expect(await readFile(path.join(home, folder, 'config'), 'utf8')).toBe('Host mine\r\n');
    expect((await readdir(path.join(home, folder))).sort()).toEqual(['config', 'config.before-gpu-rental']);
  }
  expect(await readdir(path.join(home, 'created'))).toEqual([]);
  expect((await readdir(home)).sort()).toEqual(['.ssh', 'created', 'else where']);
});

it('the uninstall hook takes our folder away also where nobody agreed to the Include', async () => {
  const home = await temporaryFolder();
  await mkdir(path.join(home, 'mine'));
  await configIn(home, 'mine').writeEntries([entry]);
  expect(await runHook(home)).toBe('');
  expect(await readdir(path.join(home, 'mine'))).toEqual([]);
  expect(await readdir(home)).toEqual(['mine']);
});

it('the uninstall hook names a file that it cannot clean and still does the others', async () => {
  const home = await temporaryFolder();
  for (const folder of ['.ssh', 'other']) await configIn(home, folder).ensureInclude();
  const damaged = '# --- gpu-rental: start ---\nHost mine\n';
  await writeFile(path.join(home, '.ssh', 'config'), damaged);
  expect(await runHook(home)).toContain(path.join(home, '.ssh', 'config'));
  expect(await readFile(path.join(home, '.ssh', 'config'), 'utf8')).toBe(damaged);
  expect(await readdir(path.join(home, 'other'))).toEqual([]);
});

it('the uninstall hook makes nothing where nothing was done', async () => {
  const home = await temporaryFolder();
  expect(await runHook(home)).toBe('');
  expect(await readdir(home)).toEqual([]);
});

it('the uninstall hook takes our hosts out of the settings, and nothing else', async () => {
  const home = await temporaryFolder();
  const record = new IntegrationRecord(nodeFileSystem, home);
  const settings = (platforms: string): string =>
    `{\r\n  // mine\r\n  "editor.fontSize": 13,\r\n${platforms}  "files.eol": "\\n",\r\n}`;
  const files = {
    'ours.json': [settings('  "remote.SSH.remotePlatform": {"gpu-7": "linux"},\r\n'), settings('')],
    'mixed.json': [
      settings('  "remote.SSH.remotePlatform": {"work": "windows", "gpu-7": "linux", "gpu-x": "linux"},\r\n'),
      settings('  "remote.SSH.remotePlatform": {"work": "windows", "gpu-x": "linux"},\r\n'),
    ],
    'theirs.json': [settings(''), settings('')],
    'damaged.json': ['{"remote.SSH.remotePlatform": {"gpu-7"', '{"remote.SSH.remotePlatform": {"gpu-7"'],
  };
  for (const [name, [before = '']] of Object.entries(files)) {
    await writeFile(path.join(home, name), before);
    await record.addSettings(path.join(home, name));
  }
  await record.addSettings(path.join(home, 'gone.json'));
  expect(await runHook(home)).toBe('');
  for (const [name, [, after]] of Object.entries(files))
    expect(await readFile(path.join(home, name), 'utf8'), name).toBe(after);
  expect((await readdir(home)).sort()).toEqual(Object.keys(files).sort());
});

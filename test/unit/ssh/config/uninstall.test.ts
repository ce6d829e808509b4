import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { IntegrationRecord } from '../../../../src/ssh/config/integrationRecord';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { temporaryFolder } from '../support/temporary';

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
  const entryPoints = [path.join(import.meta.dirname, '../../../../src/uninstall.ts')];
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

/** A settings file, before and after; every byte but ours is the person's. */
const settingsFiles: Record<string, [before: string, after: string]> = {
  'alone.json': ['{"remote.SSH.remotePlatform": {"gpu-7": "linux"}}', '{}'],
  'line.json': [
    '{\r\n  "editor.fontSize": 13, // my eyes\r\n  // keep the next\r\n  "remote.SSH.remotePlatform": {"gpu-7": "linux"},\r\n  "files.eol": "\\n",\r\n}',
    '{\r\n  "editor.fontSize": 13, // my eyes\r\n  // keep the next\r\n  "files.eol": "\\n",\r\n}',
  ],
  'last.json': [
    '{\n  "zoom": 1, // mine\n  "remote.SSH.remotePlatform": {\n    "gpu-7": "linux",\n    "gpu-8": "linux"\n  }\n}\n',
    '{\n  "zoom": 1 // mine\n}\n',
  ],
  'first.json': [
    '{\n  // top\n  "remote.SSH.remotePlatform": {"gpu-7": "linux"},\n  // about zoom\n  "zoom": 1\n}',
    '{\n  // top\n  // about zoom\n  "zoom": 1\n}',
  ],
  'mixed.json': [
    '{"remote.SSH.remotePlatform": {"work": "windows", "gpu-7": "linux", "gpu-1": "linux"}}',
    '{"remote.SSH.remotePlatform": {"work": "windows", "gpu-1": "linux"}}',
  ],
  'commented.json': [
    '{"remote.SSH.remotePlatform": {\n  "lab": "linux", // the lab’s box\n  "gpu-7": "linux" // rented\n}}',
    '{"remote.SSH.remotePlatform": {\n  "lab": "linux" // the lab’s box\n  // rented\n}}',
  ],
  'theirs.json': [
    '{"remote.SSH.remotePlatform": {"gpu-1": "linux"}}',
    '{"remote.SSH.remotePlatform": {"gpu-1": "linux"}}',
  ],
  'damaged.json': ['{"remote.SSH.remotePlatform": {"gpu-7"', '{"remote.SSH.remotePlatform": {"gpu-7"'],
};

it('the uninstall hook takes our hosts out of the settings, and no byte else', async () => {
  const home = await temporaryFolder();
  const record = new IntegrationRecord(nodeFileSystem, home);
  for (const [name, [before]] of Object.entries(settingsFiles)) {
    await writeFile(path.join(home, name), before);
    for (const host of ['gpu-7', 'gpu-8']) await record.addSettings(path.join(home, name), host);
  }
  await record.addSettings(path.join(home, 'gone.json'), 'gpu-7');
  expect(await runHook(home)).toBe('');
  for (const [name, [, after]] of Object.entries(settingsFiles))
    expect(await readFile(path.join(home, name), 'utf8'), name).toBe(after);
  expect((await readdir(home)).sort()).toEqual(Object.keys(settingsFiles).sort());
});

it('the uninstall hook cleans the usual file also when its record cannot be read', async () => {
  const home = await temporaryFolder();
  await mkdir(path.join(home, '.ssh'));
  await writeFile(path.join(home, '.ssh', 'config'), 'Host mine\n');
  await configIn(home, '.ssh').ensureInclude();
  const recordFile = path.join(home, '.gpu-rental', 'ssh-integration.json');
  await rm(recordFile);
  await mkdir(recordFile);
  expect(await runHook(home)).toContain('ssh-integration.json');
  expect(await readFile(path.join(home, '.ssh', 'config'), 'utf8')).toBe('Host mine\n');
});

it('the uninstall hook leaves no mark of a removal behind', async () => {
  const home = await temporaryFolder();
  await configIn(home, '.ssh').markRemoved();
  expect(await readdir(home)).toEqual(['.gpu-rental']);
  expect(await runHook(home)).toBe('');
  expect(await readdir(home)).toEqual([]);
});

it('a damaged record is named and kept, and what can be cleaned is cleaned', async () => {
  const home = await temporaryFolder();
  await mkdir(path.join(home, '.ssh'));
  await writeFile(path.join(home, '.ssh', 'config'), 'Host mine\n');
  await configIn(home, '.ssh').ensureInclude();
  const damaged = '{"files": [{"configFile": "/somewhere/else/con';
  await writeFile(path.join(home, '.gpu-rental', 'ssh-integration.json'), damaged);
  expect(await runHook(home)).toContain('ssh-integration.json');
  expect(await readFile(path.join(home, '.ssh', 'config'), 'utf8')).toBe('Host mine\n');
  const [kept = '', ...others] = await readdir(path.join(home, '.gpu-rental'));
  expect(others).toEqual([]);
  expect(await readFile(path.join(home, '.gpu-rental', kept), 'utf8')).toBe(damaged);
});

it('a damaged record is not overwritten by the next edit, which still works', async () => {
  const home = await temporaryFolder();
  const damaged = '{"files": [{"configFile": 7}]}';
  await mkdir(path.join(home, '.gpu-rental'));
  await writeFile(path.join(home, '.gpu-rental', 'ssh-integration.json'), damaged);
  await configIn(home, '.ssh').ensureInclude();
  await configIn(home, '.ssh').writeEntries([entry]);
  const record = new IntegrationRecord(nodeFileSystem, home);
  expect(await record.list()).toEqual([{ configFile: path.join(home, '.ssh', 'config'), created: true }]);
  const names = (await readdir(path.join(home, '.gpu-rental'))).filter((name) => name.includes('damaged'));
  expect(names).toHaveLength(1);
  expect(await readFile(path.join(home, '.gpu-rental', names[0] ?? ''), 'utf8')).toBe(damaged);
});

it('the uninstall hook makes no folder beside a file that ssh rejects and that has nothing of ours', async () => {
  const home = await temporaryFolder();
  await mkdir(path.join(home, '.ssh'));
  await writeFile(path.join(home, '.ssh', 'config'), '\ufeffHost mine\n');
  expect(await runHook(home)).toBe('');
  expect(await readdir(path.join(home, '.ssh'))).toEqual(['config']);
});

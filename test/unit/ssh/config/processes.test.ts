import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeEach, expect, it } from 'vitest';
import { buildConfig } from '../../../../src/ssh/config/configFile';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { IntegrationRecord } from '../../../../src/ssh/config/integrationRecord';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { memoryFolder, temporaryFolder } from '../support/temporary';

const kills = 40;
const original = Array.from({ length: 3000 }, (_, index) => `Host mine-${index}\r\n\tUser "me"\n`).join('');

let home: string;
let bundle: string;

beforeEach(async () => {
  home = await memoryFolder();
  bundle = path.join(await temporaryFolder(), 'writer.cjs');
  const entryPoints = [path.join(import.meta.dirname, '../support/writerProcess.ts')];
  await build({
    entryPoints,
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
});

const configIn = (folder: string): SshConfig =>
  new SshConfig({
    fs: nodeFileSystem,
    configFile: path.join(home, folder, 'config'),
    defaultConfigFile: '',
    home,
    passwordHome: '/nowhere',
  });

async function userFile(): Promise<string> {
  const file = path.join(home, '.ssh', 'config');
  await mkdir(path.dirname(file), { mode: 0o700 });
  await writeFile(file, original);
  return file;
}

const run = (task: string, name: string, times: number): Promise<unknown> =>
  promisify(execFile)(process.execPath, [bundle, task, home, name, String(times)]);

it(`${kills} processes killed while they write leave the file old or new, whole`, async () => {
  const file = await userFile();
  await configIn('.ssh').ensureInclude();
  const integrated = await readFile(file, 'utf8');
  await configIn('.ssh').remove();
  const seen = { old: 0, new: 0 };
  for (let round = 0; round < kills; round++) {
    const child = spawn(process.execPath, [bundle, 'toggle', home, '', '100000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await killSoonAfterReady(child, (round * 7) % 40);
    const content = await readFile(file, 'utf8');
    expect([original, integrated]).toContain(content);
    seen[content === original ? 'old' : 'new']++;
    await expectWholeOwnConfig();
  }
  console.log(`${kills} kills: ${seen.old} times the old file, ${seen.new} times the new one`);

  await configIn('.ssh').remove();
  expect(await readFile(file, 'utf8')).toBe(original);
  expect((await readdir(path.dirname(file))).sort()).toEqual(['config', 'config.before-gpu-rental']);
  expect(await readFile(`${file}.before-gpu-rental`, 'utf8')).toBe(original);
  expect(await readdir(home)).toEqual(['.ssh']);
});

it('two processes that put the block in and take it out at once lose nothing', async () => {
  const file = await userFile();
  await bothDone(run('toggle', 'a', 25), run('toggle', 'b', 25));
  expect(await readFile(file, 'utf8')).toBe(original);
  await configIn('.ssh').ensureInclude();
  expect(await configIn('.ssh').includeState()).toBe('present');
});

it('two processes that write one file at once both find their truth in it', async () => {
  await bothDone(run('append', 'a', 60), run('append', 'b', 60));
  const lines = (await readFile(path.join(home, 'list'), 'utf8')).trimEnd().split('\n');
  const expected = (name: string): string[] => Array.from({ length: 60 }, (_, round) => `${name} ${round}`);
  expect(lines.filter((line) => line.startsWith('a'))).toEqual(expected('a'));
  expect(lines.filter((line) => line.startsWith('b'))).toEqual(expected('b'));
  expect(lines).toHaveLength(120);
  expect(await readdir(home)).toEqual(['list']);
});

it('two processes that edit different files are both in the record', async () => {
  await bothDone(run('integrate', 'a', 15), run('integrate', 'b', 15));
  expect(await new IntegrationRecord(nodeFileSystem, home).list()).toHaveLength(30);
});

/** Waits for both also when one fails, so that nobody writes any more when the folder goes. */
async function bothDone(...runs: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(runs);
  const problems = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [String(outcome.reason)] : [],
  );
  expect(problems).toEqual([]);
}

async function killSoonAfterReady(child: ChildProcess, milliseconds: number): Promise<void> {
  const exited = new Promise((resolve) => child.on('exit', resolve));
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  // The moment is what is tested: any will do, and each round has another.
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  child.kill('SIGKILL');
  await exited;
}

async function expectWholeOwnConfig(): Promise<void> {
  const { paths } = configIn('.ssh');
  const text = await readFile(paths.ownConfig, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const port = Number(/Port (\d+)/.exec(text)?.[1]);
  const entry = { instanceId: 7, host: '203.0.113.5', port, user: 'root' };
  expect(text).toBe(buildConfig([entry], paths.knownHosts).text);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { ownProcess } from '../../../src/files/lockWorld';
import { memoryFolder, temporaryFolder } from '../ssh/support/temporary';

const contenders = 8;
const rounds = 40;

let file: string;
let bundle: string;

beforeEach(async () => {
  file = path.join(await memoryFolder(), 'account', 'list.lease');
  await mkdir(path.dirname(file));
  bundle = path.join(await temporaryFolder(), 'lock.cjs');
  const entryPoints = [path.join(import.meta.dirname, 'support/lockProcess.ts')];
  await build({
    entryPoints,
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'error',
  });
});

/** What was left behind: by a version that wrote nothing into it, by a process that ended, by another machine. */
const stale: [name: string, content: string][] = [
  ['an empty lock', ''],
  ['the lock of a process that is gone', `4194303 ${ownProcess().host} 0123456789abcdef 1\n`],
  ['the lock of another machine', '1 elsewhere 0123456789abcdef\n'],
];

it(`${contenders} processes that find a stale lock never work at the same time, in ${rounds} rounds`, async () => {
  const workers = await Promise.all(Array.from({ length: contenders }, openWorker));
  const seen: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const [, content] = stale[round % stale.length]!;
    await writeFile(file, content);
    await utimes(file, new Date(), new Date(Date.now() - 60_000));
    seen.push(...(await Promise.all(workers.map((worker) => worker.ask('work')))));
  }
  expect(seen.filter((one) => one === 'alone')).toHaveLength(contenders * rounds);
  expect(await readdir(path.dirname(file))).toEqual([]);
});

it('the lock of a process that was killed is free at once', async () => {
  const next = await openWorker();
  const waits: number[] = [];
  for (let round = 0; round < 5; round++) {
    const holder = await openWorker();
    await holder.ask('hold');
    holder.process.kill('SIGKILL');
    await new Promise((resolve) => holder.process.once('exit', resolve));
    const began = performance.now();
    expect(await next.ask('work')).toBe('alone');
    waits.push(performance.now() - began);
  }
  console.log(`free after ${waits.map((wait) => wait.toFixed(0)).join(', ')} ms`);
  expect(Math.max(...waits)).toBeLessThan(10_000);
});

async function openWorker(): Promise<{ process: ChildProcess; ask: (task: string) => Promise<string> }> {
  const child = spawn(process.execPath, [bundle, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const next = (): Promise<string> => new Promise((resolve) => lines.once('line', resolve));
  await next();
  const ask = (task: string): Promise<string> => {
    const answer = next();
    child.stdin.write(`${task}\n`);
    return answer;
  };
  return { process: child, ask };
}

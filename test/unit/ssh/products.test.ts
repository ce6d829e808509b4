import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeEach, expect, it } from 'vitest';
import { sshG } from './support/sshG';
import { memoryFolder, temporaryFolder } from './support/temporary';

const original = 'Host mine\r\n\tPort 9\r\n';
const products = [1, 2, 3] as const;

let home: string;
let file: string;
let bundle: string;

beforeEach(async () => {
  home = await memoryFolder();
  file = path.join(home, '.ssh', 'config');
  await mkdir(path.dirname(file), { mode: 0o700 });
  await writeFile(file, original);
  bundle = path.join(await temporaryFolder(), 'product.cjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'support/productProcess.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
});

const argumentsOf = (task: string, product: number, rounds: number) => [
  bundle,
  task,
  home,
  String(product),
  String(rounds),
];

const run = (task: string, product: number, rounds = 1): Promise<unknown> =>
  promisify(execFile)(process.execPath, argumentsOf(task, product, rounds));

const port = async (id: number): Promise<string | undefined> => {
  const effective = await sshG(file, `gpu-${id}`);
  return effective.value('hostname') === `gpu-${id}` ? undefined : effective.value('port');
};

const ports = (ids: readonly number[]): Promise<(string | undefined)[]> => Promise.all(ids.map(port));

it('three products with storage of their own keep each other’s entries, all at once', async () => {
  for (const product of products) await run('list', product);
  await run('connect', 1);
  let looks = 0;
  const check = async (product: number): Promise<void> => {
    do await run('check', product, 30);
    while (looks < 6);
  };
  let ended = false;
  const done = Promise.all(products.map(check)).finally(() => (ended = true));
  // Whatever ssh finds meanwhile is whole, and has what did not change.
  while (!ended) {
    expect(await ports([1, 2, 3])).toEqual(['22000', '22000', '22000']);
    looks++;
  }
  await done;
  expect(await ports([1, 2, 3])).toEqual(['22000', '22000', '22000']);
  expect(await ports([11, 12, 13])).toEqual(['10029', '10029', '10029']);
  expect(await ports([21, 22, 23])).toEqual(['22000', '22000', '22000']);
  expect((await sshG(file, 'mine')).value('port')).toBe('9');
});

it('a removal in one product is a removal for all, until somebody connects again', async () => {
  for (const product of products) await run('connect', product);
  const others = await Promise.all([2, 3].map(startListing));
  await run('remove', 1);
  for (const other of others) await other.wroteOnce();
  for (const other of others) await other.end();
  for (const product of products) await run('list', product);
  expect(await readFile(file, 'utf8')).toBe(original);
  expect((await readdir(path.dirname(file))).sort()).toEqual(['config', 'config.before-gpu-rental']);

  await run('connect', 2);
  expect(await ports([1, 2, 3])).toEqual([undefined, '22000', undefined]);
  for (const product of [1, 3]) await run('list', product);
  expect(await ports([1, 2, 3])).toEqual(['22000', '22000', '22000']);
});

/** A product that lists over and over, as its polls do. */
async function startListing(product: number) {
  const child = spawn(process.execPath, argumentsOf('list', product, 100_000), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const snapshot = path.join(home, `product-${product}`, 'accounts', `abc-${product}`, 'instances.json');
  return {
    /** Resolves once it has listed anew after this call. */
    wroteOnce: async () => {
      const before = await readFile(snapshot, 'utf8');
      while ((await readFile(snapshot, 'utf8')) === before) await new Promise(setImmediate);
    },
    end: async () => {
      expect(child.exitCode).toBeNull();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

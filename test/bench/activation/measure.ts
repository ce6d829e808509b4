import { build } from 'esbuild';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../../host/paths';
import { playInServer } from '../../host/playInServer';
import { quietWorkbench } from '../../host/settings';
import { median, ratio, say } from '../figures';
import { type Candidate, prepareCandidates } from './candidates';
import { type Start, startSchema, variables } from './start';

/**
 * Starts our extension and empty ones in turns, each time in a new VS Code with new data, and prints the medians:
 * times as ratios, since the same start takes seven times as long in another hour, sizes as they are.
 */
export async function measureActivation(rounds: number): Promise<void> {
  const folder = await temporaryFolder('bench');
  try {
    const suite = await bundleSuite(folder);
    const { ours, empty } = await prepareCandidates(folder);
    const starts = new Map<Candidate, Start[]>([...empty, ours].map((candidate) => [candidate, []]));
    for (let round = 0; round < rounds; round++)
      for (const [candidate, done] of starts)
        done.push(await start(candidate, suite, join(folder, `${round}-${candidate.name}`)));
    report(ours, starts);
    const { files } = await start(ours, suite, join(folder, 'files'), { [variables.files]: '1' });
    reportFiles(files ?? []);
  } finally {
    await removeFolder(folder);
  }
}

async function bundleSuite(folder: string): Promise<string> {
  const outfile = join(folder, 'suite.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'inHost.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
    logLevel: 'warning',
  });
  return outfile;
}

async function start(
  candidate: Candidate,
  suite: string,
  folder: string,
  more: Record<string, string> = {},
): Promise<Start> {
  const home = join(folder, 'home');
  const workspace = join(folder, 'project');
  for (const path of [home, workspace]) await mkdir(path, { recursive: true });
  const result = join(folder, 'result.json');
  const code = await playInServer({
    userSettings: quietWorkbench,
    home,
    env: { [variables.extensionId]: candidate.id, [variables.result]: result, ...more },
    folder: workspace,
    orders: { extension: candidate.folder, suite },
  });
  if (code !== 0) throw new Error(`Measuring ${candidate.id} ended with code ${code}.`);
  return startSchema.parse(JSON.parse(await readFile(result, 'utf8')));
}

function report(ours: Candidate, starts: ReadonlyMap<Candidate, readonly Start[]>): void {
  const figures = (candidate: Candidate, pick: (start: Start) => number): number[] =>
    (starts.get(candidate) ?? []).map(pick);
  const times = figures(ours, ({ milliseconds }) => milliseconds);
  for (const candidate of starts.keys()) {
    const other = figures(candidate, ({ milliseconds }) => milliseconds);
    const heap = median(figures(candidate, ({ heapBytes }) => heapBytes));
    if (candidate !== ours)
      say(
        `activation, ours / ${candidate.name}, medians of ${times.length}`,
        ratio(median(times), median(other)),
      );
    say(`slowest / fastest activation of ${candidate.name}`, ratio(Math.max(...other), Math.min(...other)));
    say(`heap after activation of ${candidate.name}, KiB, median`, Math.round(heap / 1024));
  }
}

function reportFiles(files: NonNullable<Start['files']>): void {
  if (files.length === 0) throw new Error('No file of our extension was seen to be loaded.');
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  say('code files loaded at activation', files.length);
  say('code loaded at activation, bytes', total);
}

import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';

/** One part of `npm test`: a command, and where it says how many tests it ran. */
interface Part {
  name: string;
  command: string;
  counts?: 'printed' | { file: string };
}

const results = '.tmp/results';
/** What failures leave: all that a part said and, of tests in a window, the log, the requests and a picture. */
const failures = '.tmp/failures';

/** Those that use both processors, one after the other. */
const aloud: readonly Part[] = [
  { name: 'unit', ...vitest('test:unit', 'unit') },
  { name: 'e2e', ...vitest('test:e2e', 'e2e') },
];
/**
 * Played beside them. The integration tests mostly wait for a service that wants its calls apart; what ends soon comes
 * after them, since the last stories leave a processor free.
 */
const beside: readonly Part[] = [
  { name: 'integration', command: 'npm run --silent test:integration', counts: 'printed' },
  { name: 'windows', command: 'npm run --silent test:windows', counts: 'printed' },
  { name: 'lint', command: 'npm run --silent test:lint' },
  { name: 'chaos', command: 'npm run --silent chaos -- --runs 0', counts: 'printed' },
];

interface Result {
  part: Part;
  code: number;
  output: string;
  passed: number;
  failed: number;
  seconds: number;
}

/** Plays every part, also after one has failed, and closes with a table and the line `N passed, N failed`. */
async function main(): Promise<void> {
  await rm(failures, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const lanes = [play(aloud, 'as it comes'), play(beside, 'at its end')];
  const ended = (await Promise.all(lanes)).flat();
  // What went wrong is read first, so it stands last.
  for (const { part, output } of ended.filter(({ code }) => code !== 0)) {
    console.log(`\n── ${part.name} FAILED\n${whatFailed(output)}`);
    await mkdir(failures, { recursive: true });
    await writeFile(join(failures, `${part.name}.log`), output);
  }
  const kept = await readdir(failures).catch(() => []);
  if (kept.length > 0) console.log(`\n${failures} has what was left of them: ${kept.join(', ')}`);
  console.log(`\n${ended.map(row).join('\n')}`);
  const sum = (pick: (result: Result) => number) => ended.reduce((total, one) => total + pick(one), 0);
  const passed = sum((one) => one.passed);
  const failed = sum((one) => one.failed);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

/** @param print what a part says appears as it comes, or all of it at its end */
async function play(parts: readonly Part[], print: 'as it comes' | 'at its end'): Promise<Result[]> {
  const ended: Result[] = [];
  for (const part of parts) {
    const title = `\n── ${part.name}`;
    const began = Date.now();
    if (print === 'as it comes') console.log(title);
    const { code, output } = await run(part.command, print === 'as it comes');
    if (print === 'at its end') console.log(`${title}\n${output}`);
    const { passed, failed } = await count(part, output);
    const seconds = Math.round((Date.now() - began) / 1000);
    // A part that failed without a failed test failed all the same.
    ended.push({ part, code, output, passed, failed: code === 0 ? failed : Math.max(1, failed), seconds });
  }
  return ended;
}

/** The first lines of each failed test, as far as they are short enough to be read; else the last lines. */
function whatFailed(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*([✔✓]|\d+ passing)/.test(line));
  const isFailed = (line: string) => /^\s*(FAIL |\d+\) |.*FAILED)/.test(line);
  const told = lines.filter((_, at) => lines.slice(Math.max(0, at - linesOfTest), at + 1).some(isFailed));
  return (told.length > 0 ? told.slice(0, mostLines) : lines.slice(-mostLines)).join('\n');
}

const linesOfTest = 8;
const mostLines = 60;

function row({ part, code, passed, failed, seconds }: Result): string {
  const tests = part.counts ? `${passed} passed, ${failed} failed` : '';
  return `${code === 0 ? 'ok    ' : 'FAILED'} ${part.name.padEnd(12)} ${String(seconds).padStart(4)} s  ${tests}`;
}

function vitest(script: string, name: string): Pick<Part, 'command' | 'counts'> {
  const file = join(results, `${name}.json`);
  return {
    command: `npm run --silent ${script} -- --reporter=default --reporter=json --outputFile.json=${file}`,
    counts: { file },
  };
}

function run(command: string, aloud: boolean): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const take = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2_000_000);
      if (aloud) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const report = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

async function count(part: Part, output: string): Promise<{ passed: number; failed: number }> {
  if (part.counts === 'printed') {
    const line = /^(\d+) passed, (\d+) failed$/m.exec(output);
    return { passed: Number(line?.[1] ?? 0), failed: Number(line?.[2] ?? 1) };
  }
  if (!part.counts) return { passed: 0, failed: 0 };
  const text = await readFile(part.counts.file, 'utf8').catch(() => '{}');
  const { data } = report.safeParse(JSON.parse(text));
  return { passed: data?.numPassedTests ?? 0, failed: data?.numFailedTests ?? 1 };
}

void main();

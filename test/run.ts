import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** One part of `npm test`: a command, and where it says how many tests it ran. */
interface Part {
  name: string;
  command: string;
  counts?: 'printed' | { file: string };
}

const results = '.tmp/results';

const parts: readonly Part[] = [
  { name: 'types', command: 'npm run --silent test:types' },
  { name: 'lint', command: 'npm run --silent test:lint' },
  { name: 'unit', ...vitest('test:unit', 'unit') },
  { name: 'integration', command: 'npm run --silent test:integration', counts: 'printed' },
  { name: 'e2e', ...vitest('test:e2e', 'e2e') },
];

/** Plays every part, also after one has failed, and closes with a table and the line `N passed, N failed`. */
async function main(): Promise<void> {
  await mkdir(results, { recursive: true });
  let passed = 0;
  let failed = 0;
  const table: string[] = [];
  for (const part of parts) {
    console.log(`\n── ${part.name}`);
    const began = Date.now();
    const { code, output } = await play(part.command);
    const counts = await count(part, output);
    passed += counts.passed;
    // A part that failed without a failed test failed all the same.
    failed += code === 0 ? counts.failed : Math.max(1, counts.failed);
    const seconds = Math.round((Date.now() - began) / 1000);
    const tests = part.counts ? `${counts.passed} passed, ${counts.failed} failed` : '';
    table.push(
      `${code === 0 ? 'ok    ' : 'FAILED'} ${part.name.padEnd(12)} ${String(seconds).padStart(4)} s  ${tests}`,
    );
  }
  console.log(`\n${table.join('\n')}\n\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

function vitest(script: string, name: string): Pick<Part, 'command' | 'counts'> {
  const file = join(results, `${name}.json`);
  return {
    command: `npm run --silent ${script} -- --reporter=default --reporter=json --outputFile.json=${file}`,
    counts: { file },
  };
}

function play(command: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      process.stdout.write(chunk);
    });
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

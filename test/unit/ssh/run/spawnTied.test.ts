import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { spawnTied } from '../../../../src/ssh/run/spawnTied';
import { temporaryFolder } from '../support/temporary';
import { writeProgram } from '../../support/program';

it.each([
  // As an ssh does that is told while it looks for work.
  ['forgets the first time', 'times=0; trap "times=\\$((times + 1)); [ \\$times = 2 ] && exit 5" TERM', 5],
  ['does not listen', 'trap "" TERM', 137],
])('a program ends that is told to end and %s', async (_, trap, code) => {
  const program = join(await temporaryFolder(), 'program');
  const script = ['#!/bin/bash', trap, 'echo ready >&2', 'while :; do sleep 0.1; done'];
  writeProgram(program, script.join('\n'));
  const { child, end } = spawnTied(program, []);
  await once(child.stderr!, 'data');
  const ended = once(child, 'exit');
  const began = performance.now();
  end();
  expect(await ended).toEqual([code, null]);
  expect(performance.now() - began).toBeGreaterThan(900);
});

it('a program that is talked to ends with the process that started it, also if that is killed', async () => {
  const folder = await temporaryFolder();
  const program = join(folder, 'program');
  writeProgram(program, '#!/bin/sh\nread -r line; echo "$line $$"; exec sleep 60\n');
  const opener = join(folder, 'opener.mts');
  const module = JSON.stringify(join(import.meta.dirname, '../../../../src/ssh/run/spawnTied.ts'));
  await writeFile(
    opener,
    `import { spawnTied } from ${module};
    const { child } = spawnTied(${JSON.stringify(program)}, [], { isTalkedTo: true });
    child.stdout.pipe(process.stdout);
    child.stdin.write('hello\\n');
    setInterval(() => undefined, 1000);`,
  );
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), opener]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const [, pid] = /^hello (\d+)/.exec(said) ?? [];
  child.kill('SIGKILL');
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // There is no such process.
    return false;
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { spawnTied } from '../../../../src/ssh/run/spawnTied';
import { temporaryFolder } from '../support/temporary';
import { writeProgram } from '../../support/program';

/** A program that says when it is ready, and what it does with the signal to end. */
async function started(folder: string, trap: string) {
  const program = join(folder, 'program');
  writeProgram(program, ['#!/bin/bash', trap, 'echo ready >&2', 'while :; do sleep 0.1; done'].join('\n'));
  const { child, end } = spawnTied(program, []);
  await once(child.stderr!, 'data');
  return { end, ended: once(child, 'exit') };
}

it('a program ends that is told to end and does not listen', async () => {
  const { end, ended } = await started(await temporaryFolder(), 'trap "" TERM');
  const began = performance.now();
  end();
  expect(await ended).toEqual([137, null]);
  expect(performance.now() - began).toBeGreaterThan(900);
});

it('a program ends that is told to end and forgets the first time', async () => {
  const folder = await temporaryFolder();
  const [heard, again, path] = [join(folder, 'heard'), join(folder, 'again'), process.env.PATH];
  const sleep = [
    '#!/bin/sh',
    '[ "$1" = 1 ] || exec /bin/sleep "$1"',
    // It isn't killed after the second signal.
    `[ ! -e ${again} ] || exec /bin/sleep 60`,
    `: > ${again}`,
    // Two signals that come together are one.
    `until [ -e ${heard} ]; do /bin/sleep 0.1; done`,
  ];
  writeProgram(join(folder, 'sleep'), sleep.join('\n'));
  process.env.PATH = `${folder}:${path}`;
  onTestFinished(() => void (process.env.PATH = path));
  // As an ssh does that is told while it looks for work.
  const { end, ended } = await started(folder, `trap "[ ! -e ${heard} ] || exit 5; : > ${heard}" TERM`);
  end();
  expect(await ended).toEqual([5, null]);
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

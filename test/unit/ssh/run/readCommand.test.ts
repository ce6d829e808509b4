import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCommand } from '../../../../src/ssh/run/readCommand';
import { writeProgram } from '../../support/program';

let folder: string;
/** In place of ssh: runs its last argument as a login shell of the machine would. */
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  program = join(folder, 'ssh');
  writeProgram(program, `#!/bin/sh\nfor last; do :; done\nHOME=${folder} exec sh -c "$last"\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (command: string) =>
  readCommand(
    { program, alias: 'gpu-7', configFile: '/none', defaultConfigFile: '/none' },
    command,
    new AbortController().signal,
  );

it('returns both streams and the exit code of a command with quotes and several lines', async () => {
  const command = `echo "it's $((1 + 1))"\necho wrong >&2; exit 3`;
  expect(await run(command)).toEqual({ output: "it's 2\nwrong\n", exitCode: 3 });
  expect(await run('true')).toEqual({ output: '', exitCode: 0 });
  expect(await run('printf "no end"')).toEqual({ output: 'no end', exitCode: 0 });
});

it('begins in the home folder, and gives no input', async () => {
  expect(await run('pwd; cat')).toEqual({ output: `${folder}\n`, exitCode: 0 });
});

it('says what is wrong with a command that is no command', async () => {
  const { output, exitCode } = await run('echo "open');
  expect(output).toMatch(/unterminated|unexpected/i);
  expect(exitCode).not.toBe(0);
});

it('keeps the end of an output without end', async () => {
  const { output, exitCode } = await run('yes | head -c 3000000; echo end');
  expect(output.length).toBeLessThanOrEqual(2_000_000);
  expect(output.endsWith('end\n')).toBe(true);
  expect(exitCode).toBe(0);
});

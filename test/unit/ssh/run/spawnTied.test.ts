import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnTied } from '../../../../src/ssh/run/spawnTied';
import { temporaryFolder } from '../support/temporary';

it.each([
  // As an ssh does that is told while it looks for work.
  ['forgets the first time', 'times=0; trap "times=\\$((times + 1)); [ \\$times = 2 ] && exit 5" TERM', 5],
  ['does not listen', 'trap "" TERM', 137],
])('a program ends that is told to end and %s', async (_, trap, code) => {
  const program = join(await temporaryFolder(), 'program');
  const script = ['#!/bin/bash', trap, 'echo ready >&2', 'while :; do sleep 0.1; done'];
  await writeFile(program, script.join('\n'), { mode: 0o755 });
  const { child, end } = spawnTied(program, []);
  await once(child.stderr!, 'data');
  const ended = once(child, 'exit');
  const began = performance.now();
  end();
  expect(await ended).toEqual([code, null]);
  expect(performance.now() - began).toBeGreaterThan(900);
});

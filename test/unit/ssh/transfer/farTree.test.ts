import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDownload } from '../../../../src/ssh/transfer/download';
import { farTree } from '../../../../src/ssh/transfer/farTree';
import { machineSource } from '../../../../src/ssh/transfer/source';
import { fetchResults } from '../../../../src/stores/runs/fetchResults';
import { asUser, machineWith, shells } from '../support/shellMachine';
import { temporaryFolder } from '../support/temporary';
import { writeProgram } from '../../support/program';

const options = { signal: new AbortController().signal, report: () => undefined };

/** A machine whose `find` says this at its end. */
async function findSaying(said: string, code: number) {
  const machine = await machineWith('dash');
  const script = `#!/bin/dash\n/usr/bin/find "$@"\ncase "$*" in *-maxdepth*) exit 0;; esac\n${said}\nexit ${code}\n`;
  writeProgram(path.join(machine.programs, 'find'), script);
  await mkdir(path.join(machine.home, 'w', 'out'), { recursive: true });
  await writeFile(path.join(machine.home, 'w', 'out', 'model'), 'text');
  return machine;
}

describe.each(shells)('a folder of a machine with %s', (shell) => {
  it('is told from none: nothing is fetched from where there is none', async () => {
    const machine = await machineWith(shell);
    const results = path.join(await temporaryFolder(), 'results', 'run');
    const run = { workdir: '~/w', fetch: ['out/'], results };
    await expect(fetchResults(machineSource(machine), run, options)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is nothing at ~/w.',
    });
    expect(await farTree(machine, '~/w', options)).toMatchObject({ isThere: false, leftOut: [] });
    await mkdir(path.join(machine.home, 'w'));
    expect(await fetchResults(machineSource(machine), run, options)).toMatchObject({ isWhole: true });
    // What is to be written may go where nothing is.
    const plan = await planDownload(machine, { folder: '~/none' }, results, options);
    expect(plan.added).toEqual([]);
  });

  it('isn’t taken for that of a run which a machine made anew no longer holds', async () => {
    const machine = await machineWith(shell);
    const results = path.join(await temporaryFolder(), 'results', 'run');
    const run = { id: 'run-00001', workdir: '~/w', fetch: ['out/'], results };
    const own = path.join(machine.home, '.gpu-rental/runs');
    await mkdir(path.join(machine.home, 'w', 'out'), { recursive: true });
    for (const id of ['', 'run-00002']) {
      await mkdir(path.join(own, id), { recursive: true });
      await expect(fetchResults(machineSource(machine), run, options)).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringMatching(/^The instance no longer holds this run.* in ~\/w may be/) as string,
      });
    }
    expect(existsSync(results)).toBe(false);
    await mkdir(path.join(own, run.id));
    expect(await fetchResults(machineSource(machine), run, options)).toMatchObject({ isWhole: true });
  });

  it('is not whole with a folder that may not be read, which is named', async () => {
    const machine = await asUser(await machineWith(shell));
    const workdir = path.join(machine.home, 'w');
    for (const name of ['out', 'a b']) await mkdir(path.join(workdir, name), { recursive: true });
    await writeFile(path.join(workdir, 'out', 'model'), 'text');
    await writeFile(path.join(workdir, 'a b', 'out'), 'text');
    await chmod(path.join(workdir, 'a b'), 0);
    const { leftOut, entries } = await farTree(machine, '~/w', options);
    expect(leftOut).toEqual([{ path: 'a b', why: 'unreadable' }]);
    expect([...entries.keys()].sort()).toEqual(['a b', 'out', 'out/model']);
    const results = path.join(await temporaryFolder(), 'results', 'run');
    const run = { workdir: '~/w', fetch: ['*'], results };
    // The tar of busybox is refused.
    if (shell !== 'busybox')
      expect(await fetchResults(machineSource(machine), run, options)).toMatchObject({
        copied: 1,
        isWhole: false,
        leftOut,
      });
    await chmod(workdir, 0);
    await expect(farTree(machine, '~/w', options)).rejects.toThrow(/^The machine reported: .*\/w/);
    await chmod(workdir, 0o755);
    await rm(path.join(workdir, 'a b'), { recursive: true });
  });
});

it.each([
  ['a disk that fails', `echo "find: './o't: 1': Input/output error" >&2`, 1, "o't: 1"],
  ['a disk that fails at once', `echo "find: '.': Input/output error" >&2`, 1, ''],
  ['words that are not known', 'echo "find: loop" >&2', 1, ''],
  ['being killed', '', 137, ''],
])('leaves out what is below after %s', async (_, said, code, at) => {
  const machine = await findSaying(said.replace("'\\''", "'"), code);
  const { leftOut, entries } = await farTree(machine, '~/w', options);
  expect(leftOut).toEqual([{ path: at, why: 'unreadable' }]);
  expect(entries.has('out/model')).toBe(true);
  const results = path.join(await temporaryFolder(), 'results', 'run');
  const run = { workdir: '~/w', fetch: ['out/'], results };
  expect(await fetchResults(machineSource(machine), run, options)).toMatchObject({
    copied: 1,
    isWhole: false,
    leftOut,
  });
});

it('does not miss what went away while it was looked at', async () => {
  const machine = await findSaying(`echo "find: './temp': No such file or directory" >&2`, 1);
  expect((await farTree(machine, '~/w', options)).leftOut).toEqual([]);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { remoteCommandArguments } from '../../../../src/ssh/run/remoteCommand';
import fc from '../../support/fastCheck';

const alias = { alias: 'gpu-1', configFile: '/c', defaultConfigFile: '/c' };
const lineOf = (command: string, cwd?: string): string =>
  remoteCommandArguments(alias, { command, cwd }).at(-1) ?? '';

describe('the arguments of ssh for a command', () => {
  it('have a terminal, say nothing of their own, and end the options before the command', () => {
    const args = remoteCommandArguments({ ...alias, configFile: '/a b' }, { command: '-oProxyCommand=x' });
    expect(args.slice(0, 1)).toEqual(['-t']);
    expect(args.slice(-5)).toEqual(['-F', '/a b', 'gpu-1', '--', '-oProxyCommand=x']);
    const forced = remoteCommandArguments(alias, { command: 'x' }, { forced: true });
    expect(forced.slice(0, 3)).toEqual(['-tt', '-e', 'none']);
  });

  it('are read by OpenSSH so that the command is no option', () => {
    const [, ...args] = remoteCommandArguments(
      { ...alias, configFile: '/dev/null' },
      { command: '-oPort=99' },
    );
    const { stdout } = spawnSync('ssh', ['-G', '-F', '/dev/null', ...args], { encoding: 'utf8' });
    expect(stdout).toMatch(/^port 22$/m);
    expect(stdout).toMatch(/^clearallforwardings yes$/m);
  });
});

describe('the folder of a command', () => {
  const home = mkdtempSync(join(tmpdir(), 'gpu-rental-'));
  afterAll(() => rmSync(home, { recursive: true }));
  const run = (line: string) =>
    spawnSync('/bin/sh', ['-c', line], {
      cwd: home,
      env: { HOME: home, PATH: process.env.PATH },
      encoding: 'utf8',
    });

  it('is where it runs, whatever its name', () => {
    const name = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 });
    const usable = name.filter((one) => !/[/\0]/.test(one) && !/^\.+$/.test(one) && one !== '~');
    fc.assert(
      fc.property(usable, (folder) => {
        mkdirSync(join(home, folder), { recursive: true });
        const there = execFileSync('pwd', ['-P'], { cwd: join(home, folder) }).toString();
        expect(run(lineOf('pwd -P', folder)).stdout).toBe(there);
      }),
      { numRuns: 25 },
    );
  });

  it('may begin in the home folder', () => {
    mkdirSync(join(home, 'it’s $HOME'), { recursive: true });
    expect(run(lineOf('pwd', '~/it’s $HOME')).stdout).toBe(`${home}/it’s $HOME\n`);
    expect(run(lineOf('pwd', '~')).stdout).toBe(`${home}\n`);
    expect(lineOf('pwd', '')).toBe('pwd');
  });

  it('has to be there: no part of the command runs anywhere else', () => {
    const { status, stdout } = run(lineOf('echo one; echo two', 'not/there'));
    expect([status === 0, stdout]).toEqual([false, '']);
  });
});

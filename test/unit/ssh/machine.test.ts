import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import fc from '../support/fastCheck';
import { describe, expect, it } from 'vitest';
import {
  checkForwarding,
  checkLogin,
  type LoginOptions,
  type LoginResult,
} from '../../../src/ssh/login/login';
import { type Machine, machineQuestion } from '../../../src/ssh/machine';
import { problemsOf } from '../../../src/ssh/machineProblems';
import { runProgram } from '../../../src/ssh/run/runSsh';
import { sshdProgram, startSshd, type SshdOptions } from './support/realSshd';
import { temporaryFolder } from './support/temporary';
import { writeProgram } from '../support/program';

/** Logs in to a real sshd with these settings, and tells what stands in the way of a window. */
async function problems(
  settings: string[] = [],
  options: Pick<SshdOptions, 'keyOptions'> & Pick<LoginOptions, 'run'> = {},
) {
  const { run, ...sshdOptions } = options;
  const sshd = await startSshd({ extra: settings, ...sshdOptions });
  const quiet = ['-o', 'UserKnownHostsFile=/dev/null', '-o', 'StrictHostKeyChecking=no'];
  const key = ['-i', sshd.identityFile, '-o', 'IdentitiesOnly=yes', '-p', String(sshd.port)];
  const args = ['-F', 'none', ...quiet, ...key, `${sshd.user}@127.0.0.1`];
  const [login, forwarding] = await Promise.all([
    checkLogin({ args, ...(run && { run }) }),
    checkForwarding({ args }),
  ]);
  return { login, forwarding, ids: problemsOf(login, forwarding, 'gpu-7').map(({ id }) => id) };
}

/** A start file that the shell of every login reads: Debian's bash takes `~/.bashrc` there, others `$BASH_ENV`. */
async function startFile(text: string): Promise<string[]> {
  const home = await temporaryFolder();
  const file = path.join(home, '.bashrc');
  await writeFile(file, text);
  return [`ForceCommand=HOME=${home} BASH_ENV=${file} exec bash -c "$SSH_ORIGINAL_COMMAND"`];
}

const usual = ['sh', 'bash', 'tar', 'curl', 'wget', 'df', 'getconf', 'ldd', 'cat'];

/** A machine whose PATH has these programs alone; `own` are scripts in the place of the real ones. */
async function onlyPrograms(names: readonly string[], own: Record<string, string> = {}): Promise<string[]> {
  const folder = path.join(await temporaryFolder(), 'bin');
  await mkdir(folder);
  for (const name of names) {
    if (name in own) continue;
    const found = ['/bin', '/usr/bin'].map((place) => path.join(place, name)).find(existsSync);
    // What this machine itself lacks is there as far as `command -v` can see.
    if (found === undefined) await script(path.join(folder, name), 'exit 0');
    else await symlink(found, path.join(folder, name));
  }
  for (const [name, text] of Object.entries(own)) await script(path.join(folder, name), text);
  return [`ForceCommand=PATH=${folder} exec /bin/sh -c "$SSH_ORIGINAL_COMMAND"`];
}

async function script(file: string, text: string): Promise<void> {
  writeProgram(file, `#!/bin/sh\n${text}\n`);
}

const without = (...names: string[]): string[] => usual.filter((name) => !names.includes(name));

describe.skipIf(!sshdProgram)('what a real machine tells', () => {
  it('is its home folder, its programs, its libc and its free space', async () => {
    const { login, ids, forwarding } = await problems(await onlyPrograms(usual));
    expect(login).toMatchObject({ status: 'ok', machine: { programs: ['bash', 'tar', 'curl', 'wget'] } });
    expect(login.machine?.home).toBe((await runProgram(['-c', 'echo ~'], { program: 'bash' })).stdout.trim());
    expect(login.machine?.libc?.version).toMatch(/\d/);
    expect(login.machine?.freeBytes).toBeGreaterThan(0);
    expect(forwarding).toBe('allowed');
    expect(ids).toEqual([]);
  });

  it.each([
    ['a start file that prints', 'echo "Welcome!"; printf "no line break"; echo oops >&2'],
    ['a start file that shows each command', 'set -xv'],
    ['a start file that fails', 'false; no_such_program'],
  ])('is found behind %s', async (_, text) => {
    expect((await problems(await startFile(text))).login).toMatchObject({ status: 'ok' });
  });

  it('is found behind a banner', async () => {
    const file = path.join(await temporaryFolder(), 'banner');
    await writeFile(file, 'Authorized use only!\n'.repeat(50));
    const { login, ids } = await problems([`Banner=${file}`]);
    expect(login).toMatchObject({ status: 'ok' });
    expect(ids).toEqual([]);
  });

  it.each(['sh', 'dash', 'zsh', 'fish', 'csh', 'tcsh'].filter((name) => existsSync(`/bin/${name}`)))(
    'comes also through the login shell %s',
    async (name) => {
      const { login } = await problems([`ForceCommand=exec /bin/${name} -c "$SSH_ORIGINAL_COMMAND"`]);
      expect(login).toMatchObject({ status: 'ok' });
    },
  );
});

describe.skipIf(!sshdProgram)('a real machine on which no window can open', () => {
  type Case = [name: string, id: string, settings: () => string[] | Promise<string[]>];
  it.each<Case>([
    [
      'that starts tmux at login',
      'multiplexer',
      () =>
        startFile(
          // What tmux says without a terminal, where there is none here. Each machine has a tmux server of its own.
          `export TMUX_TMPDIR="$HOME"
           command -v tmux >/dev/null || tmux() { echo open terminal failed: not a terminal >&2; false; }
           tmux attach-session -t ssh_tmux || tmux new-session -s ssh_tmux; exit`,
        ),
    ],
    ['whose start file runs exec', 'replaced', () => startFile('unset BASH_ENV; exec bash')],
    ['whose start file ends the shell', 'forced', () => startFile('exit 0')],
    ['with a forced command', 'forced', () => ['ForceCommand=exit 0']],
    ['that repeats the command', 'forced', () => ['ForceCommand=echo "$SSH_ORIGINAL_COMMAND"']],
    ['without bash', 'bash', () => onlyPrograms(without('bash'))],
    ['without tar', 'tar', () => onlyPrograms(without('tar'))],
    ['without curl and wget', 'download', () => onlyPrograms(without('curl', 'wget'))],
    ['with an old glibc', 'oldGlibc', () => onlyPrograms(usual, { getconf: 'echo glibc 2.27' })],
    [
      'with an old glibc that only ldd tells',
      'oldGlibc',
      () =>
        onlyPrograms(without('getconf'), {
          ldd: 'echo "ldd (Ubuntu GLIBC 2.23-0ubuntu11) 2.23"; echo "More"',
        }),
    ],
    [
      'with musl',
      'musl',
      () =>
        onlyPrograms(usual, {
          getconf: 'echo "getconf: GNU_LIBC_VERSION: unknown variable" >&2; exit 1',
          ldd: 'echo "musl libc (x86_64)" >&2; echo "Version 1.2.4" >&2; exit 1',
        }),
    ],
    [
      'with a full disk',
      'fullDisk',
      () =>
        onlyPrograms(usual, {
          df: 'echo Filesystem 1024-blocks Used Available Capacity Mounted on; echo /dev/root 41152812 41152812 0 100% /',
        }),
    ],
    [
      'with little space',
      'littleSpace',
      () =>
        onlyPrograms(usual, {
          df: 'echo Filesystem 1024-blocks Used Available Capacity Mounted on; echo /dev/root 41152812 41052812 100000 100% /',
        }),
    ],
    ['that forwards no ports', 'forwarding', () => ['AllowTcpForwarding=no']],
  ])('is told: %s', async (_, id, settings) => {
    expect((await problems(await settings())).ids).toEqual([id]);
  });

  it('is told: a start file that never ends', async () => {
    const reached = path.join(await temporaryFolder(), 'reached');
    // Its time is up as soon as the file is being read.
    const run: LoginOptions['run'] = async (args, options) => {
      const ending = new AbortController();
      const { signal } = ending;
      const result = runProgram(args, { ...options, timeoutMs: 900_000, signal });
      await expect.poll(() => existsSync(reached)).toBe(true);
      ending.abort();
      return { ...(await result), timedOut: true };
    };
    const { login, ids } = await problems(await startFile(`: > ${reached}; sleep 60`), { run });
    expect(login).toMatchObject({ status: 'remote_failed', trouble: 'hangs' });
    expect(ids).toEqual(['hangs']);
  });

  it('is told: a key with a command of its own', async () => {
    const { login } = await problems([], { keyOptions: 'command="echo Hi there"' });
    expect(login).toMatchObject({ status: 'remote_failed', trouble: 'forced', detail: 'Hi there' });
  });

  it('has a sentence and a remedy of its own for each case', () => {
    const result = (one: Partial<LoginResult>): LoginResult => ({ status: 'ok', detail: '', ...one });
    const troubles = (['multiplexer', 'replaced', 'forced', 'hangs'] as const).flatMap((trouble) =>
      problemsOf(result({ status: 'remote_failed', trouble }), 'unknown', 'gpu-7'),
    );
    const bare: Machine = { programs: [], libc: { kind: 'musl', version: '' }, freeBytes: 0 };
    const old: Machine = { ...bare, libc: { kind: 'glibc', version: '2.17' }, freeBytes: 60 << 20 };
    const lacks = [bare, old].flatMap((machine) => problemsOf(result({ machine }), 'forbidden', 'gpu-7'));
    const all = [...new Map([...troubles, ...lacks].map((one) => [one.id, one])).values()];
    expect(all).toHaveLength(12);
    expect(new Set(all.map(({ message }) => message)).size).toBe(12);
    expect(new Set(all.map(({ remedy }) => remedy)).size).toBe(12);
    // What is certain to fail comes first.
    expect(lacks.slice(0, 4).every(({ stops }) => stops)).toBe(true);
  });
});

describe('checkForwarding', () => {
  it('cannot tell of a machine that it does not reach', async () => {
    const args = ['-F', 'none', '-p', '9', '127.0.0.1'];
    expect(await checkForwarding({ args })).toBe('unknown');
  });
});

describe('the answer of a machine', () => {
  const noise = fc.array(fc.string(), { maxLength: 5 }).map((lines) => lines.join('\n'));

  it('is read between any noise, and from a shell without anything around it', async () => {
    const question = machineQuestion();
    const { stdout } = await runProgram(['-c', question.command], { program: 'sh' });
    const plain = question.read(stdout);
    expect(plain?.programs).toContain('bash');
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        expect(question.read(`${before}${stdout}${after}`)).toEqual(plain);
        expect(question.read(stdout.replaceAll('\n', '\r\n'))).toEqual(plain);
      }),
    );
  });

  it('is never found in what is none', () => {
    const question = machineQuestion();
    fc.assert(fc.property(fc.string(), (text) => question.read(text) === undefined));
    expect(question.read(question.command)).toBeUndefined();
    expect(question.read(question.input)).toBeUndefined();
    expect(machineQuestion().command).not.toBe(question.command);
  });

  it('may claim anything and stays harmless', () => {
    const question = machineQuestion('a'.repeat(24));
    const marker = `gpu-rental-${'a'.repeat(12)}-${'a'.repeat(12)}`;
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (home, libc, disk) => {
        const lines = ['begin', `home ${home}`, `libc ${libc}`, `disk ${disk}`, 'end'];
        const machine = question.read(lines.map((line) => `${marker} ${line}\n`).join(''));
        expect(machine?.home ?? '/').toMatch(/^\/[^\p{Cc}]*$/u);
        expect(machine?.libc?.version ?? '').toMatch(/^[\d.]*$/);
        expect(machine?.freeBytes ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(question.read(`${marker} home /home/\u202eme\n${marker} end\n`)?.home).toBeUndefined();
  });

  it.each([
    'open terminal failed: not a terminal',
    'no sessions\nserver exited unexpectedly',
    'no server running on /tmp/tmux-0/default',
    'no sessions\n[lost server]',
    'duplicate session: ssh_tmux',
    'Must be connected to a terminal.',
  ])('is missing behind a terminal multiplexer that says "%s"', (said) => {
    expect(machineQuestion().trouble(said, false)).toBe('multiplexer');
  });

  it('is missing behind something else when no multiplexer says so', () => {
    expect(machineQuestion().trouble('There are no sessions left for you', false)).toBe('forced');
  });

  it('is asked for in a way that every login shell hands on unchanged', () => {
    const { command } = machineQuestion();
    const inner = /^sh -c '([^']*)'$/.exec(command)?.[1] ?? '';
    expect(inner).not.toBe('');
    expect(inner).not.toMatch(/[\\!\n]/);
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { onstartLimit } from '../../../../src/domain/launch/launchRequest';
import { composeOnstart, type OnstartAdditions } from '../../../../src/domain/launch/onstart';

let home: string;
let environmentFile: string;

beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'gpu-rental-onstart-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  environmentFile = path.join(home, 'environment');
});

function compose(script: string, additions: OnstartAdditions = {}) {
  const composed = composeOnstart(script, { environmentFile, ...additions });
  if ('problem' in composed) throw new Error(composed.problem.message);
  return composed;
}

/** As the service does at the start of an instance. */
function run(onstart: string, env: Record<string, string> = {}): string {
  return execFileSync('sh', ['-c', onstart], {
    env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
  }).toString();
}

/** Text that does not compress. */
function noise(length: number): string {
  let seed = 1;
  const next = (): string => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed % 36).toString(36);
  };
  return Array.from({ length }, next).join('');
}

describe('composeOnstart', () => {
  it('leaves a script without additions as it is', () => {
    expect(compose('echo hi\r\n')).toEqual({ onstart: 'echo hi\r\n', encoded: false });
  });

  it('shows its additions as lines before the script', () => {
    const { onstart } = compose('exec server', { environmentInSessions: true, noAutoTmux: true });
    expect(onstart.split('\n')).toEqual([
      '# GPU Rental: the environment variables also in SSH sessions',
      expect.stringContaining('awk'),
      '# GPU Rental: no tmux at login',
      'touch ~/.no_auto_tmux',
      'exec server',
    ]);
  });

  it('keeps the line that names the interpreter first', () => {
    expect(compose('#!/bin/bash\necho hi', { noAutoTmux: true }).onstart).toMatch(
      /^#!\/bin\/bash\n# GPU.*\ntouch/,
    );
    expect(compose('#!/bin/bash', { noAutoTmux: true }).onstart).toMatch(
      /^#!\/bin\/bash\n# GPU.*\ntouch .*\n$/,
    );
  });

  describe('in SSH sessions', () => {
    const { onstart } = composeFor();
    /** The file as PAM reads it: a quote at the beginning of a value is taken off, with one at its end. */
    const read = () =>
      Object.fromEntries(
        readFileSync(environmentFile, 'utf8')
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith('#'))
          .map((line) => {
            const at = line.indexOf('=');
            const value = line.slice(at + 1);
            return [line.slice(0, at), /^["']/.test(value) ? value.slice(1).replace(/["']$/, '') : value];
          }),
      ) as Record<string, string>;

    function composeFor(): { onstart: string } {
      const composed = composeOnstart('', {
        environmentInSessions: true,
        environmentFile: '"$HOME/environment"',
      });
      if ('problem' in composed) throw new Error(composed.problem.message);
      return composed;
    }

    it('makes the variables visible that the person set, and not those of the shell at the start', () => {
      const values = {
        TOKEN: 'a b=c',
        QUOTED: '"it\'s"',
        SPACES: ' x ',
        DOLLAR: '$HOME `id` \\n',
        EMPTY: '',
      };
      run(onstart, { ...values, SHELL: '/bin/x', CONTAINER_API_KEY: 'secret' });
      expect(read()).toEqual({ PATH: process.env.PATH, ...values });
    });

    it('leaves out what the file can’t hold as a whole', () => {
      run(onstart, { MULTI: 'one\nTWO=lines' });
      expect(Object.keys(read())).toEqual(['PATH']);
    });

    it('adds nothing twice, takes out what is gone, and keeps the other lines', () => {
      writeFileSync(environmentFile, 'LANG=C\n');
      run(onstart, { TOKEN: 'old', GONE: 'x' });
      writeFileSync(environmentFile, `${readFileSync(environmentFile, 'utf8')}MINE=1\n`);
      run(onstart, { TOKEN: 'new' });
      expect(read()).toEqual({ LANG: 'C', MINE: '1', PATH: process.env.PATH, TOKEN: 'new' });
      expect(readFileSync(environmentFile, 'utf8').match(/TOKEN/g)).toHaveLength(1);
    });
  });

  it('turns the automatic tmux off', () => {
    run(compose('', { noAutoTmux: true }).onstart);
    expect(existsSync(path.join(home, '.no_auto_tmux'))).toBe(true);
  });

  it('compresses what is too long, and it runs as it would have', () => {
    const script = `#!/bin/sh\n${'# a long explanation, again and again ü\n'.repeat(300)}x="it's $HOME"\necho "$x $TOKEN"`;
    const { onstart, encoded } = compose(script, { noAutoTmux: true });
    expect(encoded).toBe(true);
    expect(onstart.length).toBeLessThanOrEqual(onstartLimit);
    expect(run(onstart, { TOKEN: 't' })).toBe(`it's ${home} t\n`);
    expect(existsSync(path.join(home, '.no_auto_tmux'))).toBe(true);
  });

  it('keeps the line that names the interpreter first when it compresses, too', () => {
    const script = `#!/bin/bash\n${'# a long explanation\n'.repeat(300)}echo "\${BASH_VERSION:+bash}"`;
    const { onstart } = compose(script, { noAutoTmux: true });
    expect(onstart).toMatch(/^#!\/bin\/bash\n/);
    expect(execFileSync('bash', ['-c', onstart], { env: { HOME: home } }).toString()).toBe('bash\n');
  });

  it.each(['short', 'long'])('runs a %s script of another language by its own interpreter', (length) => {
    const script = `#!/usr/bin/env node\n${'// an explanation\n'.repeat(length === 'long' ? 300 : 1)}console.log([1, 2].map((x) => x * 2).join());`;
    const { onstart } = compose(script, { noAutoTmux: true });
    expect(run(onstart)).toBe('2,4\n');
    expect(existsSync(path.join(home, '.no_auto_tmux'))).toBe(true);
  });

  it('leaves a script of another language alone without additions', () => {
    expect(compose('#!/usr/bin/env node\nx').onstart).toBe('#!/usr/bin/env node\nx');
  });

  it('compresses only what is too long', () => {
    expect(compose('#'.repeat(onstartLimit)).encoded).toBe(false);
    expect(compose('#'.repeat(onstartLimit + 1)).encoded).toBe(true);
  });

  it('names the field when the script does not fit even so', () => {
    expect(composeOnstart(`# ${noise(9000)}`)).toMatchObject({ problem: { field: 'onstart' } });
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
      expect.stringContaining('env | grep'),
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

  it('makes the variables visible that the person set, and not those of the shell at the start', () => {
    const { onstart } = compose('', { environmentInSessions: true });
    run(onstart, { TOKEN: 'a b=c', MULTI: 'one\ntwo lines', SHELL: '/bin/x' });
    const lines = readFileSync(environmentFile, 'utf8').split('\n');
    expect(lines).toContain('TOKEN=a b=c');
    expect(lines).toContain('MULTI=one');
    expect(lines.some((line) => /^(two|HOME|PWD|SHELL|_)/.test(line))).toBe(false);
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

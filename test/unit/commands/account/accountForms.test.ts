import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelMaintenance } from '../../../../src/commands/account/cancelMaintenance';
import { setVariable } from '../../../../src/commands/account/variables';
import type { Call } from '../../../../src/commands/call';
import type { Services } from '../../../../src/prompts/services';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const call = (changes: Partial<Call>): Call => ({
  instanceIds: [],
  confirmed: true,
  interactive: false,
  arguments: {},
  ...changes,
});
const withClient = (client: object) =>
  ({
    accounts: { active: { id: 'a' }, client },
    features: { use: (_: string, one: () => Promise<unknown>) => one() },
    log: { info: () => undefined },
  }) as unknown as Services;

describe('cancelled maintenance', () => {
  it.each([
    ['2 scheduled maintenance windows deleted', 2],
    ['Machine 4242: 1 window deleted', 1],
    ['Deleted 2 windows, 1 of them begun', undefined],
    ['Done', undefined],
  ])('of which the service says “%s” counts %s', async (msg, windows) => {
    const services = withClient({ machines: { cancelMaintenance: () => Promise.resolve({ msg }) } });
    const result = await cancelMaintenance(services, call({ arguments: { machineId: 4242 } }));
    expect(result?.windows).toBe(windows);
  });
});

describe('a variable of the account', () => {
  it('is looked up once its value is typed, and a failure is told', async () => {
    const list = vi.fn(() => Promise.reject(new Error('No list.')));
    const services = withClient({ secrets: { list } });
    const setting = setVariable(services, call({ interactive: true, arguments: { name: 'TOKEN' } }));
    await eventually(() => expect(screen.inputs).toHaveLength(1));
    expect(list).not.toHaveBeenCalled();
    screen.inputs[0]!.type('value');
    screen.inputs[0]!.accept();
    await expect(setting).rejects.toThrow('No list.');
  });
});

import { beforeEach, expect, it, vi } from 'vitest';
import { offerToStop } from '../../../src/connect/openSource';
import { accountInUse } from '../../../src/stores/account/accountInUse';
import { commandServices } from '../support/commandServices';
import { clearScreen, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const running = { id: 7, label: 'train', actual_status: 'running', cur_state: 'running', dph_total: 1 };
const said = 'train (7) was started and costs $1.00/h while it runs.';

it.each([
  ['runs', 'a', running, [[said, 'Stop…']]],
  [
    'was stopped meanwhile',
    'a',
    { ...running, actual_status: 'exited', cur_state: 'stopped', intended_status: 'stopped' },
    [],
  ],
  ['is gone', 'a', { ...running, id: 8 }, []],
  [
    'is of an account that isn’t in use any more',
    'b',
    { ...running, label: 'other' },
    [[`a@x.com: ${said}`]],
  ],
])('after a copy, what was started for it and %s', (_, active, latest, told) => {
  const { services } = commandServices(latest);
  Object.assign(services.accounts, { active: { id: 'a', userId: 1, email: 'a@x.com' } });
  const who = accountInUse(services.accounts);
  Object.assign(services.accounts, { active: { id: active, userId: 1, email: `${active}@x.com` } });
  offerToStop(services, { who, instance: running });
  expect(screen.shown.map(({ message, buttons }) => [message, ...buttons])).toEqual(told);
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { ScheduledStops } from '../../../../src/stores/stops/scheduledStops';
import { tellMachines } from '../../../../src/views/stops/keepStops';
import { temporaryFolder } from '../../ssh/support/temporary';
import { clearScreen, screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
/** No host key is known any more. */
vi.mock('../../../../src/connect/entries/sshSetup', () => ({
  sshSetup: () => ({ config: { knowsHost: () => Promise.resolve(false) } }),
}));

beforeEach(clearScreen);

it('tells of a stop that couldn’t be taken back, with a button to try it again', async () => {
  const folder = await temporaryFolder();
  const told = { token: 'one', at: Date.now() + 3_600_000, toldAt: Date.now(), watches: true };
  await mkdir(join(folder, 'a-1'));
  await writeFile(join(folder, 'a-1', 'machine-stops.json'), JSON.stringify({ 7: told }));
  const files = new AccountFiles(folder);
  const train = { id: 7, label: 'train', actual_status: 'running', intended_status: 'running' };
  const stores = {
    accounts: { accounts: [{ id: 'a-1', baseUrl: 'https://gpu.example', userId: 1 }] },
    instances: { state: { accountId: 'a-1' }, get: () => train, redraw: () => undefined },
    rates: { listOf: () => undefined },
    runs: { read: () => Promise.resolve([]) },
    scheduledStops: new ScheduledStops(files, systemClock),
    lease: () => ({ tryRun: (task: () => Promise<void>) => task().then(() => true) }),
    files,
    clock: systemClock,
    log: silent,
  } as unknown as Parameters<typeof tellMachines>[0];
  screen.presses = ['Try Again'];
  const machines = tellMachines(stores);
  await machines.look('a-1');
  const text = /^train \(7\) still has an earlier stop time, .+, and couldn’t be told\. It may stop then\.$/;
  const said = () => screen.shown.map(({ message, kind, buttons }) => ({ message, kind, buttons }));
  const warning = { message: expect.stringMatching(text) as string, kind: 'warning', buttons: ['Try Again'] };
  // It was tried again, and failed again.
  await eventually(() => expect(said()).toEqual([warning, warning]));
  machines.dispose();
});

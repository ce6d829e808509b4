import { tmpdir } from 'node:os';
import { beforeEach, expect, it, vi } from 'vitest';
import { LocalError } from '../../../../src/api/localError';
import { runSweep } from '../../../../src/commands/sweeps/runSweep';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
vi.mock('../../../../src/commands/runs/sending', () => ({
  lookAtFiles: () => Promise.resolve({}),
  placeOn: () => Promise.reject(new LocalError('may_pass', 'No.')),
}));
vi.mock('../../../../src/commands/runs/copying', async (load) => ({
  ...(await load<object>()),
  localPath: (path: string) => path,
}));
beforeEach(clearScreen);

it('rents no more machines than there are jobs, and gives them back although no list can be loaded', async () => {
  const { services } = commandServices();
  Object.assign(services.instances, { refresh: () => Promise.reject(new Error('no list')) });
  screen.results['gpuRental.rentOffers'] = { rented: [{ instanceId: 8 }, { instanceId: 9 }] };
  const given = {
    ...{ folder: tmpdir(), task: { run: 'true' }, parameters: [{ lr: 1 }, { lr: 2 }] },
    ...{ query: {}, count: 10, request: {} },
  };
  const call = { instanceIds: [], confirmed: true, interactive: false, arguments: given };
  await expect(runSweep(services, call)).rejects.toThrow('No.');
  expect(screen.commands).toMatchObject([
    ['gpuRental.rentOffers', { count: 2 }],
    ['gpuRental.destroyInstance', { instanceId: 8 }],
    ['gpuRental.destroyInstance', { instanceId: 9 }],
  ]);
});

import { tmpdir } from 'node:os';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalError } from '../../../../src/api/localError';
import { runSweep } from '../../../../src/commands/sweeps/runSweep';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const sending = vi.hoisted(() => ({ placeOn: vi.fn() }));
vi.mock('../../../../src/commands/runs/sending', () => ({
  lookAtFiles: () => Promise.resolve({}),
  ...sending,
}));
const beginning = vi.hoisted(() => ({ beginSweep: vi.fn() }));
vi.mock('../../../../src/commands/sweeps/beginSweep', () => beginning);
vi.mock('../../../../src/commands/runs/copying', async (load) => ({
  ...(await load<object>()),
  localPath: (path: string) => path,
}));
beforeEach(() => {
  clearScreen();
  sending.placeOn.mockRejectedValue(new LocalError('may_pass', 'No.'));
});

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

describe('a sweep that begins without an instance', () => {
  const running = { label: 'job', actual_status: 'running', intended_status: 'running', dph_total: 1 };
  const task = { folder: tmpdir(), task: { run: 'true' }, parameters: [{ lr: 1 }, { lr: 2 }] };
  const call = (given: object) => ({
    ...{ instanceIds: [], confirmed: true, interactive: false },
    arguments: { ...task, ...given },
  });
  const warning = 'sft runs without job (9), which may still be billed. The log says why.';

  function setUp() {
    const all = commandServices({ ...running, id: 8 }, { ...running, id: 9 });
    Object.assign(all.services, { runKeeper: { look: () => Promise.resolve() } });
    sending.placeOn.mockResolvedValue({ workdir: '/work', sendings: [] });
    beginning.beginSweep.mockResolvedValue({
      ...{ run: { id: 'run', name: 'sft' }, instanceIds: [8], failed: [9] },
    });
    screen.results['gpuRental.rentOffers'] = { rented: [{ instanceId: 8 }, { instanceId: 9 }] };
    screen.press = 'Destroy…';
    return all;
  }
  const destroyed = () => screen.commands.filter(([id]) => id === 'gpuRental.destroyInstance');

  it('that was rented for it says so, and destroys it after a question that names it', async () => {
    const { services, choices } = setUp();
    const begun = await runSweep(services, call({ query: {}, count: 2, request: {} }));
    expect(begun).toEqual({ runId: 'run', instanceIds: [8] });
    expect(screen.shown).toMatchObject([{ message: warning, buttons: ['Destroy…'] }]);
    await eventually(() =>
      expect(destroyed()).toMatchObject([['gpuRental.destroyInstance', { instanceId: 9 }]]),
    );
    expect(choices).toMatchObject([
      {
        message: 'Destroy the instance that sft doesn’t use?',
        detail: 'Instance: job (9)\nIt was rented for this run and costs $1.00/h now.',
        options: ['Destroy', 'Keep'],
        warns: true,
      },
    ]);
  });

  it('keeps it where the person doesn’t want that', async () => {
    const { services, choices, answer } = setUp();
    answer.option = 1;
    await runSweep(services, call({ query: {}, count: 2, request: {} }));
    await eventually(() => expect(choices).toHaveLength(1));
    expect(destroyed()).toEqual([]);
  });

  it('that was there before only says so', async () => {
    const { services, choices } = setUp();
    await runSweep(services, call({ instanceIds: [8, 9] }));
    expect(screen.shown).toMatchObject([{ message: warning, buttons: [] }]);
    expect([choices, destroyed()]).toEqual([[], []]);
  });
});

import { beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../../../src/commands/call';
import { deleteNetwork } from '../../../../src/commands/nodes/deleteNetwork';
import { forgetRun } from '../../../../src/commands/runs/endRun';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { commandServices } from '../../support/commandServices';
import { eventually } from '../../support/eventually';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'together', instanceId: 1, instanceName: 'one', run: 'true', setup: '' },
  ...{ folder: '/f', workdir: '~/f', fetch: [], results: '/f/results', then: 'stop', limitHours: 1 },
  ...{ createdAt: 1, phase: 'ended', nodes: 2, network: 'net-1' },
});
const other: Run = { ...run, id: 'run-00002', instanceId: 2, serves: run.id };
const call: Call = {
  ...{ instanceIds: [], confirmed: false, interactive: true },
  arguments: { runId: run.id },
};

/** With instances that are still listed, and what the service says of its networks. */
function world(
  listed: readonly number[],
  networks: readonly { name: string; instances?: number[] | undefined }[],
) {
  const all = commandServices(...listed.map((id) => ({ id, label: `node ${id}` })));
  const { services } = all;
  all.runs.push({ ...run }, other);
  const deleted: string[] = [];
  const overlays = {
    list: () => Promise.resolve(networks),
    delete: (name: string) => Promise.resolve(void deleted.push(name)),
  };
  Object.assign(services.accounts.client ?? {}, { overlays });
  const removed: string[] = [];
  Object.assign(services.runs, {
    edit: () => Promise.resolve(),
    remove: (_: string, id: string) => Promise.resolve(void removed.push(id)),
  });
  return { ...all, deleted, removed };
}

it.each([
  ['that it is empty', [{ name: 'net-1', instances: [] }]],
  ['of one alone', [{ name: 'net-1', instances: [2] }]],
  ['of none', [{ name: 'net-1' }]],
  ['nothing of it', []],
])('names the instances of the run that are still there where the service tells %s', async (_, networks) => {
  const { services, asked, deleted } = world([1, 2], networks);
  const result = await deleteNetwork(services, call);
  expect([...(result?.destroyed ?? [])].sort()).toEqual([1, 2]);
  expect(asked[0]?.detail).toContain('node 1 (1)');
  expect(asked[0]?.detail).toContain('node 2 (2)');
  expect(asked[0]?.yes).toBe('Delete and Destroy Instances');
  expect(deleted).toEqual(['net-1']);
});

it('says that the network is loaded, and then deleted, where that takes a moment', async () => {
  const { services } = world([1], [{ name: 'net-1', instances: [] }]);
  const progress = vi.spyOn(fakeVscode.window, 'withProgress');
  // Each of its two looks takes until its notice is there.
  let looks = 0;
  const untilSaid = () => {
    looks += 1;
    return eventually(() => expect(progress).toHaveBeenCalledTimes(looks));
  };
  Object.assign(services.instances, { refresh: untilSaid });
  await deleteNetwork(services, call);
  const titles = progress.mock.calls.map(([options]) => (options as { title?: string }).title);
  expect(titles).toEqual(['Loading the network…', 'Deleting the network…']);
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, 250));
  Object.assign(services.instances, { refresh: late });
  await deleteNetwork(services, { ...call, interactive: false });
  expect(progress).toHaveBeenCalledTimes(2);
  progress.mockRestore();
});

it('names those that the service tells of, whosever they are, and none that is gone', async () => {
  const { services, asked } = world([2, 7], [{ name: 'net-1', instances: [7] }]);
  expect(await deleteNetwork(services, call)).toEqual({ runId: run.id, destroyed: [7, 2] });
  expect(asked[0]?.detail).toMatch(/node 7 \(7\).*node 2 \(2\)/);
});

it('destroys by themselves the instances of a network that the service no longer has', async () => {
  const { services } = world([2], []);
  await deleteNetwork(services, call);
  expect(screen.commands).toEqual([
    ['gpuRental.destroyInstance', expect.objectContaining({ instanceId: 2 })],
  ]);
});

it.each([
  [[], [1, 2]],
  [[2], [1]],
  [undefined, []],
])(
  'destroys by themselves those that it named and the network doesn’t have, which is %s',
  async (told, own) => {
    const { services, deleted } = world([1, 2], [{ name: 'net-1', instances: told }]);
    await deleteNetwork(services, call);
    const one = (instanceId: number): unknown => [
      'gpuRental.destroyInstance',
      expect.objectContaining({ instanceId }),
    ];
    expect(screen.commands).toEqual(own.map(one));
    expect(deleted).toEqual(['net-1']);
  },
);

it('keeps the network of a run whose instances it couldn’t destroy', async () => {
  const { services, deleted } = world([1, 2], []);
  const edit = vi.spyOn(services.runs, 'edit');
  screen.results['gpuRental.destroyInstance'] = Promise.reject(new Error('It still costs $0.50/h.'));
  await expect(deleteNetwork(services, call)).rejects.toThrow(/node 1 \(1\): .*node 2 \(2\): /);
  expect([edit.mock.calls, deleted]).toEqual([[], []]);
});

it('is done although the list can’t be loaded again, and then destroys nothing by itself', async () => {
  const { services, deleted } = world([1], [{ name: 'net-1', instances: [1] }]);
  const refresh = vi.fn(() => Promise.resolve()).mockResolvedValueOnce();
  refresh.mockRejectedValue(new Error('no list'));
  Object.assign(services.instances, { refresh });
  expect(await deleteNetwork(services, call)).toEqual({ runId: run.id, destroyed: [1] });
  expect([deleted, screen.commands]).toEqual([['net-1'], []]);
});

it('says that nothing is in it once neither list has anything', async () => {
  const { services, asked } = world([], [{ name: 'net-1', instances: [] }]);
  expect(await deleteNetwork(services, call)).toEqual({ runId: run.id, destroyed: [] });
  expect(asked[0]).toMatchObject({ detail: 'There are no instances in it any more.', yes: 'Delete' });
});

it.each<[string, { name: string; instances?: number[] }[], boolean]>([
  ['the service tells of none', [{ name: 'net-1' }], true],
  ['the service doesn’t list it', [], true],
  ['the list of instances fails', [{ name: 'net-1', instances: [] }], false],
])(
  'says where %s that it isn’t known what is destroyed, and names what was in it',
  async (_, networks, works) => {
    const { services, asked, runs } = world([], networks);
    const refresh = vi.fn(() => Promise.resolve());
    if (!works) refresh.mockRejectedValueOnce(new Error('no list'));
    Object.assign(services.instances, { refresh });
    Object.assign(runs[0] ?? {}, { fetch: ['out/'] });
    expect(await deleteNetwork(services, call)).toEqual({ runId: run.id, destroyed: [1, 2] });
    expect(asked[0]?.yes).toBe('Delete and Destroy Instances');
    expect(asked[0]?.detail).toMatch(
      /^It isn’t known which instances are in it\. .*1.*2.*\nThe results of these runs .*: together\.$/,
    );
  },
);

it('names a network that is left of a run which is removed from the list, and offers to delete it', async () => {
  const { services, choices, removed, answer } = world([1, 2], []);
  answer.option = 1;
  expect(await forgetRun(services, call)).toEqual({ runId: run.id });
  expect(choices[0]?.options).toEqual(['Delete Network…', 'Remove']);
  expect(choices[0]?.detail).toContain('The network net-1, which was created for it, is kept');
  expect(removed).toEqual([run.id, other.id]);
  expect(screen.commands).toEqual([]);
});

it('keeps the run in the list where the question about its network was closed', async () => {
  const { services, removed } = world([1, 2], []);
  expect(await forgetRun(services, call)).toBeUndefined();
  expect(screen.commands).toEqual([['gpuRental.deleteNetwork', expect.anything()]]);
  expect(removed).toEqual([]);
});

it('asks nothing about a network that isn’t there, or of a program that may do it', async () => {
  const { services, asked, choices, removed, runs } = world([1, 2], []);
  await forgetRun(services, { ...call, confirmed: true });
  expect(removed).toHaveLength(2);
  runs.splice(0, 1, { ...run, network: undefined } as Run);
  await forgetRun(services, call);
  expect(asked.map(({ detail }) => detail)).toEqual(['Its results stay where they are.']);
  expect(choices).toEqual([]);
});

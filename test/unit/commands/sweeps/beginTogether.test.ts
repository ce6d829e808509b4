import { expect, it, vi } from 'vitest';
import { LocalError } from '../../../../src/api/localError';
import {
  beginTogether,
  type Machine,
  type StartTogether,
  type Together,
} from '../../../../src/commands/sweeps/beginTogether';
import { commandServices } from '../../support/commandServices';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const remote = { program: '/nowhere/ssh', alias: 'gpu-1', configFile: '', defaultConfigFile: '' };
const refused = new LocalError('may_pass', 'No.');
const ids = Array.from({ length: 30 }, (_, index) => index + 1);

/** Connects to thirty machines. Stops there: the first one has no program to log in to it with. */
async function connectTo(
  answer: (id: number) => Promise<Machine | undefined> | undefined,
  without?: Together['without'],
) {
  const { services } = commandServices();
  const asked: number[] = [];
  const active = { now: 0, most: 0, alone: 0 };
  const connect = async (id: number) => {
    asked.push(id);
    active.most = Math.max(active.most, ++active.now);
    if (id === 1) active.alone = active.now;
    await new Promise((resolve) => setTimeout(resolve, id === 1 ? 5 : 1));
    active.now--;
    return answer(id) ?? { id, remote };
  };
  const ways = { connect, send: () => Promise.resolve(), nameOf: String };
  const start = {
    plan: { task: {}, folder: '/f', name: 'all', instanceId: 1, fetch: [] },
    machines: ids.map((id) => ({ id, rate: undefined })),
    ...{ secrets: {}, workdir: '~/w' },
  } as unknown as StartTogether;
  const together = { reachesItself: false, ...(without && { without }) } as Together;
  const progress = { signal: new AbortController().signal, report: () => undefined };
  const result = await beginTogether(
    services,
    { id: 'a', baseUrl: '' },
    ways,
    start,
    together,
    progress,
  ).catch((error: unknown) => error);
  return { result, asked, active };
}

it('connects to the first machine by itself, and then to eight at a time', async () => {
  const { asked, active } = await connectTo(() => undefined);
  expect(asked).toEqual(ids);
  expect(active).toMatchObject({ alone: 1, most: 8 });
});

it('goes on without those that can’t be reached, where it may', async () => {
  const left: number[] = [];
  const { asked, result } = await connectTo(
    (id) => (id % 10 === 0 ? Promise.reject(refused) : undefined),
    (id) => () => void left.push(id),
  );
  expect(asked).toEqual(ids);
  expect(left.toSorted((a, b) => a - b)).toEqual([10, 20, 30]);
  expect(result).not.toBe(refused);
});

it('asks nobody any more once one of those that are all needed is refused or fails', async () => {
  const failed = await connectTo((id) => (id === 3 ? Promise.reject(refused) : undefined));
  expect(failed.result).toBe(refused);
  const saidNo = await connectTo((id) => (id === 3 ? Promise.resolve(undefined) : undefined));
  expect(saidNo.result).toBeUndefined();
  for (const { asked } of [failed, saidNo]) expect(asked.length).toBeLessThan(20);
});

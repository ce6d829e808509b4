import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../../src/commands/call';
import { ApiError, isUnsupported } from '../../../../src/api/errors';
import { destroyInstance } from '../../../../src/commands/instances/destroyInstance';
import { rebootInstance, recycleInstance } from '../../../../src/commands/instances/restartInstances';
import { startInstance } from '../../../../src/commands/instances/startInstance';
import { stopInstance } from '../../../../src/commands/instances/stopInstance';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { ToldStops } from '../../../../src/stores/stops/toldStops';
import { temporaryFolder } from '../../ssh/support/temporary';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

beforeEach(clearScreen);

const price = { dph_total: 0.5, storage_total_cost: 0.02 };
const running: SharedInstance = {
  id: 1,
  label: 'train',
  actual_status: 'running',
  intended_status: 'running',
  // Without SSH, so that no files can be copied first.
  image_runtype: 'args',
  ...price,
};
const other: SharedInstance = { ...running, id: 2, label: 'eval' };
const { storage_total_cost: _, ...unpriced } = { ...running, id: 3 };
const stopped: SharedInstance = { ...running, id: 4, actual_status: 'exited', intended_status: 'stopped' };

const of = (...instanceIds: number[]): Call => ({
  instanceIds,
  confirmed: false,
  interactive: true,
  arguments: {},
});

describe('what is asked before an instance', () => {
  it('is stopped names it and what its disk costs from then on', async () => {
    const { services, asked } = commandServices(running);
    await stopInstance(services, of(1));
    expect(asked[0]).toMatchObject({ message: expect.stringContaining('train (1)') as string, yes: 'Stop' });
    expect(asked[0]?.detail).toContain('$0.020/h');
  });

  it('is stopped names the runs that go on there and end, and no other', async () => {
    const { services, asked, runs } = commandServices(running, other);
    const run = { instanceId: 1, fetch: [], phase: 'running' as const };
    runs.push({ ...run, name: 'training' }, { ...run, name: 'old', phase: 'ended' });
    await stopInstance(services, of(1));
    await stopInstance(services, of(2));
    expect(asked[0]?.detail).toMatch(
      /^A run in progress on it is interrupted: training\.\n\nRunning programs/,
    );
    expect(asked[1]?.detail).toMatch(/^Running programs/);
  });

  it('is stopped, rebooted or recycled says that runs may go on there where the list of them can’t be read', async () => {
    const { services, asked, runs, answer } = commandServices(running);
    answer.areRunsKnown = false;
    await stopInstance(services, of(1));
    await rebootInstance(services, of(1));
    runs.push({ name: 'training', instanceId: 1, fetch: ['out'], phase: 'running' });
    await recycleInstance(services, of(1));
    const unknown = 'Runs that can’t be read from the list may be in progress.';
    for (const { detail } of asked) expect(detail?.startsWith(unknown)).toBe(true);
    expect(asked).toHaveLength(3);
    expect(asked[2]?.detail).toContain('progress. A run in progress on it is interrupted: training.');
    expect(asked[2]?.detail).toContain('may be lost. The results of these runs aren’t on this computer');
  });

  it('is stopped adds up several, and says no sum where one price is unknown', async () => {
    const { services, asked } = commandServices(running, other, unpriced);
    await stopInstance(services, of(1, 2));
    await stopInstance(services, of(1, 3));
    expect(asked[0]?.detail).toContain('$0.040/h');
    expect(asked[1]?.detail).toContain('$?/h');
  });

  it('is stopped names every one of several, and those of a selection that stay as they are', async () => {
    const { services, asked, sent } = commandServices(running, other, stopped);
    await stopInstance(services, of(1, 2, 4));
    expect(asked[0]?.message).toBe('Stop 2 instances?');
    expect(asked[0]?.detail).toContain('train (1)\neval (2)');
    expect(asked[0]?.detail).toContain('The disks are kept');
    expect(asked[0]?.detail).toContain('train (4) isn’t changed.');
    await stopInstance(services, of(1, 4));
    expect(asked[1]?.message).toBe('Stop train (1)?');
    expect(asked[1]?.detail).toContain('train (4) isn’t changed.');
    expect(sent.map(([id]) => id)).toEqual([1, 2, 1]);
    await startInstance(services, of(4, 1, 2));
    expect(asked[2]?.detail).toContain('These aren’t changed: train (1), eval (2).');
  });

  it('is stopped while it waits for its GPU does not speak of running programs', async () => {
    const waits = { ...running, actual_status: 'exited', cur_state: 'stopped' };
    const { services, asked } = commandServices(waits);
    await stopInstance(services, of(1));
    expect(asked[0]?.detail).toMatch(/^It stops waiting for its GPU\. The disk is kept; .*\$0\.020\/h/);
  });

  it('is started says what it costs while it runs', async () => {
    const { services, asked } = commandServices(stopped);
    await startInstance(services, of(4));
    expect(asked[0]?.message).toContain('$0.50/h');
  });

  it('is started beyond a budget proposes a stop of each, and schedules it for those that started', async () => {
    screen.settings = { 'budget.perDay': 3 };
    const { services, choices, scheduled, sent, answer } = commandServices(stopped, { ...stopped, id: 5 });
    await startInstance(services, of(4, 5));
    expect(choices[0]?.options).toEqual([expect.stringMatching(/^Start and Stop at /), 'Start']);
    const stop = { action: 'stop', when: { kind: 'at', at: answer.now + 3 * 3_600_000 } };
    expect(scheduled).toEqual([4, 5].map((id) => ['a', id, stop, { onlyIfNone: true }]));
    scheduled.length = 0;
    answer.option = 1;
    await startInstance(services, of(4));
    answer.agrees = false;
    await startInstance(services, of(4));
    answer.refusesId = 5;
    answer.refusal = new ApiError('rate_limited', 'Not instance 5.', { status: 429 });
    [answer.agrees, answer.option] = [true, 0];
    await expect(startInstance(services, of(5))).rejects.toThrow('Not instance 5.');
    expect(scheduled).toEqual([]);
    expect(sent.map(([id]) => id)).toEqual([4, 5, 4, 5]);
  });

  it('is started beyond a budget has its stop also where it waits for its GPU, which the person is told', async () => {
    screen.settings = { 'budget.perDay': 3 };
    const { services, scheduled, marked, answer } = commandServices(stopped);
    answer.started = 'queued';
    expect(await startInstance(services, of(4))).toEqual({ instanceIds: [4], queued: [4] });
    expect(scheduled).toHaveLength(1);
    expect(marked).toEqual([['a', 4, { isTold: true }]]);
    expect(screen.shown).toMatchObject([
      {
        message: expect.stringMatching(/^train \(4\) is waiting for its GPU/) as string,
        buttons: ['Stop Again', 'Search the Same GPU'],
      },
    ]);
  });

  it('is started by a program tells the program that it waits for its GPU, and the person later', async () => {
    const { services, marked, answer } = commandServices(stopped, { ...stopped, id: 5 });
    const call = { ...of(4, 5), confirmed: true, interactive: false };
    expect(await startInstance(services, call)).toEqual({ instanceIds: [4, 5] });
    answer.started = 'queued';
    expect(await startInstance(services, call)).toEqual({ instanceIds: [4, 5], queued: [4, 5] });
    expect(marked.slice(2)).toEqual([4, 5].map((id) => ['a', id, { isTold: false }]));
    expect(screen.shown).toEqual([]);
  });

  it('is started beyond a budget has its stop also where the answer was lost, since it may run', async () => {
    screen.settings = { 'budget.perDay': 3 };
    const { services, scheduled, answer } = commandServices(stopped);
    answer.refusesId = 4;
    answer.refusal = new ApiError('timeout', 'No response.', { sent: true });
    await expect(startInstance(services, of(4))).rejects.toThrow('No response.');
    expect(scheduled).toHaveLength(1);
  });

  it('is started says what it may cost where the answer was lost, and the person hears how it ends', async () => {
    const { services, marked, answer } = commandServices(stopped);
    answer.refusesId = 4;
    answer.refusal = new ApiError('timeout', 'No response.', { sent: true });
    await expect(startInstance(services, of(4))).rejects.toThrow(
      /^No response\. It may start and then costs \$0\.50\/h\.$/,
    );
    expect(marked).toEqual([['a', 4]]);
    answer.refusal = new ApiError('rate_limited', 'Too many requests.', { status: 429 });
    await expect(startInstance(services, of(4))).rejects.toThrow(/^Too many requests\.$/);
    expect(marked).toHaveLength(1);
  });

  it.each([
    ['timeout', 'It may not be stopped and may still cost $0.50/h.'],
    ['rate_limited', 'It wasn’t stopped and still costs $0.50/h.'],
  ] as const)('is stopped says that it is still billed where that fails: %s', async (code, words) => {
    const { services, answer } = commandServices(running);
    answer.refusesId = 1;
    answer.refusal = new ApiError(code, 'No.', { sent: true });
    await expect(stopInstance(services, of(1))).rejects.toThrow(`No. ${words}`);
  });

  it('is destroyed names every one of several', async () => {
    const { services, asked } = commandServices(running, other);
    await destroyInstance(services, of(1, 2));
    expect(asked[0]?.yes).toBe('Destroy');
    expect(asked[0]?.detail).toContain('train (1)\neval (2)');
  });
});

describe('what is asked before an instance with files is destroyed', () => {
  const withSsh = { image_runtype: 'ssh_direct', ssh_host: '203.0.113.7', ssh_port: 4022, disk_space: 40 };
  const reachable: SharedInstance = { ...running, ...withSsh };
  /** The rows of the list that is open. */
  const rows = async (count: number) => {
    await eventually(() => expect(screen.picks.at(count - 1)?.items.length).toBeGreaterThan(0));
    return screen.picks[count - 1]!;
  };

  it('names what is on its disk, and the first button, which Enter presses, destroys nothing', async () => {
    const { services, asked, choices, sent, figures } = commandServices(reachable);
    figures.set(1, { disk_usage: 3.21 });
    expect(await destroyInstance(services, of(1))).toBeUndefined();
    expect(choices[0]).toMatchObject({
      message: 'Destroy train (1) and everything on its disk?',
      options: ['Copy Files First…', 'Destroy'],
      warns: true,
    });
    expect(choices[0]?.detail).toMatch(/^Its disk: 3\.2 of 40 GB used\./);
    const ways = await rows(1);
    expect(ways.items.map(({ label }) => label)).toEqual([
      '$(cloud-download) Copy to This Computer…',
      '$(remote) Connect',
      '$(terminal) Open in Terminal',
    ]);
    ways.choose(ways.items[2]!);
    await eventually(() =>
      expect(screen.commands).toMatchObject([['gpuRental.openTerminal', { instanceId: 1 }]]),
    );
    expect([asked, sent]).toEqual([[], []]);
  });

  it('destroys when that is pressed, and does nothing when it is closed', async () => {
    const { services, sent, answer } = commandServices(reachable);
    answer.option = 1;
    expect(await destroyInstance(services, of(1))).toEqual({ instanceIds: [1] });
    answer.agrees = false;
    expect(await destroyInstance(services, of(1))).toBeUndefined();
    expect(sent).toEqual([[1, 'destroyed']]);
    expect(screen.picks).toEqual([]);
  });

  it('says that a stopped one must be started for that, and what that costs', async () => {
    const { services, choices } = commandServices({ ...stopped, ...withSsh });
    await destroyInstance(services, of(4));
    expect(choices[0]?.detail).toContain('To copy files from it, you may have to start it, for $0.50/h.');
  });

  it.each([
    ['has no SSH', { image_runtype: 'args' }, undefined],
    ['has failed', { actual_status: 'exited' }, undefined],
    ['is still loading', { actual_status: 'loading' }, undefined],
    ['has nothing on its disk', {}, 0],
  ])('does not offer it where an instance %s', async (_, more, used) => {
    const { services, asked, choices, figures } = commandServices({ ...reachable, ...more });
    if (used !== undefined) figures.set(1, { disk_usage: used });
    await destroyInstance(services, of(1));
    expect([asked.length, choices.length]).toEqual([1, 0]);
  });

  it('names the disk of each of several, and asks from which one to copy', async () => {
    const second = { ...reachable, id: 2, label: 'eval' };
    const args = { ...reachable, id: 3, label: 'old', image_runtype: 'args' };
    const { services, choices, figures, sent } = commandServices(reachable, second, args);
    figures.set(2, { disk_usage: 12 });
    await destroyInstance(services, of(1, 2, 3));
    expect(choices[0]?.detail).toMatch(
      /^train \(1\) · 40 GB\neval \(2\) · 12 of 40 GB used\nold \(3\) · 40 GB\n/,
    );
    const sources = await rows(1);
    expect(sources.items.map(({ label }) => label)).toEqual(['train (1)', 'eval (2)']);
    sources.choose(sources.items[1]!);
    const ways = await rows(2);
    ways.choose(ways.items[0]!);
    await eventually(() =>
      expect(screen.commands).toMatchObject([['gpuRental.copyFromInstance', { instanceId: 2 }]]),
    );
    expect(sent).toEqual([]);
  });

  it('names the runs whose results would be lost', async () => {
    const { services, choices, runs } = commandServices(reachable);
    runs.push({ name: 'train', instanceId: 1, fetch: ['outputs/'], fetchedAt: undefined });
    runs.push({ name: 'fetched', instanceId: 1, fetch: ['outputs/'], fetchedAt: 1 });
    runs.push({ name: 'elsewhere', instanceId: 2, fetch: ['outputs/'], fetchedAt: undefined });
    await destroyInstance(services, of(1));
    expect(choices[0]?.detail).toMatch(
      /^The results of these runs aren’t on this computer and would be lost: train\.\n/,
    );
  });

  it('says of a move that isn’t finished that files would be lost, while what was rented for it is there', async () => {
    const { services, choices, targets } = commandServices(reachable, other);
    targets.set(1, 2);
    await destroyInstance(services, of(1));
    targets.set(1, 9);
    await destroyInstance(services, of(1));
    expect(choices[0]?.detail).toMatch(
      /^The move of train \(1\) to eval \(2\) isn’t finished\. Files that weren’t copied yet would be lost\.\n/,
    );
    expect(choices[1]?.detail).not.toContain('move');
  });

  it('says where it isn’t known whether results would be lost', async () => {
    const { services, choices, answer } = commandServices(reachable);
    answer.areRunsKnown = false;
    await destroyInstance(services, of(1));
    expect(choices[0]?.detail).toMatch(/^The list of runs can’t be read\. Results /);
  });

  it('is not asked of a program with consent', async () => {
    const { services, choices, sent } = commandServices(reachable);
    await destroyInstance(services, { ...of(1), interactive: false, confirmed: true });
    expect([choices, sent]).toEqual([[], [[1, 'destroyed']]]);
  });
});

describe('what is asked before an instance', () => {
  it('is rebooted says that programs end, and is no warning', async () => {
    const { services, asked } = commandServices(running);
    await rebootInstance(services, of(1));
    expect(asked[0]).toMatchObject({ message: 'Reboot train (1)?', yes: 'Reboot' });
    expect(asked[0]?.detail).toContain('Running programs end');
    expect(asked[0]?.warns).toBeUndefined();
  });

  it('is rebooted names the runs that go on there and end', async () => {
    const { services, asked, runs } = commandServices(running, other);
    runs.push({ name: 'training', instanceId: 1, fetch: [], phase: 'running' });
    await rebootInstance(services, of(1));
    await rebootInstance(services, of(2));
    expect(asked[0]?.detail).toMatch(
      /^A run in progress on it is interrupted: training\.\n\nRunning programs/,
    );
    expect(asked[1]?.detail).toMatch(/^Running programs/);
  });

  it('is recycled names the loss of its data, warns, and forgets its host key afterwards', async () => {
    const { services, asked, told } = commandServices(running, other);
    await recycleInstance(services, of(1, 2));
    expect(asked[0]).toMatchObject({ yes: 'Recreate', warns: true });
    expect(asked[0]?.message).toBe(
      'Recreate 2 instances from their images and lose everything on their disks?',
    );
    expect(asked[0]?.detail).toContain('train (1)\neval (2)');
    expect(asked[0]?.detail).toContain('This can’t be undone');
    expect(asked[0]?.detail).toMatch(/^train \(1\)/);
    expect(told).toEqual(expect.arrayContaining(['recycling 1 2', 'forgotten 1', 'forgotten 2', 'over 1']));
  });
});

describe('what is asked before instances with runs are recycled', () => {
  it('names first what ends and what is lost', async () => {
    const { services, asked, runs, answer } = commandServices(running, other);
    runs.push({ name: 'going', instanceId: 2, fetch: ['out/'], fetchedAt: undefined, phase: 'running' });
    runs.push({ name: 'done', instanceId: 1, fetch: ['out/'], fetchedAt: 1, phase: 'ended' });
    await recycleInstance(services, of(1, 2));
    expect(asked[0]?.detail).toMatch(
      /^A run in progress on them is interrupted: going\.\n+The results of these runs .* would be lost: going\.\n/,
    );
    answer.areRunsKnown = false;
    await recycleInstance(services, of(1));
    expect(asked[1]?.detail).toMatch(
      /^Runs that can’t be read .* progress\.\n\nThe list of runs can’t be read\. Results /,
    );
  });
});

it('waits for no results of a run any more whose instance was recycled, but for those of others', async () => {
  const { services, asked, runs, answer } = commandServices(running, other);
  const before = { name: 'train', fetch: ['out/'], phase: 'ended' as const };
  runs.push({ ...before, id: 'a', instanceId: 1 }, { ...before, id: 'b', instanceId: 2 });
  runs.push({ ...before, id: 'c', instanceId: 1, fetchedAt: 5 });
  runs.push({ ...before, id: 'd', instanceId: 1, fetch: [], phase: 'running' });
  await recycleInstance(services, of(1));
  expect(runs.map(({ recreatedAt }) => recreatedAt)).toEqual([answer.now, undefined, undefined, answer.now]);
  await recycleInstance(services, of(1));
  await recycleInstance(services, of(2));
  const told = asked.map(({ detail }) => /results of these runs .* lost: train/.test(detail ?? ''));
  expect(told).toEqual([true, false, true]);
});

it('says which instances stop themselves no longer once they are recycled, and notes it, also after a reboot', async () => {
  const { services, asked, stops, answer } = commandServices(running, other);
  Object.assign(services, { files: new AccountFiles(await temporaryFolder()) });
  const told = new ToldStops(services.files, services.clock);
  const at = answer.now + 3_600_000;
  const watches = { token: 't', at, toldAt: answer.now, watches: true };
  for (const id of [1, 2])
    stops.set(id, { token: 't', action: 'stop', when: { kind: 'at', at }, createdAt: 1 });
  await told.edit('a', 1, () => watches);
  await recycleInstance(services, of(1, 2));
  expect(asked[0]?.detail).toContain('train (1) no longer stops itself as scheduled until you connect');
  expect(asked[0]?.detail).not.toContain('eval (2) no longer');
  expect((await told.read('a')).get(1)).toEqual({ ...watches, wasDown: true });
  expect((await told.read('a')).has(2)).toBe(false);
  await told.edit('a', 2, () => watches);
  await rebootInstance(services, of(2));
  expect(asked[1]?.detail).not.toContain('no longer');
  expect((await told.read('a')).get(2)?.wasDown).toBe(true);
});

it('takes an instance for recycled whose answer was lost, if it is being recycled, and for nothing else', async () => {
  const { services, runs, answer, told } = commandServices(running);
  const { client } = services.accounts as unknown as { client: { instances: object } };
  runs.push({ id: 'a', name: 'train', instanceId: 1, fetch: ['out/'], phase: 'running' });
  answer.refusesId = 1;
  answer.refusal = new ApiError('timeout', 'No response.', { sent: true });
  await expect(recycleInstance(services, of(1))).rejects.toThrow('No response.');
  expect([runs[0]?.recreatedAt, told]).toEqual([undefined, ['recycling 1', 'over 1', 'over 1']]);
  Object.assign(client.instances, { get: () => Promise.resolve({ ...running, actual_status: 'recycling' }) });
  expect(await recycleInstance(services, of(1))).toEqual({ instanceIds: [1] });
  expect([runs[0]?.recreatedAt, told.slice(3)]).toEqual([
    answer.now,
    ['recycling 1', 'forgotten 1', 'over 1'],
  ]);
});

describe('what is told while several are destroyed', () => {
  it('is that each is being destroyed, until one is refused, which says that it goes on costing', async () => {
    const { services, answer, told } = commandServices(running, other);
    answer.refusesId = 2;
    answer.refusal = new ApiError('rate_limited', 'Too many requests.', { status: 429 });
    await expect(destroyInstance(services, of(1, 2))).rejects.toThrow(
      /^eval \(2\): Too many requests\. It wasn’t destroyed and still costs \$0\.50\/h\.$/,
    );
    expect(told).toEqual(['destroying 1 2', 'over 2']);
  });

  it('is that one may still exist where the answer did not come', async () => {
    const { services, answer } = commandServices(running);
    answer.refusesId = 1;
    answer.refusal = new ApiError('timeout', 'No response.', { sent: true });
    await expect(destroyInstance(services, of(1))).rejects.toMatchObject({
      code: 'timeout',
      message: 'No response. It may still exist and cost $0.50/h.',
    });
    answer.refusal = new ApiError('not_found', 'Not found.', { status: 404 });
    await expect(destroyInstance(services, of(1))).rejects.toThrow(/^Not found\.$/);
  });
});

it.each([
  ['rebootInstance', rebootInstance],
  ['recycleInstance', recycleInstance],
])(
  '%s of an instance that is gone says that, and not that this account lacks the command',
  async (_, run) => {
    const { services, answer } = commandServices(running);
    const missing = new ApiError('not_found', 'Not found.', { status: 404 });
    const unsupported: unknown[] = [];
    const look = { get: (): Promise<SharedInstance> => Promise.reject(missing) };
    Object.assign(services.accounts.client!.instances, { get: () => look.get() });
    Object.assign(services.features, {
      use: (feature: string, send: () => Promise<unknown>) =>
        send().catch((error: unknown) => {
          if (isUnsupported(error)) unsupported.push(feature);
          throw error;
        }),
    });
    answer.refusesId = 1;
    answer.refusal = missing;
    const gone = { name: 'LocalError', code: 'not_found', message: 'Instance 1 not found.' };
    await expect(run(services, of(1))).rejects.toMatchObject(gone);
    expect(unsupported).toEqual([]);
    look.get = () => Promise.resolve(running);
    await expect(run(services, of(1))).rejects.toThrow(missing);
    expect(unsupported).toHaveLength(1);
  },
);

describe.each([
  ['stopInstance', stopInstance, 'stopped'],
  ['destroyInstance', destroyInstance, 'destroyed'],
  ['rebootInstance', rebootInstance, 'rebooted'],
  ['recycleInstance', recycleInstance, 'recycled'],
] as const)('%s', (_name, command, what) => {
  it('sends nothing when the person says no', async () => {
    const { services, asked, sent, answer } = commandServices(running);
    answer.agrees = false;
    await expect(command(services, of(1))).resolves.toBeUndefined();
    expect([asked.length, sent]).toEqual([1, []]);
  });

  it('asks nothing where consent was given, and does it once for each', async () => {
    const { services, asked, sent } = commandServices(running, other);
    await command(services, { ...of(1, 2), confirmed: true });
    expect([asked, sent]).toEqual([
      [],
      [
        [1, what],
        [2, what],
      ],
    ]);
  });

  it('goes on with the others when one fails, and names that one', async () => {
    const { services, sent, answer } = commandServices(running, other);
    answer.refusesId = 1;
    await expect(command(services, of(1, 2))).rejects.toThrow(/train \(1\): Not instance 1/);
    expect(sent.map(([id]) => id)).toEqual([1, 2]);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newsKinds } from '../../../../src/domain/instances/instanceNews';
import type { SharedInstance, Snapshot } from '../../../../src/domain/instances/sharedInstance';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { systemClock } from '../../../../src/clock';
import type { InstanceChange, InstanceState } from '../../../../src/stores/instances/instanceChange';
import { changeBetween } from '../../../../src/stores/instances/instanceChange';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import { NewsFiles } from '../../../../src/stores/instances/newsFiles';
import { InstanceNode } from '../../../../src/views/instances/instanceNodes';
import { NewsNotifier } from '../../../../src/views/instances/newsNotifier';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';
import { timesOf } from '../../../../src/stores/windows/lease';
import { silent } from '../../../../src/log/log';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const running: SharedInstance = {
  id: 7,
  label: 'train',
  actual_status: 'running',
  intended_status: 'running',
  cur_state: 'running',
  image_runtype: 'ssh_direc ssh_proxy',
  is_bid: true,
  dph_base: 0.05,
  dph_total: 0.07,
  storage_total_cost: 0.02,
};
const states: Record<string, SharedInstance> = {
  running,
  outbid: { ...running, actual_status: 'exited', cur_state: 'stopped' },
  crashed: { ...running, actual_status: 'exited', status_msg: 'CUDA error: out of memory' },
  failed: { ...running, actual_status: 'loading', status_msg: 'toomanyrequests: slow down' },
  hostOffline: { ...running, actual_status: 'offline' },
  frozen: { ...running, actual_status: 'frozen' },
};

let folder: string;
let now: number;
// Its words are loaded with the first news.
beforeAll(() => import('../../../../src/views/instances/newsMessage'));
beforeEach(async () => {
  clearScreen();
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  now = 1_000_000;
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

/** A window with its store, which is told what is listed. */
function openWindow() {
  const clock = { ...systemClock, now: () => now };
  const files = new AccountFiles(folder, undefined, {
    ...timesOf(systemClock),
    monotonic: () => 0,
  });
  const changed = new fakeVscode.EventEmitter<InstanceChange>();
  let state: InstanceState = { accountId: 'a', instances: new Map(), expected: [] };
  const accounts = {
    accounts: [{ id: 'a', baseUrl: '', userId: 1, email: 'me@example.com' }],
    active: { id: 'a', baseUrl: '', userId: 1 },
    switchTo: (id: string) => {
      accounts.active = { id, baseUrl: '', userId: 1 };
      return Promise.resolve();
    },
  };
  const news = new NewsFiles(files, clock);
  const take = vi.spyOn(news, 'take');
  const otherLists = new Set<(accountId: string, list: Snapshot) => void>();
  const notifier = new NewsNotifier({
    log: silent,
    instances: {
      get state() {
        return state;
      },
      onDidChange: changed.event,
    },
    accounts,
    rates: {
      onDidList: (listener) => {
        otherLists.add(listener);
        return { dispose: () => void otherLists.delete(listener) };
      },
    },
    news,
    pendingStart: new MarkerFiles(files, 'pendingStart'),
    queuedStart: new MarkerFiles(files, 'queuedStart'),
    slowStart: new MarkerFiles(files, 'slowStart'),
  });
  const show = (instances: readonly SharedInstance[], listed: boolean) => {
    const before = state;
    const isSame = instances.every((one) => before.instances.get(one.id) === one);
    const rows =
      isSame && before.instances.size > 0 ? before.instances : new Map(instances.map((one) => [one.id, one]));
    state = { ...before, fetchedAt: (now += 10), instances: rows };
    changed.fire(changeBetween(before, state, listed));
  };
  /** Another list has come, and what is told of it is on the screen. */
  const list = (...instances: SharedInstance[]): Promise<void> => settled(() => show(instances, true));
  /** The same for an account that is not in use. */
  const listOther = (accountId: string, ...instances: SharedInstance[]): Promise<void> =>
    settled(() => otherLists.forEach((listener) => listener(accountId, { at: (now += 10), instances })));
  const settled = async (act: () => void): Promise<void> => {
    const calls = take.mock.settledResults.length;
    act();
    await eventually(() => expect(take.mock.settledResults.length).toBeGreaterThan(calls));
    await eventually(() =>
      expect(take.mock.settledResults.every(({ type }) => type !== 'incomplete')).toBe(true),
    );
    await new Promise(setImmediate);
  };
  return { list, listOther, show, take, accounts, notifier };
}

const said = () => screen.shown.map(({ message }) => message);

describe('what befalls an instance', () => {
  it.each([
    [
      'outbid',
      /^train \(7\) was stopped: someone bid more than your bid of \$0\.05\/h\. Its disk still costs \$0\.020\/h\.$/,
      ['Change Bid…', 'Destroy…'],
      'warning',
    ],
    [
      'crashed',
      /^train \(7\) crashed: CUDA error: out of memory\. Its disk costs \$0\.020\/h until you destroy it\.$/,
      ['Show Logs', 'Destroy…'],
      'warning',
    ],
    [
      'failed',
      /^train \(7\) didn’t start \(the registry limits how often this machine pulls images: toomanyrequests: slow down\)\. Its disk costs \$0\.020\/h until you destroy it\.$/,
      ['Show Logs', 'Show Machine Log', 'Destroy and Try Another Offer'],
      'warning',
    ],
    [
      'hostOffline',
      /^train \(7\) can’t be reached: The host is disconnected\. It costs up to \$0\.070\/h until you destroy it\.$/,
      ['Destroy and Try Another Offer'],
      'warning',
    ],
    [
      'frozen',
      /^train \(7\) is frozen\. Its GPU is still billed, \$0\.070\/h\.$/,
      ['Reboot…', 'Stop…', 'Destroy…'],
      'warning',
    ],
  ])('is told with its price and what helps: %s', async (kind, text, buttons, sign) => {
    const { list } = openWindow();
    await list(running);
    await list(states[kind]!);
    expect(screen.shown).toEqual([{ message: expect.stringMatching(text) as string, buttons, kind: sign }]);
    await list(running);
    expect(screen.shown[1]).toEqual({
      message: 'train (7) is running again, for $0.070/h.',
      buttons: ['Connect', 'Open in Terminal'],
      kind: 'info',
    });
  });

  it.each([
    ['outbid', 'Change Bid…', 'gpuRental.changeBid'],
    ['outbid', 'Destroy…', 'gpuRental.destroyInstance'],
    ['crashed', 'Show Logs', 'gpuRental.showLogs'],
    ['frozen', 'Reboot…', 'gpuRental.rebootInstance'],
    ['frozen', 'Stop…', 'gpuRental.stopInstance'],
  ])('when %s: %s calls the command for its row', async (kind, press, command) => {
    const { list } = openWindow();
    await list(running);
    screen.press = press;
    await list(states[kind]!);
    expect(screen.commands).toEqual([[command, new InstanceNode(7)]]);
  });

  it('is replaced by one command, which destroys it first', async () => {
    const { list } = openWindow();
    await list(running);
    screen.press = 'Destroy and Try Another Offer';
    await list(states.hostOffline!);
    expect(screen.commands).toMatchObject([['gpuRental.replaceInstance', { instanceId: 7 }]]);
  });

  it.each(newsKinds)('is not told where the setting for %s is off, and is not told later', async (kind) => {
    const { list } = openWindow();
    screen.settings[`notifications.${kind}`] = false;
    const trouble = kind === 'runningAgain' ? 'outbid' : kind;
    await list(running);
    await list(states[trouble]!);
    await list(running);
    expect(said()).toHaveLength(1);
    expect(said()[0]!.includes('running again')).toBe(kind !== 'runningAgain');
    screen.settings = {};
    await list({ ...running, label: 'other' });
    expect(said()).toHaveLength(1);
  });

  it('is told by one of two windows, and by none that opens later', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await one.list(running);
    await other.list(running);
    await Promise.all([one.list(states.outbid!), other.list(states.outbid!)]);
    expect(said()).toHaveLength(1);
    await openWindow().list(states.outbid!);
    expect(said()).toHaveLength(1);
  });

  it('is told by the next window when it happened while none was open', async () => {
    const one = openWindow();
    await one.list(running);
    one.notifier.dispose();
    await openWindow().list(states.outbid!);
    expect(said()).toHaveLength(1);
  });

  it('is not told of a list that is only remembered', async () => {
    const { show, list, take } = openWindow();
    await list(running);
    show([states.outbid!], false);
    await new Promise(setImmediate);
    expect(take).toHaveBeenCalledTimes(1);
  });

  it('costs nothing while no row changes', async () => {
    const { show, list, take } = openWindow();
    await list(running);
    for (let poll = 0; poll < 3; poll += 1) show([running], true);
    await new Promise(setImmediate);
    expect(take).toHaveBeenCalledTimes(1);
  });

  it('is told of many in one notification, which leads to the list', async () => {
    const { list } = openWindow();
    const all = Array.from({ length: 7 }, (_, index) => ({ ...running, id: index, label: `job${index}` }));
    await list(...all);
    screen.press = 'Show Instances';
    await list(...all.map((one) => ({ ...states.outbid!, id: one.id, label: one.label })));
    expect(said()).toEqual([
      '7 instances were outbid and stopped: job0 (0), job1 (1), job2 (2), job3 (3), job4 (4), …. Their disks still cost $0.14/h.',
    ]);
    expect(screen.commands).toEqual([['gpuRental.instances.focus', { preserveFocus: false }]]);
  });

  it('names the account where several are signed in, and its buttons put that one to use', async () => {
    const { list, accounts } = openWindow();
    accounts.accounts.push({ id: 'b', baseUrl: '', userId: 2, email: 'team@example.com' });
    await list(running);
    screen.press = 'Change Bid…';
    accounts.active = { id: 'b', baseUrl: '', userId: 2 };
    await list(states.outbid!);
    expect(said()[0]).toMatch(/^me@example\.com: train \(7\) was stopped/);
    expect(accounts.active.id).toBe('a');
    expect(screen.commands.map(([id]) => id)).toEqual(['gpuRental.changeBid']);
  });

  it('is told of accounts that are not in use, with their name', async () => {
    const { listOther, accounts, take } = openWindow();
    accounts.accounts.push({ id: 'b', baseUrl: '', userId: 2, email: 'team@example.com' });
    await listOther('b', running);
    screen.press = 'Destroy…';
    await listOther('b', states.outbid!);
    expect(said()).toEqual([expect.stringMatching(/^team@example\.com: train \(7\) was stopped/)]);
    expect(accounts.active.id).toBe('b');
    expect(take.mock.calls.map(([accountId]) => accountId)).toEqual(['b', 'b']);
  });

  it('offers no connection to one without SSH', async () => {
    const { list } = openWindow();
    const bare = { ...running, image_runtype: 'args' };
    await list({ ...bare, actual_status: 'frozen' });
    await list(bare);
    expect(screen.shown[0]?.buttons).toEqual(['Show Logs']);
  });
});

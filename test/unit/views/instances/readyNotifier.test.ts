import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { type Clock, systemClock } from '../../../../src/clock';
import type { InstanceChange } from '../../../../src/stores/instances/instanceChange';
import type { InstanceStore } from '../../../../src/stores/instances/instanceStore';
import { MarkerFiles, StartMarks } from '../../../../src/stores/rentals/markerFiles';
import { PendingRentals } from '../../../../src/stores/rentals/pendingRentals';
import { ReadyNotifier } from '../../../../src/views/instances/readyNotifier';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';
import { timesOf } from '../../../../src/stores/windows/lease';
import { silent } from '../../../../src/log/log';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let folder: string;
let ahead: number;
let close: (() => void)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  ahead = 0;
  close = [];
  clearScreen();
});
afterEach(async () => {
  for (const one of close) one();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

const files = () => new AccountFiles(folder, undefined, timesOf(systemClock));
const clock: Clock = {
  now: () => Date.now() + ahead,
  monotonic: () => performance.now() + ahead,
  after: () => () => undefined,
};
const base: SharedInstance = {
  id: 7,
  label: 'train',
  gpu_name: 'RTX 4090',
  dph_total: 0.5,
  storage_total_cost: 0.02,
  image_runtype: 'ssh_direc ssh_proxy',
};
const waits = { ...base, actual_status: 'exited', intended_status: 'running', cur_state: 'stopped' };

const mine = { id: 'a', baseUrl: '', userId: 1, email: 'me@example.com' };
const theirs = { id: 'b', baseUrl: '', userId: 2, email: 'team@example.com' };

/** One of several windows, which share the folder. */
function openWindow() {
  const accounts = {
    accounts: [mine],
    active: mine,
    switchTo: (id: string) => {
      accounts.active = accounts.accounts.find((one) => one.id === id) ?? accounts.active;
      return Promise.resolve();
    },
  };
  const changed = new fakeVscode.EventEmitter<Partial<InstanceChange>>();
  let instances = new Map<number, SharedInstance>();
  const store = {
    state: { accountId: 'a' },
    get: (id: number) => instances.get(id),
    onDidChange: changed.event,
    hold: () => ({ dispose: () => undefined }),
  } as unknown as InstanceStore;
  const marks = (mark: 'pendingStart' | 'queuedStart' | 'slowStart') => new MarkerFiles(files(), mark);
  const pendingStart = marks('pendingStart');
  const all = { pendingStart, queuedStart: marks('queuedStart'), slowStart: marks('slowStart') };
  const notifier = new ReadyNotifier(store, {
    accounts,
    ...all,
    pending: new PendingRentals(files(), clock),
    clock,
    log: silent,
  });
  close.push(() => notifier.dispose());
  const look = vi.spyOn(notifier, 'look');
  /** A list arrives, and what follows from it has happened. */
  const list = async (instance: SharedInstance, seconds = 0): Promise<void> => {
    ahead += seconds * 1000;
    instances = new Map([[instance.id, instance]]);
    changed.fire({ listed: true });
    await Promise.all(look.mock.results.map(({ value }) => value as Promise<void>));
  };
  return { list, ...all, starts: new StartMarks(all), accounts };
}
const said = () => screen.shown.map(({ message }) => message);

describe('a start that waits for its GPU', () => {
  it('is told once after half a minute, in one window, and again when it runs', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await one.pendingStart.add('a', 7);
    await one.list(waits, 20);
    expect(said()).toEqual([]);
    await Promise.all([one.list(waits, 15), other.list(waits)]);
    await expect
      .poll(said)
      .toEqual([
        'train (7) is waiting for its GPU, which someone else is using. Until it starts, only its disk is billed ($0.020/h).',
      ]);
    expect(screen.shown[0]?.buttons).toEqual(['Stop Again', 'Search the Same GPU']);
    await one.list(waits, 3600);
    expect(said()).toHaveLength(1);
    await one.list({ ...base, actual_status: 'running' });
    await expect.poll(() => said().at(-1)).toBe('train (7) is running, for $0.50/h.');
    expect(said()).toHaveLength(2);
  });

  it.each([
    ['Stop Again', 'gpuRental.stopInstance'],
    ['Search the Same GPU', 'gpuRental.rentAnother'],
  ])('offers %s', async (button, command) => {
    screen.press = button;
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list(waits, 40);
    await expect.poll(() => screen.commands).toMatchObject([[command, { instanceId: 7 }]]);
  });

  it('names a bid that is too low, and leads to a higher one', async () => {
    screen.press = 'Change Bid…';
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list({ ...waits, is_bid: true, dph_base: 0.48 }, 40);
    await expect.poll(() => screen.commands).toMatchObject([['gpuRental.changeBid', { instanceId: 7 }]]);
    expect(said()).toEqual([
      'train (7) is waiting for its GPU: someone bid more than your bid of $0.48/h. Until it starts, only its disk is billed ($0.020/h).',
    ]);
    expect(screen.shown[0]?.buttons).toEqual(['Stop Again', 'Change Bid…']);
  });

  it('is not told of twice when it was started twice', async () => {
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list(waits, 40);
    await expect.poll(said).toHaveLength(1);
    await window.pendingStart.add('a', 7);
    await window.list({ ...base, actual_status: 'running' });
    await expect.poll(said).toHaveLength(2);
    await window.list({ ...base, actual_status: 'running' });
    expect(said()).toHaveLength(2);
  });

  it.each([
    ['pendingStart', 'queuedStart', false],
    ['queuedStart', 'pendingStart', true],
  ] as const)('has only the mark %s when it was started again', async (only, other, isTold) => {
    const window = openWindow();
    await window[other].add('a', 7);
    await window.starts.add('a', 7, { isTold });
    expect([...(await window[only].list('a')).keys()]).toEqual([7]);
    expect((await window[other].list('a')).size).toBe(0);
  });
});

describe('a start that ends as stopped', () => {
  const stopped = { ...waits, intended_status: 'stopped' };
  const failure = 'failed to register layer: no space left on device';

  it('is told once where it left the queue by itself', async () => {
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list(waits, 40);
    await expect.poll(said).toHaveLength(1);
    await window.list(stopped, 70);
    await expect.poll(said).toHaveLength(2);
    expect(screen.shown[1]).toMatchObject({
      message:
        'train (7) no longer waits for its GPU: the service has stopped it again. Its disk costs $0.020/h until you destroy it.',
      buttons: ['Start…', 'Move to Another Machine…'],
    });
    await window.list(stopped, 70);
    expect(said()).toHaveLength(2);
  });

  it('is told though it was never seen to wait, once the list must know of the start', async () => {
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list(stopped, 50);
    expect(said()).toEqual([]);
    await window.list(stopped, 20);
    await expect
      .poll(said)
      .toEqual(['train (7) didn’t start: it is stopped. Its disk costs $0.020/h until you destroy it.']);
  });

  it.each([
    ['created', { ...stopped, actual_status: 'created', status_msg: failure }, /the disk is full/],
    ['exited', { ...stopped, status_msg: failure }, /no space left/],
  ])('is told with the host’s words where it has failed: %s', async (_what, failed, words) => {
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    // They may be those of an earlier start.
    await window.list(failed, 20);
    expect(said()).toEqual([]);
    await window.list(failed, 50);
    await expect.poll(said).toEqual([expect.stringMatching(/^train \(7\) didn’t start/)]);
    expect(said()[0]).toMatch(words);
  });

  it('is told at once where a container could not be created and is still meant to run', async () => {
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list({ ...waits, actual_status: 'created', status_msg: failure });
    await expect.poll(said).toEqual([expect.stringMatching(/^train \(7\) didn’t start/)]);
  });

  it('is not told where the person has asked for the stop', async () => {
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list(waits, 40);
    await expect.poll(said).toHaveLength(1);
    await window.starts.take('a', 7);
    await window.list(stopped, 70);
    expect(said()).toHaveLength(1);
  });

  it('is waited for while it passes through exited on its way up', async () => {
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list({ ...waits, cur_state: 'running', resumes_until: 5 }, 100);
    expect(said()).toEqual([]);
    await window.list({ ...base, actual_status: 'running' });
    await expect.poll(said).toEqual(['train (7) is running, for $0.50/h.']);
  });
});

describe('a button pressed after a switch of account', () => {
  /** Presses Connect in the notification of a start, while another account is in use, and then `answer`. */
  async function connectLater(answer: string | undefined, signedIn: (typeof mine)[]) {
    const window = openWindow();
    const press = vi.spyOn(fakeVscode.window, 'showInformationMessage');
    onTestFinished(() => press.mockRestore());
    const said: string[] = [];
    press.mockImplementation((message) => {
      said.push(message);
      if (said.length > 1) return Promise.resolve(answer);
      window.accounts.accounts = signedIn;
      window.accounts.active = theirs;
      return Promise.resolve('Connect');
    });
    await window.pendingStart.add('a', 7);
    await window.list({ ...base, actual_status: 'running' });
    return { said, accounts: window.accounts };
  }

  it('names the account, switches to it if the person wants that, and then does what it says', async () => {
    const { said, accounts } = await connectLater('Switch Account', [mine, theirs]);
    await expect.poll(() => screen.commands).toMatchObject([['gpuRental.connect', { instanceId: 7 }]]);
    expect(said[1]).toBe('train (7) belongs to the account me@example.com. Another account is in use.');
    expect(accounts.active).toBe(mine);
  });

  it('does nothing if they say no', async () => {
    const { said, accounts } = await connectLater(undefined, [mine, theirs]);
    await expect.poll(() => said).toHaveLength(2);
    expect(accounts.active).toBe(theirs);
    expect(screen.commands).toEqual([]);
  });

  it('says that the account is no longer signed in', async () => {
    await connectLater(undefined, [theirs]);
    await expect
      .poll(said)
      .toEqual(['train (7) belongs to the account me@example.com, which is no longer signed in.']);
    expect(screen.commands).toEqual([]);
  });
});

describe('an instance', () => {
  const shown = async (instance: SharedInstance) => {
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list(instance);
    await expect.poll(said).toHaveLength(1);
    return screen.shown[0];
  };

  it('that runs can be connected to', async () => {
    const { buttons } = (await shown({ ...base, actual_status: 'running' })) ?? {};
    expect(buttons).toEqual(['Connect', 'Open in Terminal']);
  });

  it('that runs without SSH has no button that leads there', async () => {
    const { buttons } = (await shown({ ...base, actual_status: 'running', image_runtype: 'args' })) ?? {};
    expect(buttons).toEqual(['Show Logs']);
  });

  it('that did not start has its logs, and the way to another offer', async () => {
    const { buttons, kind } =
      (await shown({ ...base, actual_status: 'exited', intended_status: 'running' })) ?? {};
    expect(buttons).toEqual(['Show Logs', 'Show Machine Log', 'Destroy and Try Another Offer']);
    expect(kind).toBe('warning');
    expect(said()[0]).toContain('(The container exited and won’t restart by itself). Its disk');
  });

  it('whose host fell silent may be billed for more than its disk', async () => {
    const { message } = (await shown({ ...waits, actual_status: 'unknown', cur_state: 'running' })) ?? {};
    expect(message).toMatch(
      /^train \(7\) didn’t start .*\. It costs up to \$0\.50\/h until you destroy it\.$/,
    );
  });

  it.each([
    ['Show Logs', false],
    ['Show Machine Log', true],
  ])('that did not start has its log and that of the machine: %s', async (button, daemon) => {
    screen.press = button;
    await shown({ ...base, actual_status: 'exited', intended_status: 'running' });
    await expect
      .poll(() => screen.commands)
      .toMatchObject([['gpuRental.showLogs', { arguments: { instanceId: 7, daemon } }]]);
  });

  it('that did not start is replaced by one command', async () => {
    screen.press = 'Destroy and Try Another Offer';
    await shown({ ...base, actual_status: 'exited', intended_status: 'running' });
    await expect
      .poll(() => screen.commands)
      .toMatchObject([['gpuRental.replaceInstance', { instanceId: 7 }]]);
  });

  it.each([
    ['started', { actual_status: 'running' }, { actual_status: 'exited', intended_status: 'running' }],
    ['notStarted', { actual_status: 'exited', intended_status: 'running' }, { actual_status: 'running' }],
  ])('is not told of where the setting for %s is off', async (setting, silent, other) => {
    screen.settings[`notifications.${setting}`] = false;
    const window = openWindow();
    await window.pendingStart.add('a', 7);
    await window.list({ ...base, ...silent });
    await expect.poll(async () => (await window.pendingStart.list('a')).size).toBe(0);
    expect(said()).toEqual([]);
    await shown({ ...base, ...other });
  });
});

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeDisk } from '../../../../src/files/disk';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import {
  bidding,
  day,
  hour,
  ledgerOf,
  loading,
  minute,
  now,
  running,
  stopped,
  volume,
  volumeLedger,
} from '../../domain/money/warnings/support';
import { clearScreen, screen } from '../../support/fakeVscode';
import { ManualClock } from '../../support/manualClock';
import { openWindow as open } from '../support/warningWindow';
import { InstanceNode } from '../../../../src/views/instances/instanceNodes';
import { VolumeNode } from '../../../../src/views/volumes/volumeNodes';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let folder: string;
let clock: ManualClock;
let opened: { dispose(): void }[];
beforeEach(async () => {
  clearScreen();
  screen.settings = { ...defaults };
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  clock = new ManualClock();
  clock.time = now;
  opened = [];
});
afterEach(async () => {
  for (const one of opened) one.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

const defaults = {
  'warnings.diskPercent': 90,
  'warnings.idleMinutes': 10,
  'warnings.notRunningMinutes': 15,
  'warnings.rentalEndsHours': 24,
  'warnings.stoppedDiskCost': 5,
  'warnings.unusedVolumeDays': 7,
  'warnings.unusedVolumeCost': 5,
  'account.lowCreditHours': 24,
};

function openWindow(disk = nodeDisk) {
  const window = open(folder, clock, disk, opened.length + 1);
  opened.push(window);
  return window;
}

const said = (): string[] => screen.shown.map(({ message }) => message);
const busy = { figures: { gpu_util: 90 } };
const idle = { figures: { gpu_util: 2 } };
const idleText = 'The GPU of train (7) has been idle for 10 min. It costs $0.30/h.';

describe('each warning has its price and what helps', () => {
  it('a disk that is almost full', async () => {
    const { pass } = openWindow();
    const training = { ...running, disk_space: 40 };
    await pass(2, [training], { figures: { ...busy.figures, disk_usage: 30 } });
    expect(said()).toEqual([]);
    screen.press = 'Copy from Instance…';
    await pass(2, [training], { figures: { ...busy.figures, disk_usage: 36.5 } });
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'The disk of train (7) is almost full: 36.5 of 40 GB are used. Programs that write to a full disk fail.',
        buttons: ['Open Terminal', 'Copy from Instance…', 'Show Details'],
      },
    ]);
    expect(screen.commands).toEqual([['gpuRental.copyFromInstance', new InstanceNode(7)]]);
  });

  it('an idle GPU', async () => {
    const { pass, list } = openWindow();
    list([running], busy);
    await pass(10, [running], idle);
    expect(said()).toEqual([]);
    screen.press = 'Stop…';
    await pass(2, [running], idle);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message: idleText,
        buttons: ['Stop…', 'Schedule Stop…', 'Don’t Warn for This Instance'],
      },
    ]);
    expect(screen.commands).toEqual([['gpuRental.stopInstance', new InstanceNode(7)]]);
  });

  it('an instance that never ran', async () => {
    const { known, pass } = openWindow();
    const created = { ...loading, start_date: now / 1000, status_msg: 'pulling 4 of 20 layers' };
    known.ledger = ledgerOf([now, created]);
    await pass(16, [created]);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'train (7) has been starting for 15 min and isn’t running yet (pulling 4 of 20 layers). Its disk costs $0.020/h until you destroy it.',
        buttons: ['Show Logs', 'Show Machine Log', 'Destroy and Try Another Offer'],
      },
    ]);
  });

  it('a bid below the market', async () => {
    const { pass } = openWindow();
    await pass(1, [bidding], { figures: { min_bid: 0.2 } });
    await pass(1, [bidding], { figures: { min_bid: 0.25 } });
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'Your bid of $0.20/h for train (7) is below the lowest bid now, $0.25/h. It may be stopped at any time.',
        buttons: ['Change Bid…'],
      },
    ]);
  });

  it('a price that rose', async () => {
    const { known, pass, view } = openWindow();
    screen.press = 'Show Details';
    const dear = { ...running, search: { totalHour: 0.4 } };
    known.ledger = ledgerOf([now - hour, running], [now, dear]);
    await pass(3, [dear]);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message: 'The price of train (7) rose from $0.30/h to $0.40/h.',
        buttons: ['Show Details', 'Stop…'],
      },
    ]);
    expect(view.reveal).toHaveBeenCalledWith(new InstanceNode(7), expect.objectContaining({ expand: true }));
  });

  it('a rental that ends', async () => {
    const { pass } = openWindow();
    await pass(1, [{ ...running, end_date: (now + 5 * hour + minute) / 1000 }]);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message: expect.stringMatching(
          /^The rental of train \(7\) ends in 5 h, at .+\. Copy what you need before then\.$/,
        ) as string,
        buttons: ['Open Terminal', 'Rent Another Like This'],
      },
    ]);
  });

  it('a stopped disk', async () => {
    const { known, pass } = openWindow();
    const looks = Array.from({ length: 21 }, (_, index): Parameters<typeof ledgerOf>[number] => [
      now - (20 - index) * day,
      stopped,
    ]);
    known.ledger = ledgerOf(...looks);
    await pass(1, [stopped]);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message: expect.stringMatching(
          /^train \(7\) is stopped, but its disk has cost \$9\.60 since Oct 12, 2026, .+ and still costs \$0\.020\/h\.$/,
        ) as string,
        buttons: ['Destroy…', 'Start…'],
      },
    ]);
  });

  it('a volume that nothing uses', async () => {
    const { known, list, listVolumes, settled } = openWindow();
    list([]);
    listVolumes([volume]);
    await settled();
    clock.time += 7 * day;
    known.ledger = volumeLedger([now, volume], [clock.time, volume]);
    listVolumes([volume]);
    screen.press = 'Delete Volume…';
    await settled();
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'No instance has used the volume “data” for 7 days. It has cost $1.68 in that time and still costs $0.010/h.',
        buttons: ['Delete Volume…', 'Rent on Its Machine'],
      },
    ]);
    expect(screen.commands).toEqual([['gpuRental.deleteVolume', new VolumeNode(3)]]);
  });

  it('credit', async () => {
    const { known, list, tellCredit, settled } = openWindow();
    known.volumes.fetchedAt = clock.now();
    list([running]);
    tellCredit(3);
    screen.press = 'Add Credit';
    await settled();
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'Your credit of $3.00 lasts 10 hours at $0.30/h. When it runs out, the service stops running instances.',
        buttons: ['Add Credit', 'Show Spending', 'Stop…'],
      },
    ]);
    expect(screen.opened).toEqual(['https://console.vast.ai/billing/']);
  });
});

describe('a warning', () => {
  it('is one for several, with what they cost together', async () => {
    const second = { ...running, id: 8, label: 'other' };
    const { pass } = openWindow();
    await pass(12, [running, second], idle);
    expect(screen.shown).toMatchObject([
      {
        message: 'The GPUs of 2 instances are idle. They cost $0.60/h: train (7), other (8).',
        buttons: ['Show Instances'],
      },
    ]);
  });

  it('is shown again only after the GPU was busy', async () => {
    const { pass } = openWindow();
    await pass(30, [running], idle);
    expect(said()).toHaveLength(1);
    await pass(2, [running], busy);
    await pass(12, [running], idle);
    expect(said()).toHaveLength(2);
  });

  it('is shown in one of two windows, and in none that opens later', async () => {
    const [one, two] = [openWindow(), openWindow()];
    for (let count = 0; count < 13; count += 1) {
      await one.pass(1, [running], idle);
      two.list([running], idle);
      await two.settled();
    }
    await Promise.all([one.settled(), two.settled()]);
    expect(said()).toHaveLength(1);
    await openWindow().pass(15, [running], idle);
    expect(said()).toHaveLength(1);
  });

  it('is shown once where two windows find it in the same moment', async () => {
    const windows = [openWindow(), openWindow(), openWindow()];
    for (const { list } of windows) list([{ ...running, end_date: (now + hour) / 1000 }]);
    await Promise.all(windows.map(({ settled }) => settled()));
    expect(said()).toHaveLength(1);
  });

  it('is not shown where another window sees that the GPU works', async () => {
    const [one, two] = [openWindow(), openWindow()];
    for (const { known } of [one, two]) known.hasOthers = true;
    const see = async (window: typeof one, times: number): Promise<void> => {
      for (let count = 0; count < times; count += 1) {
        await one.pass(3, [running], idle);
        window.list([running], window === two ? busy : idle);
        await window.settled();
      }
    };
    await see(two, 8);
    expect(said()).toEqual([]);
    await see(one, 6);
    expect(said()).toHaveLength(1);
  });

  it('is begun anew by a gap in sight', async () => {
    const { pass } = openWindow();
    await pass(9, [running], idle);
    clock.time += 10 * minute;
    await pass(5, [running], idle);
    expect(said()).toEqual([]);
  });

  it('is not shown for an instance that the person named, in any window', async () => {
    screen.press = 'Don’t Warn for This Instance';
    const { pass } = openWindow();
    await pass(12, [running], idle);
    await pass(2, [running], busy);
    await pass(12, [running], idle);
    const both = [idleText, 'No more warnings when the GPU of train (7) is idle.'];
    await expect.poll(said).toEqual(both);
    await openWindow().pass(15, [running], idle);
    expect(said()).toEqual(both);
  });

  it('is shown again for it where that was undone', async () => {
    screen.presses = ['Don’t Warn for This Instance', 'Undo'];
    const { pass } = openWindow();
    await pass(12, [running], idle);
    await expect.poll(said).toHaveLength(2);
    await pass(2, [running], busy);
    await pass(12, [running], idle);
    await expect.poll(said).toHaveLength(3);
    expect(said()[2]).toBe(idleText);
  });

  it('is not shown where its setting is 0', async () => {
    screen.settings['warnings.idleMinutes'] = 0;
    const { pass } = openWindow();
    await pass(15, [running], idle);
    expect(said()).toEqual([]);
  });

  it('waits while the clock may be wrong or the computer has just slept', async () => {
    const ends = (now + 30 * hour) / 1000;
    const { pass, list, settled } = openWindow();
    await pass(2, [{ ...running, end_date: ends }]);
    let ahead = 20 * hour;
    clock.now = () => clock.time + ahead;
    list([{ ...running, end_date: ends }]);
    await settled();
    expect(said()).toEqual([]);
    ahead = 0;
    await pass(10, [{ ...running, end_date: ends }]);
    expect(said()).toEqual([]);
  });

  it('comes when it is due, also where the clock moves on during a look', async () => {
    let moved = 0;
    clock.now = () => clock.time + (moved += 0.01);
    const { pass, list, runUntil } = openWindow();
    await pass(10, [running], idle);
    list([running], idle);
    await runUntil(clock.time + minute + 2000);
    expect(said()).toHaveLength(1);
  });

  it('is not made from a list that is old', async () => {
    const { list, settled } = openWindow();
    list([{ ...running, end_date: (now + 25 * hour) / 1000 }]);
    await settled();
    clock.time += 2 * hour;
    await settled();
    expect(said()).toEqual([]);
  });

  it('is also about a GPU of an account that is not in use', async () => {
    const { useBoth, listOther, pass } = openWindow();
    useBoth();
    for (let count = 0; count < 12; count += 1) {
      listOther([running], idle);
      await pass(1, [], {});
    }
    expect(said()).toEqual([`lab@example.com: ${idleText}`]);
    listOther([running], busy);
    await pass(1, [], {});
    expect(said()).toHaveLength(1);
  });

  it('names the account where several are signed in, and is about each of them', async () => {
    const { useBoth, list, listOther, settled, accounts } = openWindow();
    useBoth();
    const ending: SharedInstance = { ...running, end_date: (now + hour) / 1000 };
    list([running]);
    listOther([ending]);
    screen.press = 'Switch Account';
    await settled();
    expect(said()).toEqual([expect.stringMatching(/^lab@example\.com: The rental of train \(7\) ends in/)]);
    expect(accounts.switchTo).not.toHaveBeenCalled();
  });
});

describe('what was said', () => {
  const content = (): Promise<string> => readFile(join(folder, 'aa-1/warnings.json'), 'utf8');

  it('is written once, with nothing but ids and times', async () => {
    const writes = vi.fn();
    const disk = {
      ...nodeDisk,
      createExclusive: (file: string, mode: number) => {
        writes();
        return nodeDisk.createExclusive(file, mode);
      },
      readFile: vi.fn((file: string) => nodeDisk.readFile(file)),
    };
    const { pass } = openWindow(disk);
    await pass(9, [running], idle);
    expect(writes).not.toHaveBeenCalled();
    await pass(3, [running], idle);
    const [before, reads] = [writes.mock.calls.length, disk.readFile.mock.calls.length];
    expect(JSON.parse(await content())).toEqual({
      told: { 'idleGpu instance-7': { at: now + 11 * minute } },
      begun: {},
      muted: [],
      agreed: {},
    });
    await pass(10, [running], idle);
    expect(writes.mock.calls).toHaveLength(before);
    expect(disk.readFile.mock.calls).toHaveLength(reads);
    expect(await readdir(join(folder, 'aa-1'))).toEqual(['warnings.json']);
  });

  it('is said again at most once where the file is damaged', async () => {
    await openWindow().pass(12, [running], idle);
    await writeFile(join(folder, 'aa-1/warnings.json'), '{"told":');
    await openWindow().pass(20, [running], idle);
    expect(said()).toHaveLength(2);
    expect(JSON.parse(await content())).toHaveProperty('told');
  });

  it('is said once by a window that can’t write', async () => {
    const disk = { ...nodeDisk, rename: () => Promise.reject(new Error('full')) };
    await openWindow(disk).pass(20, [running], idle);
    expect(said()).toHaveLength(1);
  });

  it('is not kept of an account that is signed out', async () => {
    const { list, settled, signOut } = openWindow();
    signOut();
    list([{ ...running, end_date: (now + hour) / 1000 }]);
    await settled();
    expect(said()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });
});

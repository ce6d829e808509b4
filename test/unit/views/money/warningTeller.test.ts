import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { nodeDisk } from '../../../../src/files/disk';
import { hour, minute, now, running } from '../../domain/money/warnings/support';
import { screen } from '../../support/fakeVscode';
import { busy, idle, idleText, openWindow, said, shared, useWarnings } from '../support/warnings';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
useWarnings();

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
    shared.clock.time += 10 * minute;
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
    shared.clock.now = () => shared.clock.time + ahead;
    list([{ ...running, end_date: ends }]);
    await settled();
    expect(said()).toEqual([]);
    ahead = 0;
    await pass(10, [{ ...running, end_date: ends }]);
    expect(said()).toEqual([]);
  });

  it('comes when it is due, also where the clock moves on during a look', async () => {
    let moved = 0;
    shared.clock.now = () => shared.clock.time + (moved += 0.01);
    const { pass, list, runUntil } = openWindow();
    await pass(10, [running], idle);
    list([running], idle);
    await runUntil(shared.clock.time + minute + 2000);
    expect(said()).toHaveLength(1);
  });

  it('is not made from a list that is old', async () => {
    const { list, settled } = openWindow();
    list([{ ...running, end_date: (now + 25 * hour) / 1000 }]);
    await settled();
    shared.clock.time += 2 * hour;
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
  const content = (): Promise<string> => readFile(join(shared.folder, 'aa-1/warnings.json'), 'utf8');

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
    expect(await readdir(join(shared.folder, 'aa-1'))).toEqual(['warnings.json']);
  });

  it('is said again at most once where the file is damaged', async () => {
    await openWindow().pass(12, [running], idle);
    await writeFile(join(shared.folder, 'aa-1/warnings.json'), '{"told":');
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
    expect(await readdir(shared.folder)).toEqual([]);
  });
});

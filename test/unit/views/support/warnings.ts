import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { nodeDisk } from '../../../../src/files/disk';
import { now } from '../../domain/money/warnings/support';
import { clearScreen, screen } from '../../support/fakeVscode';
import { ManualClock } from '../../support/manualClock';
import { openWindow as open } from './warningWindow';

/** What the windows of a test share. */
export const shared = {
  folder: '',
  clock: undefined as unknown as ManualClock,
  opened: [] as { dispose(): void }[],
};

/** A folder and a clock for each test, and the settings as they are usually. */
export function useWarnings(): void {
  beforeEach(async () => {
    clearScreen();
    screen.settings = { ...defaults };
    shared.folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    shared.clock = new ManualClock();
    shared.clock.time = now;
    shared.opened = [];
  });
  afterEach(async () => {
    for (const one of shared.opened) one.dispose();
    await rm(shared.folder, { recursive: true, maxRetries: 5 });
  });
}

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

/** One more window. */
export function openWindow(disk = nodeDisk) {
  const { folder, clock, opened } = shared;
  const window = open(folder, clock, disk, opened.length + 1);
  opened.push(window);
  return window;
}

export const said = (): string[] => screen.shown.map(({ message }) => message);
export const busy = { figures: { gpu_util: 90 } };
export const idle = { figures: { gpu_util: 2 } };
export const idleText = 'The GPU of train (7) has been idle for 10 min. It costs $0.30/h.';

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyLedger } from '../../../../src/domain/money/ledger/ledger';
import { costAtStart } from '../../../../src/domain/money/warnings/costAtStart';
import fc from '../../support/fastCheck';
import { hour, ledgerOf, minute, now, running, stopped, volume } from '../../domain/money/warnings/support';
import { clearScreen, screen } from '../../support/fakeVscode';
import { ManualClock } from '../../support/manualClock';
import { openWindow as open } from '../support/warningWindow';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const zone = process.env.TZ;
/** Where the clocks change. */
process.env.TZ = 'America/New_York';
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

let folder: string;
let clock: ManualClock;
let opened: { dispose(): void }[];
beforeEach(async () => {
  clearScreen();
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  clock = new ManualClock();
  clock.time = now;
  opened = [];
});
afterEach(async () => {
  for (const one of opened) one.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

function openWindow() {
  const window = open(folder, clock, undefined, opened.length + 1);
  opened.push(window);
  return window;
}

/** Seen since the service says that it began to run. */
const since = now - 50 * hour;
const instance = { ...running, start_date: since / 1000, running_since: since / 1000 };
const before = ledgerOf([since, instance], [now - 8 * hour, instance]);
const after = ledgerOf([since, instance], [now - 8 * hour, instance], [now, instance]);

async function started(window = openWindow(), loaded = before): Promise<void> {
  await window.start(loaded);
  window.known.ledger = after;
  window.list([instance]);
  window.listVolumes([]);
  await window.settled();
}

const said = () => screen.shown.map(({ message }) => message);

describe('after a start of VS Code', () => {
  it('one line says what is billed, and what it has cost since VS Code was last open', async () => {
    screen.press = 'Show Spending';
    await started();
    await expect
      .poll(() => screen.shown)
      .toEqual([
        {
          kind: 'info',
          message: expect.stringMatching(
            /^You’re billed \$0\.30\/h for 1 instance: \$2\.40 since .+\.$/,
          ) as string,
          buttons: ['Show Spending'],
        },
      ]);
    expect(screen.commands).toEqual([['gpuRental.showSpending']]);
  });

  it('one of several windows says it', async () => {
    await Promise.all([started(), started(), started()]);
    expect(said()).toHaveLength(1);
    await started(openWindow(), before);
    expect(said()).toHaveLength(1);
  });

  it('nothing is said after a reload, with another window open, or where it is turned off', async () => {
    const open = ledgerOf([since, instance], [now - 10 * minute, instance]);
    await started(openWindow(), open);
    screen.settings['warnings.costAtStart'] = false;
    await started();
    expect(said()).toEqual([]);
  });

  it('nothing is said where nothing is billed, or the accounts were signed in later', async () => {
    const window = openWindow();
    await window.start(before);
    window.list([]);
    window.listVolumes([]);
    await window.settled();
    const empty = openWindow();
    empty.signOut();
    await started(empty);
    expect(said()).toEqual([]);
  });

  it('it is said of what is listed where a list doesn’t come', async () => {
    const window = openWindow();
    await window.start(before);
    window.known.ledger = after;
    window.list([instance]);
    await window.settled();
    window.known.volumes.volumes = [];
    await window.runUntil(now + 30_000);
    expect(said()).toEqual([]);
    window.listVolumes([volume]);
    await window.settled();
    expect(said()).toEqual([expect.stringContaining('for 1 instance and 1 volume: $2.40 since')]);
  });
});

describe('what is billed at a start', () => {
  const account = { instances: [instance], volumes: [], ledger: after, lastSeen: now - 8 * hour };

  it('adds up accounts, since the one that was seen first', () => {
    const other = { instances: [{ ...stopped, id: 8 }], volumes: [volume], ledger: emptyLedger };
    expect(costAtStart([account, { ...other, lastSeen: now - 9 * hour }], now)).toMatchObject({
      instances: 2,
      volumes: 1,
      rate: { dollars: expect.closeTo(0.33, 6) as number, isLeast: false, isMost: false },
      since: now - 9 * hour,
    });
  });

  it('is at least that where the key may not list volumes', () => {
    const cost = costAtStart([{ ...account, volumes: 'refused' }], now);
    expect(cost).toMatchObject({ instances: 1, volumes: 0, rate: { isLeast: true } });
    expect(costAtStart([{ ...account, instances: [], volumes: 'refused' }], now)).toBeUndefined();
  });

  it('is counted from yesterday where nothing was noted before', () => {
    const unknown = { ...account, lastSeen: undefined };
    const cost = costAtStart([unknown], now);
    expect(cost?.since).toBeUndefined();
    const hours = (cost?.spent.units ?? 0) / 1e8 / 0.3;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(48);
  });

  it.each([
    ['after a day of 25 hours', new Date(2026, 10, 2, 12), 37],
    ['after a day of 23 hours', new Date(2026, 2, 9, 12), 35],
    ['after any other day', new Date(2026, 5, 9, 12), 36],
  ])('is counted from yesterday’s midnight %s', (_, noon, hours) => {
    const end = noon.getTime();
    const began = end - 100 * hour;
    const one = { ...running, start_date: began / 1000, running_since: began / 1000 };
    const ledger = ledgerOf([began, one], [end, one]);
    const cost = costAtStart([{ instances: [one], volumes: [], ledger, lastSeen: undefined }], end);
    expect((cost?.spent.units ?? 0) / 1e8 / 0.3).toBeCloseTo(hours, 6);
  });

  it('is unknown where the clock was set back, and never less than nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100 * hour, max: 100 * hour }), (age) => {
        const cost = costAtStart([{ ...account, lastSeen: now - age }], now);
        expect(cost === undefined).toBe(age < hour / 2);
        if (cost) expect(cost.spent.units).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

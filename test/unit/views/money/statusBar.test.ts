import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Rate, rateFrom } from '../../../../src/domain/money/rate';

import type { AccountCost, AllCosts } from '../../../../src/views/money/allCosts';
import { StatusBar } from '../../../../src/views/money/statusBar';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';
import { hostileTexts } from '../../../hostileTexts';
import { type Bill, billFrom } from '../../../../src/domain/money/ledger/bill';
import { emptyLedger, type Ledger, withLook } from '../../../../src/domain/money/ledger/ledger';
import { lookAtInstances } from '../../../../src/domain/money/ledger/rows';
import type { KnownStop } from '../../../../src/domain/stops/scheduledStop';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const none: AccountCost = {
  name: 'me',
  active: true,
  rate: rateFrom(0),
  running: 0,
  unclear: 0,
  instances: 0,
  failed: false,
};
const here: AccountCost = { ...none, rate: rateFrom(1.25), running: 2, instances: 3 };
const elsewhere: AccountCost = { ...here, name: 'other', active: false };

let all: AccountCost[];
let change: () => void;
let ledger: Ledger;
let instances: SharedInstance[];
let credit: { at: number; credit: number } | undefined;
let bill: Bill | undefined;
let stops: Map<number, KnownStop>;
let timers: (() => void)[];
let now: number;
const hour = 3_600_000;
beforeEach(async () => {
  clearScreen();
  all = [];
  ledger = emptyLedger;
  instances = [];
  credit = undefined;
  bill = undefined;
  stops = new Map();
  timers = [];
  now = new Date(2026, 10, 22, 10).getTime();
  const costs = {
    get all() {
      return new Map(all.map((cost) => [cost.name, cost]));
    },
    onDidChange: (listener: () => void) => {
      change = listener;
      return [];
    },
  };
  const told = { onDidChange: () => ({ dispose: () => undefined }) };
  new StatusBar(costs as unknown as AllCosts, {
    accounts: { active: { id: 'a-1', baseUrl: 'https://example.com', userId: 1 } },
    instances: {
      get state() {
        return { instances: new Map(instances.map((one) => [one.id, one])), expected: [] };
      },
    },
    volumes: { state: { volumes: [] } },
    spending: { ...told, ledgerOf: () => ledger },
    bills: { ...told, of: () => ({ bill, isLoading: false }) },
    scheduledStops: told,
    stopKeeper: { of: (id) => stops.get(id) },
    credit: {
      ...told,
      billedChanged: () => undefined,
      get credit() {
        return credit;
      },
    },
    clock: {
      now: () => now,
      monotonic: () => now,
      after: (_, callback) => {
        timers.push(callback);
        return () => (timers = timers.filter((one) => one !== callback));
      },
    },
  });
  // The table is loaded once something is billed.
  all = [here];
  change();
  expect(screen.statusBar.tooltip).toBeUndefined();
  await eventually(() => expect(screen.statusBar.tooltip).toBeDefined());
  all = [];
  change();
});

function draw(...costs: AccountCost[]): typeof screen.statusBar {
  all = costs;
  change();
  return screen.statusBar;
}

/** The tooltip without the escapes before its characters. */
const plain = ({ tooltip }: typeof screen.statusBar): string =>
  tooltip.value.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&nbsp;', '');

describe('the status bar', () => {
  it('says nothing while nothing is billed, and again when all is gone', () => {
    expect(screen.statusBar.visible).toBe(false);
    expect(draw(here).visible).toBe(true);
    expect(draw(none).visible).toBe(false);
  });

  it('says what all instances cost now and leads to their list', () => {
    const bar = draw(here);
    expect(bar.text).toBe('$(circuit-board) 2 running · $1.25/h');
    expect(plain(bar)).toContain('2 running, 1 not running');
    expect(bar.command).toBe('gpuRental.instances.focus');
  });

  it('counts what other accounts cost, and leads to the accounts where the one in use has nothing', () => {
    const bar = draw(none, elsewhere);
    expect(bar.text).toContain('$1.25/h');
    expect(bar.text).toContain('in another account');
    expect(bar.command).toBe('gpuRental.account.focus');
    expect(draw(here, elsewhere).text).toContain('$2.50/h in 2 accounts');
  });

  it('counts volumes, and leads to them where there is no instance', () => {
    const kept = { ...none, rate: rateFrom(0.01), volumes: { count: 1, unpriced: 0 } };
    expect(draw(kept)).toMatchObject({
      visible: true,
      text: '$(circuit-board) $0.010/h',
      command: 'gpuRental.volumes.focus',
    });
    expect(plain(screen.statusBar)).toContain('1 volume\\\n');
    const both = draw({ ...here, volumes: { count: 2, unpriced: 1 } });
    expect(both.command).toBe('gpuRental.instances.focus');
    expect(plain(both)).toContain('2 running, 1 not running, 2 volumes (1 without a known price)');
  });

  it('warns when the figures may be out of date', () => {
    expect(draw({ ...here, failed: true }).text).toContain('$(warning)');
  });

  it('never takes an unknown price for none', () => {
    const { rate: _, ...unknown } = elsewhere;
    expect(plain(draw(here, unknown))).toContain('other: cost unknown');
  });
});

const running: SharedInstance = {
  id: 5,
  label: 'training',
  actual_status: 'running',
  search: { totalHour: 0.5 },
  instance: { totalHour: 0.01 },
};

describe('the credit that is left', () => {
  it('is told in hours, by what was spent since it was asked for', () => {
    credit = { at: now - 2 * hour, credit: 12.5 };
    const bar = draw(here);
    expect(bar.text).toBe('$(circuit-board) 2 running · $1.25/h · 8 hours left');
    expect(plain(bar)).toContain('Credit of $10.00 lasts 8 hours at this rate');
  });

  it('warns below the hours that the person chose, in words and by color', () => {
    credit = { at: now, credit: 12.5 };
    expect(draw(here).backgroundColor).toBeUndefined();
    screen.settings['account.lowCreditHours'] = 11;
    const bar = draw(here);
    expect(bar.text).toContain('only 10 hours left');
    expect(bar.backgroundColor?.id).toBe('statusBarItem.warningBackground');
    screen.settings['account.lowCreditHours'] = 0;
    expect(draw(here).backgroundColor).toBeUndefined();
  });

  it('is no promise where a price is unknown, but still a warning where it ends soon anyway', () => {
    credit = { at: now, credit: 12.5 };
    screen.settings['account.lowCreditHours'] = 5;
    const unsure = (known: Partial<Rate>): AccountCost => ({
      ...here,
      rate: { ...rateFrom(1.25), ...known },
    });
    expect(draw(unsure({ isLeast: true })).text).not.toContain('left');
    expect(draw(unsure({ isMost: true })).text).not.toContain('left');
    screen.settings['account.lowCreditHours'] = 11;
    expect(draw(unsure({ isLeast: true })).text).toContain('only 10 hours left');
    expect(draw(unsure({ isMost: true })).backgroundColor).toBeUndefined();
  });
});

describe('a scheduled stop', () => {
  const stopAt = (at: number): KnownStop => ({
    stop: { token: 't', action: 'stop', when: { kind: 'at', at }, createdAt: now },
    due: at,
  });

  it('is counted down in the line, the first one alone, and in the table', () => {
    instances = [running, { ...running, id: 6, label: 'other' }];
    stops = new Map([
      [5, stopAt(now + 3 * hour)],
      [6, stopAt(now + hour)],
    ]);
    const bar = draw(here);
    expect(bar.text).toBe('$(circuit-board) 2 running · $1.25/h · stops in 1 h');
    expect(plain(bar)).toContain('| training · running · stops in 3 h |');
  });

  it('of an instance that is stopped already isn’t said', () => {
    instances = [{ ...running, actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' }];
    stops = new Map([[5, stopAt(now + hour)]]);
    expect(draw(here).text).not.toContain('stops in');
  });
});

describe('the table of costs', () => {
  const see = (at: number): void => {
    ledger = withLook(ledger, lookAtInstances(at, instances), at);
  };

  it('has what each instance costs now, cost today and cost since it was rented, and stops it', () => {
    const since = new Date(2026, 10, 21, 22).getTime() / 1000;
    instances = [{ ...running, start_date: since, running_since: since }];
    see(now);
    const bar = draw(here);
    expect(plain(bar)).toContain('| training · running | $0.50/h | $5.00 | $6.00 | [Stop…](command:');
    const [, argument = ''] = /stopInstance\?(\S+?)\)/.exec(bar.tooltip.value) ?? [];
    expect(JSON.parse(decodeURIComponent(argument))).toEqual([{ instanceId: 5, asRow: true }]);
    expect(bar.tooltip.isTrusted).toEqual({
      enabledCommands: ['gpuRental.stopInstance', 'gpuRental.showSpending'],
    });
    expect(plain(bar)).toContain('[Show Spending](command:gpuRental.showSpending)');
  });

  it('tells instances of the same name apart', () => {
    instances = [running, { ...running, id: 6 }];
    expect(plain(draw(here))).toContain('| training (5) · running |');
    expect(plain(draw(here))).toContain('| training (6) · running |');
  });

  it('says how much of the day’s budget is spent, where there is one', () => {
    const since = new Date(2026, 10, 21, 22).getTime() / 1000;
    instances = [{ ...running, start_date: since, running_since: since }];
    see(now);
    expect(plain(draw(here))).not.toContain('budget');
    screen.settings['budget.perDay'] = 8;
    expect(plain(draw(here))).toContain('Today: $5.00 of the budget of $8.00');
  });

  it('keeps what ended today in the sum of the day', () => {
    instances = [{ ...running, start_date: now / 1000, running_since: now / 1000 }];
    see(now);
    now += hour;
    see(now);
    instances = [];
    ledger = withLook(ledger, { at: now, key: 'instance-5', state: 'gone' }, now);
    instances = [{ ...running, id: 6, start_date: now / 1000, running_since: now / 1000 }];
    see(now);
    now += hour;
    see(now);
    expect(plain(draw(here))).toContain('| Ended today |  | $0.50 |');
    expect(plain(draw(here))).toContain('| **All** |  | **$1.00** |');
    expect(plain(draw(here))).toContain('This month: $1.00');
  });

  it('shows what the service has charged for days that are over, once that is known', () => {
    const since = new Date(2026, 10, 20).getTime() / 1000;
    instances = [{ ...running, start_date: since, running_since: since }];
    see(now);
    expect(plain(draw(here))).toContain('This month: $29.00');
    const start = Date.UTC(2026, 10, 20) / 1000;
    bill = billFrom(now, { start, end: start + 3e5 }, [{ source: 'instance-5', start, amount: 10 }], 0);
    expect(plain(draw(here))).toMatch(/This month: \$2\d\.\d\d, of which the service has charged \$10\.00/);
  });

  it('has no sum for what was not noted yet, which is not the same as nothing', () => {
    instances = [running];
    expect(plain(draw(here))).toContain('| training · running | $0.50/h |  |  | [Stop…]');
    expect(plain(draw(here))).not.toContain('$0.00');
  });

  it('says where a sum is not certain', () => {
    instances = [{ ...running, actual_status: 'exited', intended_status: 'stopped' }];
    instances[0] = { ...instances[0]!, start_date: now / 1000 - 7200 };
    see(now);
    expect(plain(draw(here))).toContain('| about $0.02 |');
    expect(plain(draw(here))).toContain('VS Code was closed');
  });

  it('draws names from outside as text', () => {
    for (const label of hostileTexts) {
      instances = [{ ...running, label: `a${label}` }];
      see(now);
      const { value } = draw(here).tooltip;
      const [row = ''] = value.split('\n').filter((line) => line.startsWith('| a'));
      // One link, ours, and five cells.
      expect(row.match(/(?<!\\)\[/g), label).toHaveLength(1);
      expect(row.match(/(?<!\\)\|/g), label).toHaveLength(6);
      expect(row, label).not.toMatch(/(?<!\\)[<`*]|\$\(/);
    }
  });

  it('is drawn again every minute, because sums grow', () => {
    instances = [{ ...running, start_date: now / 1000, running_since: now / 1000 }];
    see(now);
    draw(here);
    now += 60_000;
    see((now += 60_000));
    expect(timers).toHaveLength(1);
    timers[0]?.();
    expect(plain(screen.statusBar)).toContain('| $0.02 | $0.02 |');
  });
});

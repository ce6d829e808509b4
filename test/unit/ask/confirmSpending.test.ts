import { beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmSpending, keepAgreed, type SpendingServices } from '../../../src/ask/confirmSpending';
import type { Choice, Question } from '../../../src/ask/dialogs';
import { type Bill, billFrom } from '../../../src/domain/money/ledger/bill';
import { emptyLedger, type Ledger, withLook } from '../../../src/domain/money/ledger/ledger';
import { lookAtInstances, lookAtVolumes } from '../../../src/domain/money/ledger/rows';
import type { SharedInstance } from '../../../src/domain/instances/sharedInstance';
import { silent } from '../../../src/log/log';
import type { PlannedInstance } from '../../../src/stores/money/spendingPlan';
import { clearScreen, screen } from '../support/fakeVscode';
import { eventually } from '../support/eventually';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

const minute = 60_000;
const hour = 60 * minute;
const noon = new Date(2026, 10, 22, 12).getTime();
/** 0.50 $/h, and 0.02 $/h for its disk. */
const running: SharedInstance = {
  id: 1,
  actual_status: 'running',
  dph_total: 0.5,
  storage_total_cost: 0.02,
  start_date: noon / 1000 - 10 * 3600,
  running_since: noon / 1000 - 10 * 3600,
};
const volume = { id: 3, size: 100, storage_total_cost: 0.1, start_date: noon / 1000 - 10 * 3600 };

let now: number;
let rows: SharedInstance[];
let volumes: (typeof volume)[];
let expected: { phase: string; running?: number }[];
let fetchedAt: number | undefined;
let rebuilt: number | undefined;
let bill: Bill | undefined;
let scheduled: [string, number, { when: { at: number } }, unknown][];
let asked: (Question | Choice)[];
/** What the person presses; undefined closes the question. */
let press: (options: readonly string[]) => string | undefined;
let known: ReadonlyMap<number, unknown>;

beforeEach(() => {
  clearScreen();
  [now, rows, volumes, expected, fetchedAt] = [noon, [], [], [], 1];
  rebuilt = undefined;
  bill = undefined;
  [scheduled, asked, known] = [[], [], new Map()];
  press = ([first]) => first;
});

const ledger = (): Ledger => {
  const seen = withLook({ ...emptyLedger, rebuilt }, lookAtInstances(noon, rows), noon);
  return withLook(seen, lookAtVolumes(noon, volumes), noon);
};

function services(): SpendingServices {
  const account = { id: 'a', baseUrl: '', userId: 1 };
  return {
    accounts: { active: account, accounts: [account] },
    instances: {
      state: { accountId: 'a', instances: new Map(rows.map((one) => [one.id, one])), expected, fetchedAt },
    },
    volumes: { state: { accountId: 'a', volumes, fetchedAt } },
    spending: { ledgerOf: ledger },
    bills: { of: () => ({ bill, isLoading: false }) },
    scheduledStops: {
      known: () => known,
      schedule: (...stop: (typeof scheduled)[0]) => Promise.resolve(void scheduled.push(stop)),
    },
    dialogs: {
      confirm: (question: Question) => {
        asked.push(question);
        return Promise.resolve(press([question.yes]) === question.yes);
      },
      choose: (choice: Choice) => {
        asked.push(choice);
        return Promise.resolve(press(choice.options));
      },
    },
    clock: { now: () => now },
    log: silent,
  } as unknown as SpendingServices;
}

function nothing(): void {
  // What there is, is known.
}

const ask = (planned: readonly PlannedInstance[], confirmed = false, budget?: number) =>
  confirmSpending(services(), { account: { id: 'a' }, client: {} } as never, {
    message: 'Rent it?',
    detail: 'It costs money.',
    yes: 'Rent',
    yesUntil: (time) => `Rent and Stop at ${time}`,
    planned,
    budget,
    confirmed,
  });
const detail = (): string => asked[0]?.detail ?? '';
const options = (): readonly string[] => ('options' in asked[0]! ? asked[0].options : [asked[0]!.yes]);

describe('a question about money', () => {
  it('is as ever without a budget, and looks at nothing', async () => {
    expect(await ask([{ rate: 1 }])).toEqual({});
    expect(asked).toEqual([{ message: 'Rent it?', detail: 'It costs money.', yes: 'Rent' }]);
  });

  it('keeps to what a launch may cost, or to the settings where that is less', async () => {
    expect(await ask([{ rate: 1 }], false, 3)).toEqual({ stopAt: noon + 3 * hour });
    expect(detail()).toContain('The budget of $3.00 per instance is reached at 3:00 PM today.');
    screen.settings = { 'budget.perDay': 0, 'budget.perInstance': 2 };
    expect(await ask([{ rate: 1 }], false, 3)).toEqual({ stopAt: noon + 2 * hour });
    expect(await ask([{ rate: undefined }], false, 3)).toEqual({});
    expect(asked.at(-1)?.detail).toContain('Can’t tell when this reaches the budget of $2.00');
  });

  it('is as ever where the budget is kept to', async () => {
    screen.settings = { 'budget.perDay': 24, 'budget.perInstance': 1000 };
    expect(await ask([{ rate: 0.9 }])).toEqual({});
    expect(detail()).toBe('It costs money.');
  });

  it('says when today’s budget is reached and by how much it is passed, and proposes a stop', async () => {
    screen.settings = { 'budget.perDay': 10 };
    rows = [running];
    volumes = [volume];
    // $5.00 and $1.00 since 2:00, then $0.60/h and $1.00/h.
    expect(await ask([{ rate: 1 }])).toEqual({ stopAt: noon + 2.5 * hour });
    expect(options()).toEqual(['Rent and Stop at 2:30 PM', 'Rent']);
    expect(asked[0]).toMatchObject({ message: 'Rent it?', warns: true });
    expect(detail()).toBe(
      [
        'With this, today’s budget of $10.00 is reached at 2:30 PM. At this rate, today will cost $25.20, $15.20 over budget.',
        '“Rent and Stop at 2:30 PM” schedules a stop. VS Code must be running at that time. Disks are still billed afterward.',
        '',
        'It costs money.',
      ].join('\n'),
    );
  });

  it('counts what the service has charged for days that are over', async () => {
    screen.settings = { 'budget.perInstance': 30 };
    const start = Date.UTC(2026, 10, 20) / 1000;
    rows = [{ ...running, start_date: start, running_since: start }];
    await ask([{ id: 1, rate: 0.5 }]);
    expect(detail()).toMatch(
      /^The budget of \$30\.00 per instance is already reached: this one has cost \$3\d/,
    );
    const days = [0, 86_400].map((later) => ({ source: 'instance-1', start: start + later, amount: 1 }));
    bill = billFrom(noon, { start, end: start + 3 * 86_400 }, days, 0);
    asked = [];
    await ask([{ id: 1, rate: 0.5 }]);
    expect(detail()).toMatch(/^The budget of \$30\.00 per instance is reached at /);
  });

  it('can be agreed to without the stop, and closed', async () => {
    screen.settings = { 'budget.perDay': 10 };
    press = (all) => all[1];
    expect(await ask([{ rate: 1 }])).toEqual({});
    press = () => undefined;
    expect(await ask([{ rate: 1 }])).toBeUndefined();
  });

  it('proposes no stop where the budget is reached already, or so soon that a stop is no use', async () => {
    screen.settings = { 'budget.perDay': 5 };
    rows = [running];
    await ask([{ rate: 1 }]);
    expect(detail()).toMatch(
      /^Today’s budget of \$5\.00 is already reached\. With this, today will cost \$23\.00 at this rate, \$18\.00 over budget\./,
    );
    expect(options()).toEqual(['Rent']);
    screen.settings = { 'budget.perDay': 5.1 };
    asked = [];
    await ask([{ rate: 1 }]);
    expect(detail()).toMatch(/^With this, today’s budget of .* is reached at 12:04 PM/);
    expect(options()).toEqual(['Rent']);
  });

  it('says that only tomorrow reaches it', async () => {
    screen.settings = { 'budget.perDay': 13 };
    expect(await ask([{ rate: 1 }])).toEqual({ stopAt: noon + 25 * hour });
    expect(options()[0]).toBe('Rent and Stop at 1:00 PM tomorrow');
    expect(detail()).toMatch(
      /^With this, tomorrow’s budget of \$13\.00 is reached at 1:00 PM\. At this rate, tomorrow will cost \$24\.00, \$11\.00 over budget\./,
    );
  });

  it('counts what an instance that is started has cost, at its new price', async () => {
    screen.settings = { 'budget.perDay': 100, 'budget.perInstance': 6 };
    rows = [running];
    await ask([{ id: 1, rate: 2 }]);
    expect(detail()).toMatch(/^The budget of \$6\.00 per instance is reached at 12:30 PM today\./);
    expect(options()[0]).toBe('Rent and Stop at 12:30 PM');
    asked = [];
    screen.settings = { 'budget.perInstance': 4 };
    await ask([{ id: 1, rate: 2 }]);
    expect(detail()).toMatch(
      /^The budget of \$4\.00 per instance is already reached: this one has cost \$5\.00\./,
    );
  });

  it('counts what is rented but not listed yet', async () => {
    screen.settings = { 'budget.perDay': 12 };
    expected = [{ phase: 'created', running: 1 }];
    await ask([{ rate: 1 }]);
    expect(detail()).toContain('reached at 6:00 PM');
  });

  it.each([
    ['still loads', { actual_status: 'loading' }, '6:00 PM'],
    [
      'waits for its GPU',
      { actual_status: 'exited', cur_state: 'stopped', intended_status: 'running' },
      '6:00 PM',
    ],
    // Nothing is reached today or tomorrow.
    ['is being stopped', { actual_status: 'running', intended_status: 'stopped' }, undefined],
  ] as const)('counts what an instance costs that %s, as it will be', async (_, state, time) => {
    screen.settings = { 'budget.perDay': 12 };
    rows = [{ id: 1, dph_total: 1.5, storage_total_cost: 0.01, start_date: noon / 1000, ...state }];
    await ask([{ rate: time === undefined ? 0.4 : 0.5 }]);
    if (time === undefined) expect(detail()).toBe('It costs money.');
    else expect(detail()).toContain(`reached at ${time}`);
  });

  it.each(['sending', 'unclear'])(
    'counts a rental of which it is not known whether there is one: %s',
    async (phase) => {
      screen.settings = { 'budget.perDay': 12 };
      expected = [{ phase, running: 1 }];
      await ask([{ rate: 1 }]);
      expect(detail()).toContain('reached at 6:00 PM');
    },
  );

  it.each([
    ['the price of what is rented', [{ rate: undefined }], nothing],
    [
      'the price of another instance',
      [{ rate: 0.1 }],
      (): void => void (rows = [{ id: 9, actual_status: 'running' }]),
    ],
    ['the price of a rental', [{ rate: 0.1 }], (): void => void (expected = [{ phase: 'created' }])],
    ['what there is', [{ rate: 0.1 }], (): void => void (fetchedAt = undefined)],
  ] as const)('says that %s is not known, and proposes no time', async (_, planned, given) => {
    screen.settings = { 'budget.perDay': 10 };
    given();
    expect(await ask(planned)).toEqual({});
    expect(detail()).toMatch(/^Can’t tell whether this stays within today’s budget of \$10\.00/);
    expect(options()).toEqual(['Rent']);
  });

  it('says that today’s costs are not known after the record of them was damaged', async () => {
    screen.settings = { 'budget.perDay': 10 };
    rebuilt = noon - 3_600_000;
    await ask([{ rate: 0.1 }]);
    expect(detail()).toMatch(
      /^Can’t tell whether this stays within today’s budget of \$10\.00.*at least \$0\.00/,
    );
    rebuilt = noon - 24 * 3_600_000;
    asked = [];
    await ask([{ rate: 0.1 }]);
    expect(detail()).not.toContain('budget');
  });

  it('says that a time may be earlier where not all is known', async () => {
    screen.settings = { 'budget.perDay': 10 };
    expected = [{ phase: 'created' }];
    await ask([{ rate: 2 }]);
    expect(detail()).toMatch(/reached at 5:00 PM.*Not all costs are known, so it may be earlier\./);
  });

  it('leaves what is scheduled for the instance as it is', async () => {
    screen.settings = { 'budget.perDay': 10 };
    known = new Map([[1, {}]]);
    rows = [running];
    await ask([{ id: 1, rate: 2 }]);
    expect(detail()).toContain('is reached at');
    expect(options()).toEqual(['Rent']);
  });

  it('offers no stop for several that one of them wouldn’t get', async () => {
    screen.settings = { 'budget.perDay': 10 };
    known = new Map([[1, {}]]);
    rows = [running];
    await ask([
      { id: 1, rate: 2 },
      { id: 2, rate: 2 },
    ]);
    expect(options()).toEqual(['Rent']);
  });

  it('is asked again where its time passed while it stood there', async () => {
    screen.settings = { 'budget.perDay': 10 };
    press = ([first]) => {
      if (asked.length === 1) now += 11 * hour;
      return first;
    };
    expect(await ask([{ rate: 1 }])).toEqual({ stopAt: noon + 22 * hour });
    expect(asked).toHaveLength(2);
    expect(asked[1]?.detail).toMatch(/^With this, tomorrow’s budget/);
  });

  it('is not asked of a program with consent', async () => {
    screen.settings = { 'budget.perDay': 1 };
    expect(await ask([{ rate: 100 }], true)).toEqual({});
    expect(asked).toEqual([]);
  });
});

describe('a stop that was agreed to', () => {
  it('is scheduled, and replaces nothing', async () => {
    await keepAgreed(services(), 'a', 7, { stopAt: noon });
    await keepAgreed(services(), 'a', 8, {});
    expect(scheduled).toEqual([
      ['a', 7, { action: 'stop', when: { kind: 'at', at: noon } }, { onlyIfNone: true }],
    ]);
  });

  it('is told about where it could not be scheduled, because the instance runs on', async () => {
    const failing = services();
    vi.spyOn(failing.scheduledStops, 'schedule').mockRejectedValue(new Error('disk full'));
    screen.press = 'Schedule Stop…';
    await keepAgreed(failing, 'a', 7, { stopAt: noon });
    await eventually(() => expect(screen.commands[0]?.[0]).toBe('gpuRental.scheduleStop'));
    expect(screen.shown[0]?.message).toMatch(
      /^The stop of instance 7 couldn’t be scheduled, so it runs until you stop it\./,
    );
  });
});

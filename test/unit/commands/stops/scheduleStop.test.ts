import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelScheduledStop, scheduleStop } from '../../../../src/commands/stops/stops';
import type { Services } from '../../../../src/prompts/services';
import type { Question } from '../../../../src/ask/dialogs';
import { silent } from '../../../../src/log/log';
import { clearScreen, screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const minute = 60_000;
let time: number;
let questions: Question[];
let scheduled: unknown[];
let calledOff: number[];
/** What is scheduled already. */
let before: [number, unknown][];
/** Milliseconds until the person answers. */
let answersAfter: number;
/** Instances that this computer has logged in to. */
let loggedIn: number[];

beforeEach(() => {
  time = Date.UTC(2026, 0, 15, 12);
  clearScreen();
  [questions, scheduled, calledOff, before, answersAfter, loggedIn] = [[], [], [], [], 0, []];
});

const running = {
  id: 7,
  label: 'train',
  actual_status: 'running',
  intended_status: 'running',
  storage_total_cost: 0.02,
};
const rows = [
  { ...running, dph_total: 0.5 },
  { id: 10, label: 'cheap', actual_status: 'running', intended_status: 'running' },
  { ...running, id: 8, label: 'eval' },
  { ...running, id: 9, label: 'old', actual_status: 'exited', intended_status: 'stopped' },
];

function schedule(given: Record<string, unknown>, confirmed = false) {
  const call = { instanceIds: [7], confirmed, interactive: false };
  return scheduleStop(servicesOf(), { ...call, arguments: { instanceId: 7, ...given } });
}

function servicesOf(): Services {
  const account = { id: 'a-1', baseUrl: 'https://gpu.example', userId: 1 };
  const known = new Map(rows.map((one) => [one.id, one]));
  return {
    accounts: { accounts: [account], active: account, client: {} },
    clock: { now: () => time },
    instances: { get: (id: number) => known.get(id), state: { instances: known } },
    volumes: { state: { volumes: [] } },
    scheduledStops: {
      read: () => Promise.resolve(new Map(before)),
      callOff: (_: string, id: number) => {
        calledOff.push(id);
        return Promise.resolve(id === 8 ? 'sent' : 'done');
      },
      schedule: (...args: unknown[]) => Promise.resolve(void scheduled.push(args)),
    },
    dialogs: {
      confirm: (question: Question) => {
        questions.push(question);
        time += answersAfter;
        return Promise.resolve(true);
      },
    },
    sshSetup: () => ({
      config: {
        readEntries: () => Promise.resolve(rows.map(({ id }) => ({ instanceId: id }))),
        includeState: () => Promise.resolve('present'),
        knowsHost: (id: number) => Promise.resolve(loggedIn.includes(id)),
      },
    }),
    log: silent,
  } as unknown as Services;
}

describe('agreeing to a scheduled stop', () => {
  it('says whether the machine is told or VS Code has to run', async () => {
    const told =
      /^The instance is told to stop itself at that time\. If that fails, and for any other condition/m;
    const inVsCode = /^VS Code must be running at that time\./m;
    const said = () => questions.at(-1)?.detail ?? '';
    await schedule({ action: 'stop', afterMinutes: 60 });
    expect(said()).toMatch(inVsCode);
    loggedIn = [7];
    await schedule({ action: 'stop', afterMinutes: 60, idleMinutes: 5 });
    expect(said()).toMatch(told);
    expect(said()).not.toMatch(inVsCode);
    await schedule({ action: 'stop', idleMinutes: 5 });
    expect(said()).toMatch(inVsCode);
    await schedule({ action: 'destroy', afterMinutes: 60 });
    expect(said()).toMatch(
      /^The instance is told to stop itself at that time\. VS Code destroys it.* 5 minutes later/m,
    );
    loggedIn = [];
    await schedule({ action: 'destroy', afterMinutes: 60 });
    expect(said()).toMatch(inVsCode);
  });

  it('names what, when, and what is lost, and counts from the question', async () => {
    answersAfter = minute;
    await schedule({ action: 'destroy', afterMinutes: 120 });
    expect(questions[0]).toMatchObject({ warns: true, yes: 'Schedule Destroying' });
    expect(questions[0]?.message).toMatch(/^Destroy train \(7\) and everything on its disk at .+\?$/);
    expect(questions[0]?.detail).toMatch(/^All data on its disk will be lost, and billing for it will end\./);
    expect(scheduled).toMatchObject([
      ['a-1', 7, { action: 'destroy', when: { kind: 'at', at: time + 119 * minute } }],
    ]);
  });

  it('after its time has passed, schedules nothing, which would come at once and without a warning', async () => {
    answersAfter = 10 * minute;
    await expect(schedule({ action: 'destroy', afterMinutes: 5 })).rejects.toThrow(/This time passed/);
    expect(scheduled).toEqual([]);
  });

  it('within the minute that the question named, schedules it', async () => {
    answersAfter = 10_000;
    await schedule({ action: 'stop', afterMinutes: 0.05 });
    expect(scheduled).toHaveLength(1);
  });

  it('names what it replaces, and what happens while VS Code does not run', async () => {
    await schedule({ action: 'stop', afterMinutes: 120 });
    expect(questions[0]?.detail).toContain(
      'or the computer is asleep, this happens as soon as VS Code runs again, without a warning.',
    );
    expect(questions[0]?.detail).not.toContain('replaces');
    await schedule({ action: 'destroy', afterMinutes: 120 });
    expect(questions.pop()?.detail).toContain(
      'you’re warned when VS Code runs again, and this happens 5 minutes later.',
    );
    before = [[7, { action: 'destroy', when: { kind: 'idle', minutes: 30 } }]];
    await schedule({ action: 'stop', afterMinutes: 120 });
    expect(questions[1]?.detail).toContain(
      'This replaces the current schedule: destroy it when its GPU has been idle for 30 min.',
    );
  });

  it('with several conditions names all of them, and that the first counts', async () => {
    const given = { action: 'stop', afterMinutes: 120, idleMinutes: 30, dollars: 2, whenRunsEnd: true };
    const told = await schedule(given);
    expect(told).toMatchObject({ instanceId: 7, idleMinutes: 30, dollars: 2, whenRunsEnd: true });
    expect(questions[0]?.message).toMatch(
      /^Stop train \(7\) at .+, when its GPU has been idle for 30 min, when it has cost another \$2\.00, or when its runs have ended\?$/,
    );
    expect(questions[0]?.detail).toContain('Whichever comes first ends it.');
    const stop = scheduled[0] as [string, number, unknown];
    expect(stop[2]).toMatchObject({
      when: { kind: 'at' },
      others: [{ kind: 'idle', minutes: 30 }, { kind: 'spent', dollars: 2, rate: 0.5 }, { kind: 'runs' }],
    });
  });

  it('in dollars is refused where the price isn’t known, since it would never come', async () => {
    const call = { instanceIds: [10], confirmed: true, interactive: false };
    const given = { instanceId: 10, action: 'stop', dollars: 2 };
    const error = /The price of cheap \(10\) isn’t known/;
    await expect(scheduleStop(servicesOf(), { ...call, arguments: given })).rejects.toThrow(error);
    expect(scheduled).toEqual([]);
  });

  it('is not asked of a program that has consent', async () => {
    await schedule({ action: 'stop', afterMinutes: 5 }, true);
    expect(questions).toEqual([]);
    expect(scheduled).toHaveLength(1);
  });
});

describe('the conditions of a stop', () => {
  it.each([
    [[], /^Works only while VS Code is running/],
    [[7], /^The instance stops itself at a set time/],
  ])('are carried out by whom the question names, where %j are known', async (ids, words) => {
    loggedIn = ids;
    const scheduling = scheduleStop(servicesOf(), asked);
    await choose(1, /Stop$/);
    expect(screen.picks[0]!.placeholder).toMatch(words);
    await rowsOf(2);
    expect(screen.picks[1]!.placeholder).toMatch(words);
    screen.picks[1]!.hide();
    expect(await scheduling).toBeUndefined();
  });

  const rowsOf = async (count: number) => {
    await eventually(() => expect(screen.picks.at(count - 1)?.items.length).toBeGreaterThan(0));
    return screen.picks[count - 1]!;
  };
  const choose = async (count: number, label: RegExp) => {
    const list = await rowsOf(count);
    list.choose(list.items.find((row) => label.test(row.label))!);
    return list;
  };
  const asked = { instanceIds: [7], confirmed: false, interactive: true, arguments: {} };

  it('are shown as they are, changed, taken out and added, one after the other', async () => {
    const idle = { kind: 'idle', minutes: 30 };
    before = [[7, { action: 'stop', when: idle, others: [{ kind: 'closed' }] }]];
    const scheduling = scheduleStop(servicesOf(), asked);
    await choose(1, /Stop$/);
    const list = await rowsOf(2);
    const shown = () =>
      (screen.picks.at(-1)!.items as { label: string; description?: string }[]).map(
        ({ label, description }) => `${label} ${description}`,
      );
    expect(shown()[0]).toMatch(
      /Continue to stop it when its GPU has been idle for 30 min or when the last window/,
    );
    // Without anything more to ask, Enter takes it out.
    await choose(2, /Last Window/);
    await choose(3, /GPU Is Idle/);
    await eventually(() => expect(screen.inputs).toHaveLength(1));
    expect(screen.inputs[0]!.value).toBe('30 min');
    screen.inputs[0]!.type('never');
    screen.inputs[0]!.accept();
    expect(screen.inputs[0]!.validationMessage).toMatch(/Enter something like/);
    screen.inputs[0]!.type('1 h');
    screen.inputs[0]!.accept();
    await choose(4, /After Spending/);
    await eventually(() => expect(screen.inputs).toHaveLength(2));
    screen.inputs[1]!.type('$1,5');
    screen.inputs[1]!.accept();
    await rowsOf(5);
    expect(shown()[0]).toMatch(/idle for 1 h or when it has cost another \$1\.50$/);
    await choose(5, /Continue/);
    expect(await scheduling).toEqual({ instanceId: 7, action: 'stop', idleMinutes: 60, dollars: 1.5 });
    expect(list.title).toBe('Stop train (7): When?');
  });
});

describe('a stop of several selected instances', () => {
  const selected = { instanceIds: [7, 8, 9], confirmed: false, interactive: true, arguments: {} };
  /** Chooses a row in the list that opens next. */
  const choose = async (count: number, label: RegExp) => {
    await eventually(() => expect(screen.picks.at(count - 1)?.items.length).toBeGreaterThan(0));
    const list = screen.picks[count - 1]!;
    list.choose(list.items.find((row) => label.test(row.label))!);
    return list;
  };
  const planned = { action: 'stop', when: { kind: 'idle', minutes: 30 } };

  it('is asked once, named for each, and scheduled for those that can be stopped', async () => {
    before = [[8, { action: 'destroy', when: { kind: 'closed' } }]];
    const scheduling = scheduleStop(servicesOf(), selected);
    const { title } = await choose(1, /Stop$/);
    expect(title).toBe('Schedule Stop of 3 Instances');
    await choose(2, /GPU Is Idle/);
    await eventually(() => expect(screen.inputs).toHaveLength(1));
    screen.inputs[0]!.accept();
    await choose(3, /Continue$/);
    expect(await scheduling).toEqual({ instanceIds: [7, 8], action: 'stop', idleMinutes: 30 });
    expect(questions[0]?.message).toBe('Stop each of 2 instances when its GPU has been idle for 30 min?');
    expect(questions[0]?.detail).toMatch(/^train \(7\)\neval \(8\)\n/);
    expect(questions[0]?.detail).toContain('Their disks then still cost $0.040/h in total.');
    expect(questions[0]?.detail).toContain('This replaces the current schedules of 1 of them.');
    expect(questions[0]?.detail).toContain('old (9) isn’t changed.');
    expect(scheduled).toEqual([
      ['a-1', 7, planned],
      ['a-1', 8, planned],
    ]);
  });

  it('is called off for all that have one, also where one comes too late', async () => {
    const stop = { action: 'stop', when: { kind: 'closed' } };
    before = [
      [7, stop],
      [8, stop],
      [9, stop],
    ];
    const scheduling = scheduleStop(servicesOf(), selected);
    await Promise.all([
      expect(scheduling).rejects.toThrow(/request to stop instance 8 was already sent/),
      choose(1, /Cancel Schedule/),
    ]);
    expect(calledOff).toEqual([7, 8, 9]);
    calledOff = [];
    await expect(cancelScheduledStop(servicesOf(), { ...selected, instanceIds: [7, 9] })).resolves.toEqual({
      instanceIds: [7, 9],
    });
    expect([calledOff, questions]).toEqual([[7, 9], []]);
  });
});

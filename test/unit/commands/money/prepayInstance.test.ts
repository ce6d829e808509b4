import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { Call } from '../../../../src/commands/call';
import { prepayInstance } from '../../../../src/commands/money/prepayInstance';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { commandServices } from '../../support/commandServices';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const training: SharedInstance = {
  id: 5,
  label: 'training',
  actual_status: 'running',
  intended_status: 'running',
  is_bid: false,
  dph_total: 0.5,
};
const call = (changes: Partial<Call> = {}): Call => ({
  instanceIds: [5],
  confirmed: false,
  interactive: false,
  askedBy: 'program',
  arguments: { amount: 120 },
  ...changes,
});
const byPerson = call({ interactive: true, askedBy: undefined, arguments: {} });

function setUp(instance = training) {
  const all = commandServices(instance);
  const requests: unknown[] = [];
  const refreshed: string[] = [];
  const reply = {
    credit: 500 as number | undefined,
    fails: undefined as Error | undefined,
    answer: { timescale: 1.5, discount_rate: 0.125 } as object,
  };
  const { instanceActions, instances: endpoint } = all.services.accounts.client!;
  Object.assign(instanceActions, {
    prepay: (...sent: unknown[]) => {
      requests.push(sent);
      return reply.fails ? Promise.reject(reply.fails) : Promise.resolve(reply.answer);
    },
  });
  Object.assign(endpoint, { get: () => Promise.resolve(instance) });
  Object.assign(all.services.accounts.client!, {
    users: {
      current: () =>
        reply.credit === undefined
          ? Promise.reject(new ApiError('forbidden', 'No.', { status: 403 }))
          : Promise.resolve({ credit: reply.credit }),
    },
  });
  Object.assign(all.services.instances, { refresh: async () => void refreshed.push('instances') });
  Object.assign(all.services, { users: { refresh: async () => void refreshed.push('credit') } });
  return { ...all, requests, refreshed, reply };
}

async function openInput() {
  await eventually(() => expect(screen.inputs).toHaveLength(1));
  return screen.inputs[0]!;
}

describe('prepaying for an instance', () => {
  it('of a program with consent is sent once, and what was granted comes back', async () => {
    const { services, requests, asked, refreshed } = setUp();
    expect(await prepayInstance(services, call({ confirmed: true }))).toEqual({
      instanceId: 5,
      amount: 120,
      months: 1.5,
      discount: 0.125,
    });
    expect([requests, asked]).toEqual([[[5, 120]], []]);
    expect(refreshed.sort()).toEqual(['credit', 'instances']);
  });

  it('says in one dialog what is taken, what it binds and what isn’t known', async () => {
    const { services, asked, answer, requests } = setUp({ ...training, end_date: 1_780_000_000 });
    answer.agrees = false;
    expect(await prepayInstance(services, call({ arguments: { amount: 12.3456 } }))).toBeUndefined();
    const [question] = asked;
    expect(question).toMatchObject({
      message: 'Prepay $12.3456 for training (5)?',
      yes: 'Prepay $12.3456',
      warns: true,
    });
    expect(question?.detail?.split('\n\n')).toEqual([
      '$12.3456 is taken from your credit of $500.00 now.',
      expect.stringMatching(/bound to this instance.*doesn’t say.*destroyed earlier/),
      expect.stringContaining('only afterward'),
      expect.stringMatching(/^The rental ends on .*2026 at the latest\.$/),
    ]);
    expect(requests).toEqual([]);
  });

  it('says that the instance is to be destroyed anyway', async () => {
    const { services, asked, runs, answer } = setUp();
    const others = [{ kind: 'idle', minutes: 30 }];
    const stop = { token: 'one', createdAt: 0, when: { kind: 'at', at: answer.now + 3_600_000 }, others };
    const scheduled = new Map<number, object>([[5, { ...stop, action: 'destroy' }]]);
    Object.assign(services.scheduledStops, { known: () => scheduled });
    const run = { fetch: [], instanceId: 5, phase: 'running' as const, then: 'destroy' as const };
    runs.push(
      { ...run, name: 'sft' },
      { ...run, name: 'kept', then: 'keep' },
      { ...run, name: 'over', phase: 'ended' },
      { ...run, name: 'unfetched', phase: 'ended', fetch: ['out'] },
      { ...run, name: 'recreated', recreatedAt: 1 },
      { ...run, name: 'elsewhere', instanceId: 6 },
    );
    await prepayInstance(services, call());
    scheduled.set(5, { ...stop, action: 'stop' });
    runs.length = 0;
    await prepayInstance(services, call());
    const [told, untold] = asked.map(({ detail }) => detail ?? '');
    expect(told).toMatch(
      /\n\nIt is scheduled to be destroyed at .* or when its GPU has been idle for 30 min\. It/,
    );
    expect(told).toContain(' It is to be destroyed after its run: sft, unfetched.\n\n');
    expect(untold).not.toMatch(/to be destroyed/);
  });

  it('proposes a month at the price now, and tells a person what the service granted', async () => {
    const { services, requests } = setUp();
    const paying = prepayInstance(services, byPerson);
    const input = await openInput();
    expect(input).toMatchObject({ value: '360.00', title: 'Prepay for a Discount: training (5)' });
    expect(input.prompt).toBe('Dollars to prepay. A month at $0.50/h costs $360.00. Credit: $500.00.');
    for (const [text, problem] of [
      ['0', 'greater than 0'],
      ['-3', 'greater than 0'],
      ['much', 'a number'],
      ['500.01', 'only $500.00'],
    ] as const) {
      input.type(text);
      expect(input.validationMessage).toContain(problem);
    }
    input.type('99,5');
    input.accept();
    await paying;
    expect(requests).toEqual([[5, 99.5]]);
    expect(screen.shown.at(-1)?.message).toBe(
      'Discount: 12.5%. Months: 1.5. $99.50 prepaid for training (5).',
    );
  });

  it.each([{}, { timescale: undefined, discount_rate: undefined }])(
    'tells what the service didn’t tell: %j',
    async (answered) => {
      const { services, reply } = setUp();
      reply.answer = answered;
      expect(await prepayInstance(services, { ...byPerson, arguments: { amount: 5 } })).toEqual({
        instanceId: 5,
        amount: 5,
      });
      const told = screen.shown.at(-1)?.message;
      expect(told).toContain('didn’t tell the discount');
      expect(told).toContain('didn’t tell how long');
    },
  );

  it('proposes nothing that the credit doesn’t cover, or whose price isn’t known', async () => {
    const poor = setUp();
    poor.reply.credit = 20;
    const paying = prepayInstance(poor.services, byPerson);
    const input = await openInput();
    expect(input.value).toBe('');
    input.hide();
    expect(await paying).toBeUndefined();
    clearScreen();
    const unpriced = setUp({ ...training, dph_total: undefined });
    const asking = prepayInstance(unpriced.services, byPerson);
    const other = await openInput();
    expect(other).toMatchObject({ value: '', prompt: 'Dollars to prepay. Credit: $500.00.' });
    other.hide();
    expect(await asking).toBeUndefined();
    expect([poor.requests, unpriced.requests]).toEqual([[], []]);
  });

  it('says that the credit isn’t known, and leaves the rest to the service', async () => {
    const { services, asked, reply, requests } = setUp();
    reply.credit = undefined;
    await prepayInstance(services, call());
    expect(asked[0]?.detail).toContain('How much you have is unknown.');
    expect(requests).toEqual([[5, 120]]);
  });

  it.each([
    [{ amount: 500.01 }, 'Your credit is only $500.00.'],
    [{ amount: 0 }, 'greater than 0'],
    [{ amount: -1 }, 'greater than 0'],
    [{ amount: Infinity }, 'amount'],
    [{ amount: '5' }, 'amount'],
    [{}, 'amount'],
  ])('is refused to a program for %j, and nothing is sent', async (given, words) => {
    const { services, asked, requests } = setUp();
    await expect(prepayInstance(services, call({ confirmed: true, arguments: given }))).rejects.toThrow(
      words,
    );
    expect([asked, requests]).toEqual([[], []]);
  });

  it('is refused for an interruptible instance', async () => {
    const { services, requests } = setUp({ ...training, is_bid: true });
    await expect(prepayInstance(services, call({ confirmed: true }))).rejects.toThrow(
      'training (5) is interruptible',
    );
    expect(requests).toEqual([]);
  });

  it('says that the answer was lost and where to look, and never sends it again', async () => {
    const { services, requests, refreshed, reply } = setUp();
    reply.fails = new ApiError('timeout', 'Too late.', { sent: true });
    await expect(prepayInstance(services, call({ confirmed: true }))).rejects.toMatchObject({
      code: 'outcome_unknown',
      message:
        'The service’s response was lost. Check the price of training (5) and the account’s charges before you prepay again.',
    });
    expect(requests).toHaveLength(1);
    expect(refreshed.sort()).toEqual(['credit', 'instances']);
  });
});

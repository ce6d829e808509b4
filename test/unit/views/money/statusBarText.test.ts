import { describe, expect, it } from 'vitest';
import { rateFrom } from '../../../../src/domain/money/rate';
import { costOfAccount, costWords } from '../../../../src/views/money/statusBarText';
import type { AccountCost } from '../../../../src/views/money/allCosts';

const here: AccountCost = {
  name: 'one@example.com',
  active: true,
  rate: rateFrom(0.31),
  running: 1,
  unclear: 0,
  instances: 1,
  failed: false,
};
const quiet = { rate: rateFrom(0), running: 0, instances: 0 };
const other: AccountCost = {
  ...here,
  name: 'two@example.com',
  active: false,
  rate: rateFrom(0.2),
  instances: 2,
};
const asOf = new Date(2026, 10, 21, 10, 32).getTime();

describe('the status bar', () => {
  it('says what the account in use costs, as long as it is the only one that costs', () => {
    const words = costWords([here, { ...other, ...quiet, asOf }]);
    expect(words?.text).toBe('$(circuit-board) 1 running · $0.31/h');
  });

  it('adds up all signed-in accounts, and tells each by itself', () => {
    const words = costWords([here, other]);
    expect(words?.text).toBe('$(circuit-board) 2 running · $0.51/h in 2 accounts');
    expect(words?.tooltip).toContain('one@example.com: $0.31/h, 1 running, 0 not running');
    expect(words?.tooltip).toContain('two@example.com: $0.20/h, 1 running, 1 not running');
    expect(words?.spoken).toBe('GPU Rental: 0.51 dollars per hour, 2 running, in 2 accounts');
  });

  it('shows what another account costs while the one in use costs nothing', () => {
    expect(costWords([{ ...here, ...quiet }, other])?.text).toBe(
      '$(circuit-board) 1 running · $0.20/h in another account',
    );
  });

  it('never shows a sum as certain that lacks a price, or has one that may not be billed', () => {
    const least = { ...here, instances: 2, rate: { dollars: 0.31, isLeast: true, isMost: false } };
    const words = costWords([least]);
    expect(words?.text).toBe('$(circuit-board) 1 running · at least $0.31/h');
    expect(words?.tooltip).toContain('at least $0.31/h now; at least $223/month at this rate');
    expect(words?.spoken).toBe('GPU Rental: at least 0.31 dollars per hour, 1 running');
    const most = { ...here, unclear: 1, running: 0, rate: { dollars: 2, isLeast: false, isMost: true } };
    expect(costWords([most])?.text).toBe('$(circuit-board) up to $2.00/h');
    expect(costWords([most])?.tooltip).toContain('0 running, 0 not running, 1 that may be running');
    expect(costWords([least, most])?.text).toContain('about $2.31/h');
    expect(costWords([here, { ...other, rate: undefined }])?.text).toContain('at least $0.31/h');
    const unknown = costWords([{ ...here, rate: rateFrom(undefined) }]);
    expect(unknown?.text).toBe('$(circuit-board) 1 running · $?/h');
    expect(unknown?.spoken).toBe('GPU Rental: cost unknown, 1 running');
  });

  it('marks what may be out of date, and is hidden while nothing is billed', () => {
    const words = costWords([here, { ...other, failed: true, asOf }]);
    expect(words?.text).toContain('$(warning)');
    expect(words?.tooltip).toMatch(/two@example\.com: .*as of 10:32/);
    expect(costWords([{ ...here, ...quiet }])).toBeUndefined();
  });
});

describe('volumes', () => {
  const kept = { ...other, ...quiet, rate: rateFrom(0.02), volumes: { count: 1, unpriced: 0 } };

  it('are billed without any instance', () => {
    expect(costWords([kept])).toEqual({
      text: '$(circuit-board) $0.020/h in another account',
      tooltip: '1 volume\n$0.020/h now; $14.40/month at this rate',
      spoken: 'GPU Rental: 0.02 dollars per hour, 0 running, 1 volume, in another account',
    });
    expect(costOfAccount(kept)).toBe('$0.020/h, 1 volume');
    expect(costOfAccount({ ...kept, rate: undefined, volumes: { count: 1, unpriced: 1 } })).toBe(
      'cost unknown',
    );
  });

  it('of all accounts are counted together', () => {
    const words = costWords([{ ...here, volumes: { count: 2, unpriced: 0 } }, kept]);
    expect(words?.spoken).toContain('1 running, 3 volumes, in 2 accounts');
    expect(words?.tooltip).toContain('one@example.com: $0.31/h, 1 running, 0 not running, 2 volumes');
  });

  it('that are gone are no reason to say anything', () => {
    expect(costWords([{ ...here, ...quiet, volumes: { count: 0, unpriced: 0 } }])).toBeUndefined();
  });
});

describe('an account’s row', () => {
  it('does not say that nothing is billed before a list was ever had, and gives the time of an old one', () => {
    expect(costOfAccount({ ...other, ...quiet, rate: undefined })).toBe('cost unknown');
    expect(costOfAccount({ ...other, ...quiet, asOf })).toMatch(/^nothing billed, as of 10:32/);
  });
});

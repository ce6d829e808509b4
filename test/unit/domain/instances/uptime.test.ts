import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { costSoFar, formatDuration } from '../../../../src/domain/instances/uptime';
import { runningSince } from '../../../../src/domain/instances/runningSince';

const running = (uptime_mins: number | undefined) => ({ actual_status: 'running', uptime_mins });
const start = 1_800_000_000;
const at = (seconds: number): number => (start + seconds) * 1000;

describe('since when an instance runs', () => {
  it('follows from how long it is said to run', () => {
    expect(runningSince(running(30), at(1800))).toBe(start);
  });

  it.each([
    ['is not told', running(undefined)],
    ['cannot be', running(-1)],
    ['is of one that does not run', { actual_status: 'exited', uptime_mins: 30 }],
  ])('is unknown where its uptime %s', (_, instance) => {
    expect(runningSince(instance, at(1800))).toBeUndefined();
  });

  it('does not move with hosts that report now and then', () => {
    const reports = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(reports, (lags) => {
        let since: number | undefined;
        const found = new Set<number>();
        lags.forEach((lag, poll) => {
          const now = 600 + poll * 10;
          since = runningSince(running((now - lag) / 60), at(now), since);
          found.add(since ?? 0);
        });
        // It only comes closer to the truth, in steps of more than a minute.
        const last = [...found].at(-1) ?? 0;
        return found.size <= 6 && last >= start && last - start <= Math.min(...lags) + 60;
      }),
    );
  });

  it('is another one after a reboot', () => {
    expect(runningSince(running(1), at(7260), start)).toBe(start + 7200);
  });
});

describe('what an instance has cost so far', () => {
  const prices = { actual_status: 'running', dph_total: 2, storage_total_cost: 0.5 };

  it('is what it has run for and the disk before', () => {
    const instance = { ...prices, start_date: start, running_since: start + 900 };
    expect(costSoFar(instance, start + 900 + 3600)).toEqual({ run: 2, total: 2.125, isLeast: false });
  });

  it('is at least that where it may have run before', () => {
    const instance = { ...prices, start_date: start, running_since: start + 36_000 };
    expect(costSoFar(instance, start + 39_600)).toEqual({ run: 2, total: 7, isLeast: true });
    expect(costSoFar({ ...prices, actual_status: 'exited', start_date: start }, start + 7200)).toEqual({
      total: 1,
      isLeast: true,
    });
  });

  it('is unknown without prices or times', () => {
    expect(
      costSoFar({ actual_status: 'running', start_date: start, running_since: start }, start + 60),
    ).toEqual({
      isLeast: false,
    });
    expect(costSoFar(prices, start)).toEqual({ isLeast: true });
  });
});

it('says a duration in its two largest units', () => {
  const said = [0, 59, 60, 3599, 3600, 7500, 86_400, 86_400 * 3 + 3600 * 4 + 59].map(formatDuration);
  expect(said).toEqual(['0 min', '0 min', '1 min', '59 min', '1 h', '2 h 5 min', '1 d', '3 d 4 h']);
});

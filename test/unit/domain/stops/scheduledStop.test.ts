import fc from '../../support/fastCheck';
import { afterEach, describe, expect, it } from 'vitest';
import {
  byThisClock,
  dueAt,
  dutyOf,
  firstDue,
  isAgreedRun,
  warningLead,
} from '../../../../src/domain/stops/scheduledStop';
import type { ScheduledStop } from '../../../../src/domain/stops/stopSchema';
import { closedFor } from '../../../../src/domain/stops/triggers';
import { readSpan, readStopTime } from '../../../../src/domain/stops/stopTime';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 10, 22, 12);

const stop = (when: ScheduledStop['when'], more: Partial<ScheduledStop> = {}): ScheduledStop => ({
  token: 't',
  action: 'stop',
  createdAt: start,
  when,
  ...more,
});
const after = (span: number) => stop({ kind: 'at', at: start + span, span });

describe('several conditions', () => {
  const idle = { kind: 'idle', minutes: 30 } as const;
  const at = { kind: 'at', at: start + hour } as const;
  const both = stop(at, { others: [idle, { kind: 'spent', dollars: 2, rate: 1 }] });

  it('are due with the first of them, by which the stop then goes', () => {
    expect(dueAt(both, {})).toBe(start + hour);
    expect(firstDue(both, {})).toBe(both);
    const sight = { idleSince: start };
    expect(dueAt(both, sight)).toBe(start + 30 * minute);
    expect(firstDue(both, sight)).toMatchObject({ when: idle, others: [at, { kind: 'spent' }] });
  });

  it('warn again where another one is due than the one that was warned about', () => {
    const due = start + hour;
    const warned = { ...both, warnedAt: due - 20 * minute };
    expect(dutyOf(warned, due, due - warningLead)).toBe('warn');
    expect(dutyOf({ ...warned, warnedAt: due - warningLead }, due, due - minute)).toBe('nothing');
  });

  it('all count from now where the clock was set back', () => {
    const set = byThisClock(
      stop({ kind: 'at', at: start + hour, span: hour }, { others: [idle] }),
      start - hour,
    );
    expect(set).toMatchObject({ createdAt: start - hour, when: { at: start }, others: [idle] });
  });
});

describe('a limit in dollars', () => {
  const limit = stop({ kind: 'spent', dollars: 2, rate: 0.5 });

  it('is due as if the instance ran, until its costs are known, and then by these', () => {
    expect(dueAt(limit, {})).toBe(start + 4 * hour);
    expect(dueAt(limit, { spent: { at: start + hour, dollars: 1.5, rate: 1 } })).toBe(start + 1.5 * hour);
    expect(dueAt(limit, { spent: { at: start + hour, dollars: 3, rate: 1 } })).toBe(start + hour);
  });

  it('isn’t due at a price that isn’t known', () => {
    expect(dueAt(stop({ kind: 'spent', dollars: 2 }), {})).toBeUndefined();
  });
});

describe('a scheduled stop', () => {
  it('is warned about once, five minutes before, and then carried out', () => {
    const planned = after(hour);
    const due = dueAt(planned, {});
    expect(dutyOf(planned, due, start + hour - warningLead - 1)).toBe('nothing');
    expect(dutyOf(planned, due, start + hour - warningLead)).toBe('warn');
    const warned = { ...planned, warnedAt: start + hour - warningLead };
    expect(dutyOf(warned, due, start + hour - minute)).toBe('nothing');
    expect(dutyOf(warned, due, start + hour)).toBe('carryOut');
  });

  it('is carried out at once after any sleep, without a warning', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e9), (minutes, late) => {
        const planned = after(minutes * minute);
        expect(dutyOf(planned, dueAt(planned, {}), start + minutes * minute + late)).toBe('carryOut');
      }),
    );
  });

  it('never destroys without a warning in the last ten minutes, however the clock is set', () => {
    const jumps = fc.array(fc.integer({ min: -1e8, max: 1e8 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e4 }), jumps, (minutes, all) => {
        let planned: ScheduledStop = { ...after(minutes * minute), action: 'destroy' };
        let now = start;
        for (const jump of all) {
          now += jump;
          planned = byThisClock(planned, now);
          const due = dueAt(planned, {});
          const duty = dutyOf(planned, due, now);
          if (duty === 'warn') planned = { ...planned, warnedAt: now };
          if (duty !== 'carryOut') continue;
          expect(now - (planned.warnedAt ?? NaN)).toBeGreaterThanOrEqual(0);
          expect(now - (planned.warnedAt ?? NaN)).toBeLessThanOrEqual(2 * warningLead);
        }
      }),
    );
  });

  it('that was warned about too late to object is destroyed five minutes after the warning', () => {
    const planned: ScheduledStop = { ...after(hour), action: 'destroy' };
    expect(dutyOf(planned, dueAt(planned, {}), start + 5 * hour)).toBe('warn');
    const warned = { ...planned, warnedAt: start + 5 * hour };
    expect(dueAt(warned, {})).toBe(start + 5 * hour + warningLead);
    expect(dutyOf(warned, dueAt(warned, {}), start + 5 * hour + minute)).toBe('nothing');
    expect(dutyOf(warned, dueAt(warned, {}), start + 5 * hour + warningLead)).toBe('carryOut');
    // A failed attempt is repeated without another warning.
    const failed = { ...warned, failures: 3, failedAt: start + 6 * hour };
    expect(dutyOf(failed, dueAt(failed, {}), start + 9 * hour)).toBe('carryOut');
  });

  it('forgets a warning of later when the clock is set back', () => {
    const warned = stop({ kind: 'at', at: start + hour }, { warnedAt: start + hour });
    expect(byThisClock(warned, start + minute)).not.toHaveProperty('warnedAt');
    expect(byThisClock(warned, start + hour)).toBe(warned);
  });

  it('never takes longer than the span that was asked for, however the clock is set', () => {
    const jumps = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e4 }), jumps, (minutes, all) => {
        let planned = after(minutes * minute);
        let now = start;
        for (const jump of all) {
          now += jump;
          planned = byThisClock(planned, now);
          const due = dueAt(planned, {}) ?? Infinity;
          expect(due - now).toBeLessThanOrEqual(minutes * minute + minute);
        }
      }),
    );
  });

  it('keeps a time of day when the clock is set', () => {
    const planned = stop({ kind: 'at', at: start + hour });
    expect(byThisClock(planned, start - 5 * hour)).toBe(planned);
  });

  it('is not due while it is not known that the GPU is idle, or that a window was open', () => {
    const idle = stop({ kind: 'idle', minutes: 30 });
    expect(dueAt(idle, {})).toBeUndefined();
    expect(dueAt(idle, { idleSince: start })).toBe(start + 30 * minute);
    const closed = stop({ kind: 'closed' });
    expect(dueAt(closed, { closedSince: start })).toBeUndefined();
    expect(dueAt({ ...closed, wasOpen: true }, { closedSince: start })).toBe(start + closedFor);
    expect(dueAt({ ...closed, wasOpen: true }, {})).toBeUndefined();
  });

  it('counts no idle time from before it was agreed to, so that it never comes at once', () => {
    const idle = stop({ kind: 'idle', minutes: 30 });
    const due = dueAt(idle, { idleSince: start - 2 * hour });
    expect(due).toBe(start + 30 * minute);
    expect(dutyOf(idle, due, start)).toBe('nothing');
    // Nor does a clock that was set back make it wait for the time of the agreement.
    const now = start - 5 * hour;
    expect(dueAt(byThisClock(idle, now), { idleSince: now })).toBe(now + 30 * minute);
  });

  it('is warned about again when the GPU becomes idle again', () => {
    const idle = stop({ kind: 'idle', minutes: 30 }, { warnedAt: start });
    expect(dutyOf(idle, start + 5 * minute, start + minute)).toBe('nothing');
    expect(dutyOf(idle, start + hour, start + hour - minute)).toBe('warn');
  });

  it('is attempted again after a pause that grows up to half an hour', () => {
    const failed = (failures: number) => ({ ...after(0), failures, failedAt: start });
    for (const [failures, pause] of [
      [1, 30_000],
      [2, minute],
      [3, 2 * minute],
      [20, 30 * minute],
    ] as const) {
      expect(dutyOf(failed(failures), start, start + pause - 1)).toBe('nothing');
      expect(dutyOf(failed(failures), start, start + pause)).toBe('carryOut');
    }
    // The clock was set back.
    expect(dutyOf(failed(20), start - hour, start - 1)).toBe('carryOut');
  });

  it('does not end a run that began after it was due', () => {
    const planned = stop({ kind: 'at', at: start });
    const later = start + 2 * hour;
    expect(isAgreedRun(planned, start / 1000 - 3600, later)).toBe(true);
    expect(isAgreedRun(planned, start / 1000 + 3600, later)).toBe(false);
    expect(isAgreedRun(stop({ kind: 'idle', minutes: 1 }), start / 1000 + 3600, later)).toBe(true);
  });

  it('does not know, long after it was due, which run it is where the service does not tell', () => {
    const planned = stop({ kind: 'at', at: start });
    expect(isAgreedRun(planned, 'unknown', start + 2 * hour)).toBe('unknown');
    // Until then no other run is possible.
    expect(isAgreedRun(planned, 'unknown', start + 5 * minute)).toBe(true);
  });
});

describe('a time of day', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const local = (at: number | undefined): string =>
    at === undefined ? 'unread' : new Date(at).toLocaleString('sv-SE').slice(0, 16);

  it.each([
    ['18:00', '2026-11-22 18:00'],
    ['6 pm', '2026-11-22 18:00'],
    ['at 6:30 PM', '2026-11-22 18:30'],
    ['18:00 tomorrow', '2026-11-23 18:00'],
    ['tomorrow 18:00', '2026-11-23 18:00'],
    ['11:00', '2026-11-23 11:00'],
    ['12 am', '2026-11-23 00:00'],
    ['11:00 today', 'unread'],
    ['2026-11-24T09:30', '2026-11-24 09:30'],
    ['2026-11-21T09:30', 'unread'],
    ['2099-11-21T09:30', 'unread'],
    ['25:00', 'unread'],
    ['13 pm', 'unread'],
    ['18', 'unread'],
    ['18:60', 'unread'],
    ['', 'unread'],
    ['soon', 'unread'],
  ])('%s is %s', (text, expected) => {
    expect(local(readStopTime(text, new Date(2026, 10, 22, 12).getTime()))).toBe(expected);
  });

  it('is the next one in every time zone, also where the clocks change', () => {
    const zones = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'UTC',
      'Asia/Kolkata',
    );
    const year = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
    fc.assert(
      fc.property(zones, year, fc.nat(23), fc.nat(59), (name, now, hours, minutes) => {
        process.env.TZ = name;
        const two = (value: number): string => String(value).padStart(2, '0');
        const at = readStopTime(`${hours}:${two(minutes)}`, now) ?? NaN;
        expect(at).toBeGreaterThan(now);
        // A day on which the clocks go back has 25 hours.
        expect(at - now).toBeLessThanOrEqual(25 * hour);
        const shown = new Date(at);
        const isShifted = shown.getHours() !== hours || shown.getMinutes() !== minutes;
        // Only a time that the clocks skip may be another one, by as much as they skip.
        if (isShifted) expect(new Date(at - hour).getTimezoneOffset()).not.toBe(shown.getTimezoneOffset());
      }),
      { numRuns: 500 },
    );
  });

  it('moves with daylight saving: 18:00 tomorrow is 25 hours after 18:00 where the clocks go back', () => {
    process.env.TZ = 'Europe/Berlin';
    const now = Date.UTC(2026, 9, 24, 16);
    expect((readStopTime('18:00 tomorrow', now) ?? 0) - now).toBe(25 * hour);
  });
});

describe('a span', () => {
  it.each([
    ['3 h', 180],
    ['3', 180],
    ['1.5', 90],
    ['90 min', 90],
    ['2 h 30 min', 150],
    ['2h30m', 150],
    ['1,5 hours', 90],
    ['0', undefined],
    ['-3', undefined],
    ['', undefined],
    ['9999999 h', undefined],
    ['three', undefined],
  ])('%s is %s minutes', (text, minutes) => {
    expect(readSpan(text)).toBe(minutes);
  });
});

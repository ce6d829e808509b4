import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billFrom } from '../../../../../src/domain/money/ledger/bill';
import { spanOfPeriod } from '../../../../../src/domain/money/ledger/calendar';
import { emptyLedger, type Ledger, withLook } from '../../../../../src/domain/money/ledger/ledger';
import { nameOfSource, reportOf } from '../../../../../src/domain/money/ledger/report';
import { reportCsv } from '../../../../../src/domain/money/csv';
import { lookAtInstances, lookAtVolumes } from '../../../../../src/domain/money/ledger/rows';
import type { SharedInstance } from '../../../../../src/domain/instances/sharedInstance';

const hour = 3_600_000;
const dollar = 100_000_000;

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** 1 $/h from a time on. */
const running = (id: number, from: number, more: Partial<SharedInstance> = {}): SharedInstance => ({
  id,
  label: `job ${id}`,
  actual_status: 'running',
  search: { totalHour: 1 },
  instance: { totalHour: 0.1 },
  start_date: from / 1000,
  running_since: from / 1000,
  ...more,
});

const look = (ledger: Ledger, at: number, ...rows: SharedInstance[]): Ledger =>
  withLook(ledger, lookAtInstances(at, rows), at);

describe('the report of what was spent', () => {
  const begin = Date.parse('2026-03-28T20:00:00+01:00');

  it('has the days of this time zone, and what was destroyed with its name', () => {
    // The clocks change on the 29th, which has 23 hours.
    const end = Date.parse('2026-03-30T06:00:00+02:00');
    let ledger = look(emptyLedger, begin, running(1, begin));
    ledger = look(ledger, end - hour, running(1, begin), running(2, end - hour));
    ledger = withLook(ledger, { at: end - hour, key: 'instance-1', state: 'gone' }, end);
    ledger = look(ledger, end, running(2, end - hour));
    const report = reportOf(ledger, undefined, 'thisMonth', end);
    expect(report.days).toHaveLength(30);
    expect(report.days.slice(-3).map(({ day, sum, parts }) => [day, sum.units, parts.length])).toEqual([
      ['2026-03-28', 4 * dollar, 1],
      ['2026-03-29', 23 * dollar, 1],
      ['2026-03-30', 6 * dollar, 2],
    ]);
    const named = (source: string) => nameOfSource(ledger, source);
    expect(
      report.rows.map(({ source, state, ended, total }) => [named(source), state, ended, total.units]),
    ).toEqual([
      ['job 1 (1)', 'gone', end - hour, 32 * dollar],
      ['job 2 (2)', 'compute', undefined, dollar],
    ]);
    expect(report).toMatchObject({
      today: { units: 6 * dollar },
      month: { units: 33 * dollar },
      period: { units: 33 * dollar },
      since: begin,
    });
  });

  it('tells why something had to be assumed', () => {
    const now = begin + 10 * hour;
    const unpriced = { ...running(2, begin), search: {}, instance: {} };
    let ledger = look(emptyLedger, begin, running(1, begin), unpriced, running(3, begin));
    ledger = look(ledger, begin + 0.1 * hour, running(1, begin), unpriced);
    ledger = look(
      ledger,
      now,
      { ...running(1, begin), actual_status: 'exited', intended_status: 'stopped' },
      unpriced,
    );
    ledger = withLook(ledger, lookAtVolumes(begin, [{ id: 8, storage_total_cost: 1, instances: [] }]), now);
    const { rows } = reportOf(ledger, undefined, 'last7Days', now);
    expect(Object.fromEntries(rows.map(({ source, why }) => [source, why]))).toEqual({
      'instance-1': ['gap'],
      'instance-2': ['price'],
      'instance-3': ['gap'],
      'volume-8': ['beginning', 'notSeen'],
    });
  });

  it('is empty where nothing was ever rented, but for its days', () => {
    const report = reportOf(emptyLedger, undefined, 'last7Days', begin);
    expect(report.days).toHaveLength(7);
    expect(report).toMatchObject({ rows: [], period: { units: 0 }, since: undefined, refused: undefined });
  });

  it('has the whole last month, and no more of it', () => {
    const ledger = look(look(emptyLedger, begin, running(1, begin)), begin + 200 * hour, running(1, begin));
    const report = reportOf(ledger, undefined, 'lastMonth', begin + 200 * hour);
    expect(report.days[0]?.day).toBe('2026-03-01');
    expect(report.days.at(-1)?.day).toBe('2026-03-31');
    expect(report.period.units).toBe(75 * dollar);
  });

  it('says nothing of a time that is still to come, when the clock was set back', () => {
    const ledger = look(look(emptyLedger, begin, running(1, begin)), begin + 5 * hour, running(1, begin));
    const report = reportOf(ledger, undefined, 'last7Days', begin - 48 * hour);
    expect(report).toMatchObject({ period: { units: 0 }, since: undefined });
    expect(spanOfPeriod('last90Days', begin).from).toBe(Date.parse('2025-12-29T00:00:00+01:00'));
  });

  it('is exported with a line for each day and instance, and harmless names', () => {
    const ledger = look(
      look(emptyLedger, begin, running(1, begin, { label: '=cmd()' })),
      begin + 5 * hour,
      running(1, begin, { label: '=cmd()' }),
    );
    const charges = [{ source: 'instance-1', start: Date.UTC(2026, 2, 28) / 1000, amount: 4.5 }];
    const now = begin + 5 * hour;
    const csv = reportCsv(
      reportOf(ledger, undefined, 'last7Days', now),
      () => ledger.entries['instance-1']?.title ?? '',
    );
    expect(csv).toBe(
      [
        'day,source,name,dollars,charged,counted,certain',
        "2026-03-28,instance-1,'=cmd(),4.00000000,0.00000000,0.00000000,yes",
        "2026-03-29,instance-1,'=cmd(),1.00000000,0.00000000,0.00000000,yes",
        '',
      ].join('\r\n'),
    );
    const bill = billFrom(Date.parse('2026-03-29T01:00:00Z'), { start: 0, end: 2e9 }, charges, 0);
    const later = reportCsv(reportOf(ledger, bill, 'last7Days', now), () => 'x');
    // A fifth of the day in UTC is already the next one here.
    expect(later).toContain('2026-03-28,instance-1,x,3.60000000,3.60000000,4.00000000,yes\r\n');
    expect(later).toContain('2026-03-29,instance-1,x,0.90000000,0.90000000,1.00000000,yes\r\n');
  });

  it('adds up exactly for four hundred rentals that changed all the time', () => {
    const end = begin + 100 * 24 * hour;
    const sightings = Array.from({ length: 100 }, (_, index) => ({
      from: begin + index * 24 * hour,
      to: begin + (index + 1) * 24 * hour,
      state: index % 2 ? ('disk' as const) : ('compute' as const),
      running: dollar,
      stopped: 1_234_567,
    }));
    const entries = Object.fromEntries(
      Array.from({ length: 400 }, (_, id) => [`instance-${id}`, { title: 'x', created: begin, sightings }]),
    );
    const { days, period } = reportOf({ ...emptyLedger, entries }, undefined, 'last90Days', end);
    expect(days).toHaveLength(90);
    expect(days.reduce((sum, day) => sum + day.sum.units, 0)).toBe(period.units);
  });
});

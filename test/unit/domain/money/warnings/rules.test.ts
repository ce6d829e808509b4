import { describe, expect, it } from 'vitest';
import fc from '../../../support/fastCheck';
import { type Rate, rateFrom } from '../../../../../src/domain/money/rate';
import { loadIn } from '../../../../../src/domain/instances/load';
import type { SharedInstance } from '../../../../../src/domain/instances/sharedInstance';
import { findingsOf, rules } from '../../../../../src/domain/money/warnings/rules';
import type { Situation, WarningKind } from '../../../../../src/domain/money/warnings/warning';
import type { ScheduledStop, StopWhen } from '../../../../../src/domain/stops/stopSchema';
import type { Volume } from '../../../../../src/api/schemas/volume';
import {
  bidding,
  day,
  hour,
  ledgerOf,
  limits,
  loading,
  minute,
  now,
  nowhere,
  running,
  situation,
  stopped,
  volume,
  volumeLedger,
} from './support';

const verdict = (kind: WarningKind, known: Partial<Situation>): unknown =>
  rules[kind].find(situation(known), limits)[0]?.verdict;

describe('a disk', () => {
  const training = { ...running, disk_space: 40 };
  const using = (used: number | 'unknown', instance: SharedInstance = training) =>
    verdict('fullDisk', { instances: [instance], diskUsageOf: () => used });

  it('that is almost full is warned about, and again once it was less full in between', () => {
    expect(using(36)).toEqual({ warn: { instance: training, used: 36, size: 40 } });
    expect(using(35)).toBeUndefined();
    expect(using(33)).toBe('over');
  });

  it('whose usage or size nobody knows isn’t empty, and one that is stopped can’t be written to', () => {
    expect(using('unknown')).toBeUndefined();
    expect(using(36, running)).toBeUndefined();
    expect(using(36, { ...training, actual_status: 'offline' })).toBeUndefined();
    expect(using(36, { ...stopped, disk_space: 40 })).toBe('over');
  });
});

describe('an idle GPU', () => {
  const idle = (minutes: number, instance: SharedInstance = running, known: Partial<Situation> = {}) =>
    verdict('idleGpu', { instances: [instance], idleSince: () => now - minutes * minute, ...known });

  it('is warned about after the time that the person set, and before that it is known when', () => {
    expect(idle(29)).toEqual({ dueAt: now + minute });
    expect(idle(30)).toEqual({ warn: { instance: running, since: now - 30 * minute } });
  });

  it('is over when it works or no longer runs', () => {
    expect(idle(60, running, { loadOf: () => 80 })).toBe('over');
    expect(idle(60, stopped)).toBe('over');
  });

  it('is not known while the load is not told, or the instance can’t be reached or read', () => {
    expect(verdict('idleGpu', { instances: [running] })).toBeUndefined();
    expect(idle(60, { ...running, actual_status: 'offline' })).toBeUndefined();
    expect(idle(60, { ...running, unreadable: true })).toBeUndefined();
  });

  // Not where any end is scheduled: one in three weeks, or after $500, would let it idle until then.
  it.each<[string, boolean, ...StopWhen[]]>([
    ['in an hour', false, { kind: 'at', at: now + hour }],
    ['in three weeks', true, { kind: 'at', at: now + 21 * day }],
    ['when it is idle', false, { kind: 'at', at: now + 21 * day }, { kind: 'idle', minutes: 90 }],
    ['after $2 at $1/h', false, { kind: 'spent', dollars: 2, rate: 1 }],
    ['after $500 at $1/h', true, { kind: 'spent', dollars: 500, rate: 1 }],
    ['after runs that go on', true, { kind: 'runs' }],
    ['once no window is open', true, { kind: 'closed' }],
  ])('whose end is scheduled %s is news: %s', (_, isNews, when, ...others) => {
    const stop: ScheduledStop = { token: 'one', action: 'stop', createdAt: now, when, others };
    expect(idle(60, running, { stopOf: () => stop }) !== undefined).toBe(isNews);
  });
});

describe('an instance that never ran', () => {
  const created = { ...loading, start_date: (now - 20 * minute) / 1000 };
  const seen = (...more: Parameters<typeof ledgerOf>) => ledgerOf([now - 19 * minute, created], ...more);

  it('is warned about, counted from when it was first seen', () => {
    const since = now - 19 * minute;
    expect(verdict('notRunning', { instances: [created], ledger: seen() })).toEqual({
      warn: { instance: created, since },
    });
    expect(
      verdict('notRunning', { instances: [created], ledger: ledgerOf([now - minute, created]) }),
    ).toEqual({ dueAt: now + 14 * minute });
  });

  it('is one also where the service first told no state', () => {
    const up = { intended_status: 'running', cur_state: 'running' };
    const untold = { ...created, ...up, actual_status: null };
    const only = { instances: [untold], ledger: ledgerOf([now - 19 * minute, untold]) };
    expect(verdict('notRunning', only)).toMatchObject({ warn: { instance: untold } });
    const ledger = ledgerOf([now - 19 * minute, untold], [now - 18 * minute, created]);
    expect(verdict('notRunning', { instances: [created], ledger })).toMatchObject({ warn: {} });
    const lost = { ...created, ...up, actual_status: 'offline' };
    expect(verdict('notRunning', { instances: [created], ledger: seen([now - hour, lost]) })).toBeUndefined();
  });

  it('is not one that ran, may have run unseen, or is waited for', () => {
    const ran = seen([now - 10 * minute, { ...created, actual_status: 'running' }], [now, created]);
    expect(verdict('notRunning', { instances: [created], ledger: ran })).toBeUndefined();
    const old = { ...loading, start_date: (now - 3 * day) / 1000 };
    const ledger = ledgerOf([now - hour, old]);
    expect(verdict('notRunning', { instances: [old], ledger })).toBeUndefined();
    const awaited = { instances: [created], ledger: seen(), isAwaited: () => true };
    expect(verdict('notRunning', awaited)).toBeUndefined();
    expect(verdict('notRunning', { instances: [created] })).toBeUndefined();
  });
});

describe('a bid below the market', () => {
  const enough = 'instance-7 enough';
  const bid = (lowest: number | undefined, instance = bidding, known = [enough]) =>
    verdict('lowBid', {
      instances: [instance],
      lowestBidOf: () => lowest,
      begunAt: (_, key) => (known.includes(key) ? now - hour : undefined),
    });

  it('is warned about while it runs, and over when the bid is high enough or it stopped', () => {
    expect(bid(0.25)).toEqual({ warn: { instance: bidding, bid: 0.2, lowest: 0.25 } });
    expect(bid(0.2)).toBe('over');
    expect(bid(0.25, { ...stopped, is_bid: true, dph_base: 0.2 })).toBe('over');
  });

  it('is warned about only if the bid was high enough before, which is noted once', () => {
    expect(bid(0.25, bidding, [])).toBeUndefined();
    const found = (known: string[]) =>
      rules.lowBid.find(
        situation({
          instances: [bidding],
          lowestBidOf: () => 0.2,
          begunAt: (_, key) => (known.includes(key) ? now - hour : undefined),
        }),
        limits,
      );
    expect(found([])).toContainEqual({ kind: 'lowBid', key: enough, verdict: 'begun' });
    expect(found([enough])).toHaveLength(1);
  });

  it('is not known where either price is missing, and is none of an instance without a bid', () => {
    expect(bid(undefined)).toBeUndefined();
    expect(bid(0)).toBeUndefined();
    expect(bid(0.25, { ...running, is_bid: true })).toBeUndefined();
    expect(bid(0.25, running)).toBeUndefined();
  });
});

describe('a price that rose', () => {
  const at = (price: number, instance = running): SharedInstance => ({
    ...instance,
    search: { totalHour: price },
  });
  const rise = (...looks: Parameters<typeof ledgerOf>) =>
    verdict('priceRise', {
      instances: looks.at(-1)!.slice(1) as SharedInstance[],
      ledger: ledgerOf(...looks),
    });

  it('is warned about, once for each new price', () => {
    expect(rise([now - hour, at(0.3)], [now, at(0.4)])).toEqual({
      warn: { instance: at(0.4), before: 0.3, price: 0.4 },
      episode: '40000000',
    });
    expect(rise([now - hour, at(0.3)], [now - minute, at(0.4)], [now, at(0.5)])).toMatchObject({
      warn: { before: 0.4, price: 0.5 },
    });
  });

  it('is none when it fell, was rounded, is a bid, or is compared between running and stopped', () => {
    expect(rise([now - hour, at(0.4)], [now, at(0.3)])).toBeUndefined();
    expect(rise([now - hour, at(0.4)], [now, at(0.4001)])).toBeUndefined();
    expect(rise([now - hour, at(0.2, bidding)], [now, at(0.4, bidding)])).toBeUndefined();
    expect(rise([now - hour, at(0.2, stopped)], [now, at(0.4)])).toBeUndefined();
    expect(rise([now, at(0.4)])).toBeUndefined();
  });

  it('is no news when the person has accepted it, and is when it goes on beyond that', () => {
    const to = (price: number, agreed: number) =>
      verdict('priceRise', {
        instances: [at(price)],
        ledger: ledgerOf([now - hour, at(0.3)], [now, at(price)]),
        agreedPriceOf: (key) => (key === 'instance-7' ? agreed : undefined),
      });
    expect(to(0.4, 0.4)).toBeUndefined();
    expect(to(0.4, 0.3999)).toBeUndefined();
    expect(to(0.4, 0.35)).toMatchObject({ warn: { before: 0.3, price: 0.4 } });
    expect(to(0.5, 0.4)).toMatchObject({ warn: { before: 0.3, price: 0.5 } });
  });

  it('is no news after a day', () => {
    const ledger = ledgerOf([now - 3 * day, at(0.3)], [now - 2 * day, at(0.4)], [now, at(0.4)]);
    expect(verdict('priceRise', { instances: [at(0.4)], ledger })).toBeUndefined();
  });
});

describe('a rental that ends', () => {
  const ending = (hours: number, rentedBefore = 10 * day): SharedInstance => ({
    ...running,
    start_date: (now - rentedBefore) / 1000,
    end_date: (now + hours * hour) / 1000,
  });
  const end = (instance: SharedInstance) => verdict('endsSoon', { instances: [instance] });

  it('is warned about within the hours that the person set', () => {
    expect(end(ending(23))).toEqual({ warn: { instance: ending(23), ends: now + 23 * hour } });
    expect(end(ending(25))).toEqual({ dueAt: now + hour });
    expect(end(ending(48))).toBe('over');
  });

  it('is not said of one that has ended, or without a time', () => {
    expect(end(ending(-1))).toBeUndefined();
    expect(end(running)).toBeUndefined();
  });

  it('is said of a short rental only in its second half', () => {
    expect(end(ending(8, 2 * hour))).toEqual({ dueAt: now + 3 * hour });
    expect(end(ending(4, 6 * hour))).toMatchObject({ warn: { ends: now + 4 * hour } });
  });
});

describe('a stopped disk', () => {
  const since = now - 20 * day;
  /** A list every day, as of one who opens VS Code daily. */
  const daily = (price: number) => {
    const instance = { ...stopped, instance: { totalHour: price } };
    const looks = Array.from({ length: 21 }, (_, index): Parameters<typeof ledgerOf>[number] => [
      since + index * day,
      instance,
    ]);
    return { instances: [instance], ledger: ledgerOf([since - hour, running], ...looks) };
  };

  it('is warned about when it has cost enough since it stopped', () => {
    expect(verdict('stoppedDisk', daily(0.02))).toMatchObject({ warn: { since } });
    const { warn } = verdict('stoppedDisk', daily(0.02)) as { warn: { cost: number } };
    expect(warn.cost).toBeCloseTo(20 * 24 * 0.02, 6);
    expect(verdict('stoppedDisk', daily(0.01))).toBeUndefined();
  });

  it('is over when it runs, and not known without a price', () => {
    expect(verdict('stoppedDisk', { ...daily(0.02), instances: [running] })).toBe('over');
    const { instance: _, ...unpriced } = stopped;
    const ledger = ledgerOf([since, unpriced], [now, unpriced]);
    expect(verdict('stoppedDisk', { instances: [unpriced], ledger })).toBeUndefined();
  });
});

describe('a volume that nothing uses', () => {
  const unused = (days: number, known: Partial<Situation> = {}) =>
    verdict('unusedVolume', {
      volumes: [volume],
      instances: [],
      begunAt: () => now - days * day,
      ledger: volumeLedger([now - 20 * day, volume], [now, volume]),
      ...known,
    });

  it('is noted when it is first seen so, and warned about later', () => {
    expect(unused(0, { begunAt: () => undefined })).toBe('begun');
    expect(unused(6)).toBeUndefined();
    expect(unused(7)).toMatchObject({ warn: { volume, since: now - 7 * day } });
  });

  it('is warned about earlier if it is dear', () => {
    const dear = { ...volume, storage_total_cost: 0.2 };
    const ledger = volumeLedger([now - 20 * day, dear], [now, dear]);
    expect(unused(3, { volumes: [dear], ledger })).toMatchObject({ warn: { cost: 3 * 24 * 0.2 } });
  });

  it('is over when an instance has it, by either list', () => {
    expect(unused(9, { volumes: [{ ...volume, instances: [7] }] })).toBe('over');
    const having = { ...running, volume_info: [{ volume_id: 3 }] };
    expect(unused(9, { instances: [having] })).toBe('over');
  });

  it('is not known where no list tells', () => {
    const { instances: _, ...untold } = volume;
    expect(unused(9, { volumes: [untold], instances: undefined })).toBeUndefined();
    const { volume_info: __, ...silent } = running;
    expect(unused(9, { volumes: [untold], instances: [silent] })).toBeUndefined();
    expect(unused(9, { volumes: [untold], instances: [] })).toMatchObject({ warn: { volume: untold } });
  });

  it('counts from its creation where the clock was wrong', () => {
    const young = { ...volume, start_date: (now - day) / 1000 };
    const ledger = volumeLedger([now, young]);
    expect(unused(9000, { volumes: [young], ledger })).toBeUndefined();
    expect(unused(-1)).toBe('begun');
  });
});

describe('credit', () => {
  const left = (dollars: number, rate: number, unsure: Partial<Rate> = {}) =>
    verdict('lowCredit', {
      credit: { left: dollars, rate: { ...rateFrom(rate), ...unsure } },
      instances: [running, stopped],
    });

  it('is warned about below the hours that the person set, and is over with a little more', () => {
    expect(left(10, 1)).toEqual({ warn: { credit: 10, hours: 10, rate: rateFrom(1), running: 1 } });
    expect(left(26, 1)).toBeUndefined();
    expect(left(30, 1)).toBe('over');
    expect(left(10, 0)).toBe('over');
  });

  it('is not known where it is not told, or where there is none although something is billed', () => {
    expect(verdict('lowCredit', {})).toBeUndefined();
    expect(left(0, 1)).toBeUndefined();
    expect(left(-1, 1)).toBeUndefined();
    expect(left(NaN, 1)).toBeUndefined();
  });

  it('is not declared enough by an unknown price, nor low by what may not be billed', () => {
    expect(left(30, 1, { isLeast: true })).toBeUndefined();
    expect(left(30, 0, { isLeast: true })).toBeUndefined();
    expect(left(10, 1, { isLeast: true })).toMatchObject({ warn: { hours: 10 } });
    expect(left(10, 1, { isMost: true })).toBeUndefined();
    expect(left(30, 1, { isMost: true })).toBe('over');
  });
});

describe('any account', () => {
  const number = fc.oneof(
    fc.constant(undefined),
    fc.double({ min: -10, max: 1e12 }),
    fc.constantFrom(0, NaN, Infinity, now / 1000, now),
  );
  const instance = fc.record(
    {
      id: fc.integer({ min: -3, max: 3 }),
      actual_status: fc.constantFrom(null, 'running', 'exited', 'loading', 'offline', 'odd'),
      intended_status: fc.constantFrom('running', 'stopped'),
      cur_state: fc.constantFrom('running', 'stopped'),
      is_bid: fc.boolean(),
      dph_base: number,
      dph_total: number,
      start_date: number,
      end_date: number,
      unreadable: fc.constantFrom<true | undefined>(true, undefined),
    },
    { requiredKeys: ['id'] },
  ) as fc.Arbitrary<SharedInstance>;
  const anyVolume = fc.record(
    { id: fc.integer({ min: -3, max: 3 }), start_date: number, storage_total_cost: number },
    { requiredKeys: ['id'] },
  ) as fc.Arbitrary<Volume>;
  const anyRate = fc.record({ dollars: fc.double(), isLeast: fc.boolean(), isMost: fc.boolean() });
  const anySight = fc
    .record({
      instances: fc.option(fc.array(instance, { maxLength: 4 }), { nil: undefined }),
      volumes: fc.option(fc.array(anyVolume, { maxLength: 3 }), { nil: undefined }),
      figure: number,
      credit: fc.option(fc.record({ left: fc.double(), rate: anyRate }), { nil: undefined }),
      looks: fc.array(fc.tuple(fc.integer({ min: 0, max: 40 * day }), fc.array(instance, { maxLength: 3 })), {
        maxLength: 4,
      }),
    })
    .map(({ figure, looks, ...known }) =>
      situation({
        ...known,
        ledger: ledgerOf(...looks.map(([ago, rows]): [number, ...SharedInstance[]] => [now - ago, ...rows])),
        loadOf: () => loadIn(figure),
        idleSince: () => figure,
        lowestBidOf: () => figure,
        begunAt: () => figure,
      }),
    );

  it('is read without an error, and nothing is said of what can’t be read or is turned off', () => {
    fc.assert(
      fc.property(anySight, (known) => {
        const found = findingsOf(known, limits);
        expect(found.every(({ key }) => !key.includes('--'))).toBe(true);
        for (const { verdict: said } of found)
          if (typeof said === 'object' && 'warn' in said)
            for (const value of Object.values(said.warn))
              if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
        expect(findingsOf(known, nowhere)).toEqual([]);
      }),
    );
  });

  it('is warned about nothing of which no list is there', () => {
    fc.assert(
      fc.property(anySight, ({ instances: _, volumes: __, credit: ___, ...others }) => {
        expect(findingsOf(others, limits)).toEqual([]);
      }),
    );
  });
});

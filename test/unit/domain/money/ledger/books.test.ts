import fc from '../../../support/fastCheck';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  emptyLedger,
  type Ledger,
  spentBy,
  spentInAll,
  withLook,
} from '../../../../../src/domain/money/ledger/ledger';
import { isEstimate } from '../../../../../src/domain/money/ledger/spending';
import type { Sandbox } from '../../../../sandbox';
import { History, type Step } from './support/history';

const pick = fc.nat(1000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('rent', 'bid'), pick, here: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('start', 'stop', 'destroy'), pick, here: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('keep', 'delete'), pick, here: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('rebid', 'crash', 'freeze', 'recover'),
      pick,
      here: fc.constant(false as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('watch' as const),
      looks: fc.integer({ min: 1, max: 15 }),
      every: fc.constantFrom(10, 60),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('away' as const),
      seconds: fc.integer({ min: 1, max: 3 * 86_400 }),
    }),
  },
);

const cent = 1_000_000;
/** The books are rounded to a millionth of a dollar, by day. */
const rounding = 10_000;

let sandbox: Sandbox;
let now = 1_780_000_000_000;
beforeAll(async () => {
  sandbox = await History.sandbox(now / 1000);
});
afterAll(() => sandbox.close());

async function play(steps: readonly Step[]): Promise<History> {
  await sandbox.control.destroyAll();
  const history = await History.begin(sandbox, now);
  await history.run(steps);
  now = history.now;
  return history;
}

function spentOf(ledger: Ledger, key: string, { began, now: to }: History) {
  return spentBy(ledger, key, { from: began, to: to + 1 }, to);
}

describe('what the ledger counts, beside the books of the service', () => {
  it('is right to a cent, or within what it says it may be off, in 500 histories with gaps', async () => {
    let exact = 0;
    let assumed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const history = await play(steps);
        const books = await history.books();
        const known = new Set(Object.keys(history.ledger.entries));
        for (const [source, dollars] of books) {
          // What came and went while nobody looked was never seen.
          if (!known.has(source)) continue;
          const booked = dollars * 1e8;
          const spent = spentOf(history.ledger, source, history);
          expect(booked, source).toBeGreaterThanOrEqual(spent.least - rounding);
          if (!spent.isLeast) expect(booked, source).toBeLessThanOrEqual(spent.most + rounding);
          expect(spent.units).toBeGreaterThanOrEqual(spent.least);
          expect(spent.units).toBeLessThanOrEqual(spent.most);
          if (isEstimate(spent)) assumed += 1;
          else {
            exact += 1;
            expect(Math.abs(booked - spent.units), source).toBeLessThanOrEqual(cent + rounding);
          }
        }
      }),
      { numRuns: 500 },
    );
    // Both happen often.
    expect(exact).toBeGreaterThan(100);
    expect(assumed).toBeGreaterThan(100);
  });

  it('is right to a cent where a window looks all the time', async () => {
    const watched: fc.Arbitrary<Step[]> = fc.array(
      step.filter((one) => one.do !== 'away' && (!('here' in one) || one.here)),
      { minLength: 3, maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(watched, async (steps) => {
        const watch: Step = { do: 'watch', looks: 30, every: 10 };
        const history = await play(steps.flatMap((one) => [one, watch]));
        for (const [source, dollars] of await history.books()) {
          const spent = spentOf(history.ledger, source, history);
          expect(Math.abs(dollars * 1e8 - spent.units), source).toBeLessThanOrEqual(cent + rounding);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('adds up: days that follow each other are the whole, to the last hundred-millionth', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 10 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        async (steps, parts) => {
          const { ledger, began, now: end } = await play(steps);
          const cuts = [0, ...parts.sort((a, b) => a - b), 1].map((part) =>
            Math.round(began + part * (end - began)),
          );
          const sum = cuts
            .slice(1)
            .map((to, index) => spentInAll(ledger, { from: cuts[index]!, to }, end).units)
            .reduce((a, b) => a + b, 0);
          expect(sum).toBe(spentInAll(ledger, { from: began, to: end }, end).units);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is the same when two windows note what they saw a little late, and more than once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 10 }),
        fc.infiniteStream(fc.boolean()),
        async (steps, isLate) => {
          const history = await play(steps);
          const noted = [...history.looks];
          for (let index = 1; index < noted.length; index += 1) {
            const [before, after] = [noted[index - 1]!, noted[index]!];
            const isSoon = after.at - before.at < 30_000;
            if (isSoon && isLate.next().value) noted.splice(index - 1, 2, after, before, after);
          }
          const merged = noted.reduce((ledger, look) => withLook(ledger, look, history.now), emptyLedger);
          for (const key of Object.keys(history.ledger.entries))
            expect(spentOf(merged, key, history), key).toEqual(spentOf(history.ledger, key, history));
        },
      ),
      { numRuns: 60 },
    );
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/clock';
import { Redrawing } from '../../../../src/webviews/spending/redrawing';

let now: number;
let timers: { at: number; run: () => void }[];
let drawn: number[];
const clock: Clock = {
  now: () => now,
  monotonic: () => now,
  after: (milliseconds, run) => {
    const timer = { at: now + milliseconds, run };
    timers.push(timer);
    return () => (timers = timers.filter((one) => one !== timer));
  },
};

function pass(milliseconds: number): void {
  const end = now + milliseconds;
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
    if (!next) break;
    now = next.at;
    timers = timers.filter((one) => one !== next);
    next.run();
  }
  now = end;
}

let redrawing: Redrawing;
beforeEach(() => {
  now = 0;
  timers = [];
  drawn = [];
  redrawing = new Redrawing({ clock, draw: () => drawn.push(now), lasts: () => 10_000 });
});

describe('a panel whose figures change all the time', () => {
  it('is drawn at once, then at most every three seconds, and after ten by itself', () => {
    for (let turn = 0; turn < 8; turn += 1) {
      redrawing.changed();
      pass(1000);
    }
    expect(drawn).toEqual([0, 3000, 6000]);
    pass(12_000);
    expect(drawn).toEqual([0, 3000, 6000, 9000, 19_000]);
  });

  it('does nothing while it is hidden, and is drawn when it is seen again', () => {
    redrawing.now();
    redrawing.setSeen(false);
    expect(timers).toEqual([]);
    redrawing.changed();
    pass(100_000);
    expect(timers).toEqual([]);
    redrawing.setSeen(true);
    expect(drawn).toEqual([0, 100_000]);
  });

  it('ends with its panel', () => {
    redrawing.now();
    redrawing.dispose();
    redrawing.changed();
    expect(timers).toEqual([]);
    expect(drawn).toEqual([0]);
  });
});

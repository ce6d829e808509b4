import { describe, expect, it, vi } from 'vitest';
import { createClock } from '../../sandbox/clock';

describe.each(['manual', 'real'] as const)('a %s clock that is moved', (kind) => {
  it('lets everything due happen in its order, also what follows from it', async () => {
    // A real one doesn't go on by itself meanwhile.
    vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    const clock = createClock(kind, 1_800_000_000);
    const begun = clock.now();
    const happened: [string, number][] = [];
    const note = (what: string) => happened.push([what, Math.round(clock.now() - begun)]);
    clock.after(30, () => {
      note('boot');
      clock.after(30, () => void note('run'));
      clock.after(100, () => void note('too late'));
    });
    clock.after(40, () => void note('between'));
    await clock.advance(100);
    expect(happened).toEqual([
      ['boot', 30],
      ['between', 40],
      ['run', 60],
    ]);
    expect(Math.round(clock.now() - begun)).toBe(100);
    clock.close();
  });
});

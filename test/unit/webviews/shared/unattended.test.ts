import { describe, expect, it, vi } from 'vitest';
import type { Clock } from '../../../../src/clock';
import { Unattended } from '../../../../src/webviews/shared/openPanel';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

describe('five minutes', () => {
  /** A clock that is driven by hand. */
  class ManualClock implements Clock {
    #now = 0;
    #timers: { at: number; callback: () => void }[] = [];
    now = () => this.#now;

    monotonic = this.now;
    after = (milliseconds: number, callback: () => void) => {
      const timer = { at: this.#now + milliseconds, callback };
      this.#timers.push(timer);
      return () => {
        this.#timers = this.#timers.filter((one) => one !== timer);
      };
    };
    advance(milliseconds: number): void {
      this.#now += milliseconds;
      const due = this.#timers.filter(({ at }) => at <= this.#now);
      this.#timers = this.#timers.filter(({ at }) => at > this.#now);
      for (const { callback } of due) callback();
    }
  }

  it('without a sign of a person are noticed, and each sign begins them anew', () => {
    const clock = new ManualClock();
    let left = 0;
    const unattended = new Unattended(clock, () => (left += 1));
    clock.advance(299_000);
    unattended.attend();
    clock.advance(299_000);
    expect(left).toBe(0);
    clock.advance(1_000);
    expect(left).toBe(1);
    clock.advance(300_000);
    expect(left).toBe(2);
    unattended.dispose();
    clock.advance(600_000);
    expect(left).toBe(2);
  });
});

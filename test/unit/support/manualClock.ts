import type { Clock } from '../../../src/clock';

/** A clock whose time is the list of what waits for it. */
export class ManualClock implements Clock {
  time = 0;
  waiting: { at: number; callback: () => void }[] = [];
  now = () => this.time;

  monotonic = this.now;
  after = (milliseconds: number, callback: () => void) => {
    const timer = { at: this.time + milliseconds, callback };
    this.waiting.push(timer);
    return () => {
      this.waiting = this.waiting.filter((one) => one !== timer);
    };
  };

  /** Runs the next timer and everything that follows from it; answers how long it waited. */
  async next(): Promise<number | undefined> {
    const [timer] = this.waiting.sort((a, b) => a.at - b.at);
    if (!timer) return undefined;
    const waited = timer.at - this.time;
    this.time = timer.at;
    this.waiting = this.waiting.filter((one) => one !== timer);
    timer.callback();
    await new Promise((resolve) => setImmediate(resolve));
    return waited;
  }
}

import { describe, expect, it } from 'vitest';
import { Poller, type PollResult } from '../../../../src/stores/polling/poller';
import { ManualClock } from '../../support/manualClock';

function poller(options: { interval?: () => number | undefined; poll?: () => Promise<PollResult> }) {
  const clock = new ManualClock();
  const made = new Poller({
    clock,
    interval: () => 10_000,
    poll: () => Promise.resolve('done' as const),
    ...options,
  });
  return { clock, made };
}

describe('the poller', () => {
  it('polls at its interval, and never while nobody needs it', async () => {
    let needed = true;
    const { clock, made } = poller({ interval: () => (needed ? 10_000 : undefined) });
    made.wake();
    expect(await clock.next()).toBe(10_000);
    expect(await clock.next()).toBe(10_000);
    needed = false;
    expect(await clock.next()).toBe(10_000);
    expect(await clock.next()).toBeUndefined();
    needed = true;
    made.wake({ now: true });
    expect(await clock.next()).toBe(0);
  });

  it('polls at once when it was asked to, whatever it is told before that moment comes', async () => {
    const { clock, made } = poller({ interval: () => undefined });
    made.wake({ now: true });
    made.wake();
    expect(await clock.next()).toBe(0);
    expect(await clock.next()).toBeUndefined();
    made.wake({ now: true });
    made.burst();
    expect([await clock.next(), await clock.next()]).toEqual([0, 1000]);
  });

  it('looks for the answer of another window soon, whatever it is told meanwhile', async () => {
    const results: PollResult[] = ['elsewhere', 'done'];
    const { clock, made } = poller({ poll: () => Promise.resolve(results.shift() ?? 'done') });
    made.wake({ now: true });
    await clock.next();
    made.wake();
    expect(await clock.next()).toBe(500);
  });

  it('doubles the delay with every failure, up to five minutes, and recovers by itself', async () => {
    let works = false;
    const { clock, made } = poller({ poll: () => Promise.resolve(works ? 'done' : 'failed') });
    made.wake();
    const delays = [];
    for (let turn = 0; turn < 7; turn++) delays.push(await clock.next());
    expect(delays).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
    works = true;
    await clock.next();
    expect(await clock.next()).toBe(10_000);
  });

  it('looks quickly a few times after an action', async () => {
    const { clock, made } = poller({});
    made.wake();
    made.burst();
    expect([await clock.next(), await clock.next(), await clock.next(), await clock.next()]).toEqual([
      1000, 2000, 4000, 10_000,
    ]);
  });

  it('loses none of the quick looks when it is woken in between', async () => {
    const { clock, made } = poller({});
    made.burst();
    made.wake();
    made.wake();
    expect([await clock.next(), await clock.next(), await clock.next()]).toEqual([1000, 2000, 4000]);
  });

  it('looks again soon while another window is asking, without taking that for a failure', async () => {
    const results: PollResult[] = ['elsewhere', 'elsewhere', 'done', 'done'];
    const { clock, made } = poller({ poll: () => Promise.resolve(results.shift() ?? 'done') });
    made.wake();
    expect([await clock.next(), await clock.next(), await clock.next(), await clock.next()]).toEqual([
      10_000, 500, 500, 10_000,
    ]);
  });

  it('never has two polls under way, and polls again at once when woken during one', async () => {
    let finish: (result: PollResult) => void = () => undefined;
    let begun = 0;
    const { clock, made } = poller({
      poll: () => {
        begun += 1;
        return new Promise((resolve) => (finish = resolve));
      },
    });
    made.wake({ now: true });
    await clock.next();
    made.wake({ now: true });
    made.burst();
    expect(clock.waiting).toEqual([]);
    finish('done');
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toBe(1);
    expect(await clock.next()).toBe(0);
    expect(begun).toBe(2);
  });

  it('ends when it is disposed, also in the middle of a poll', async () => {
    let finish: (result: PollResult) => void = () => undefined;
    const { clock, made } = poller({ poll: () => new Promise((resolve) => (finish = resolve)) });
    made.wake();
    await clock.next();
    made.dispose();
    finish('done');
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.waiting).toEqual([]);
  });
});

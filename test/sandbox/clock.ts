export type ClockKind = 'real' | 'manual';

export interface Timer {
  cancel(): void;
}

/**
 * The time for everything in the sandbox: boots, windows, lockouts, billing.
 * A manual clock moves only by `advance`; a real one also runs by itself.
 */
export interface Clock {
  /** Epoch seconds. */
  now(): number;
  /** Runs `event` once, when the clock has reached `now() + seconds`. */
  after(seconds: number, event: () => void | Promise<void>): Timer;
  /** Moves the clock forward and resolves when every event due by then has finished. */
  advance(seconds: number): Promise<void>;
  /** Drops all events. */
  close(): void;
}

interface Event {
  time: number;
  run: () => void | Promise<void>;
}

/** @param start epoch seconds at which a manual clock begins; a real one begins now */
export function createClock(kind: ClockKind, start: number): Clock {
  let pending: Event[] = [];
  /** A manual clock's time, or how far a real clock is ahead. */
  let moved = kind === 'manual' ? start : 0;
  let alarm: NodeJS.Timeout | undefined;
  let tail: Promise<void> = Promise.resolve();
  const now = () => (kind === 'manual' ? moved : Date.now() / 1000 + moved);
  /** Timers that an event starts count from the event's time, however far the clock moves. */
  const moveTo = (time: number) => {
    moved += Math.max(0, time - now());
  };

  /** Runs what is due at or before `target()`, one by one in order of time. */
  const runDue = (target: () => number): Promise<void> => {
    const run = tail.then(async () => {
      for (;;) {
        const event = earliest(pending);
        if (event === undefined || event.time > target()) return;
        pending = pending.filter((other) => other !== event);
        moveTo(event.time);
        await event.run();
      }
    });
    // An event that fails does not stop the clock. Its caller gets the error.
    tail = run.catch(() => undefined);
    return run;
  };

  const arm = () => {
    clearTimeout(alarm);
    const event = earliest(pending);
    if (kind === 'manual' || event === undefined) return;
    const wait = Math.min(Math.max(0, (event.time - now()) * 1000), 2 ** 31 - 1);
    alarm = setTimeout(() => {
      void runDue(now)
        .catch((error: unknown) => console.error('sandbox:', error))
        .then(arm);
    }, wait);
  };

  return {
    now,
    after: (seconds, run) => {
      const event = { time: now() + seconds, run };
      pending.push(event);
      arm();
      return { cancel: () => (pending = pending.filter((other) => other !== event)) };
    },
    advance: async (seconds) => {
      if (!(seconds >= 0)) throw new RangeError('A clock only moves forward.');
      const target = now() + seconds;
      await runDue(() => target);
      moveTo(target);
      arm();
    },
    close: () => {
      clearTimeout(alarm);
      pending = [];
    },
  };
}

function earliest(events: readonly Event[]): Event | undefined {
  return events.reduce<Event | undefined>(
    (first, event) => (first === undefined || event.time < first.time ? event : first),
    undefined,
  );
}

import type { CallOptions } from '../../api/http/requests';
import type { Clock, EpochMs } from '../../clock';
import { ignore, type Log } from '../../log/log';

/**
 * An answer, and when it was true at the earliest: when the request that brought it was sent, rather than an earlier
 * one without an answer. The time is by the clock as it is now, which may have been set since.
 */
export async function timedRequest<T>(
  clock: Clock,
  request: (options: CallOptions) => Promise<T>,
): Promise<{ at: EpochMs; answer: T }> {
  let sent = clock.monotonic();
  const answer = await request({ onSend: () => (sent = clock.monotonic()) });
  return { at: clock.now() - (clock.monotonic() - sent), answer };
}

/** Runs a task one at a time. Each caller gets a run that started after its call, so that the result isn't too old. */
export class OneAtATime {
  readonly #task: () => Promise<void>;
  readonly #log: Log;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(task: () => Promise<void>, log: Log) {
    this.#task = task;
    this.#log = log;
  }

  /** Rejects when that run does. */
  run(): Promise<void> {
    if (!this.#running) return this.#begin();
    // The current run started before this call, so another one follows.
    this.#next ??= this.#running.catch(ignore(this.#log, 'the caller got the error')).then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  /** The current run is no longer needed: the next one doesn't wait for it. */
  forget(): void {
    this.#running = undefined;
    this.#next = undefined;
  }

  #begin(): Promise<void> {
    const running = this.#task().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}

interface Row {
  id: number;
  unreadable?: true | undefined;
}

/**
 * A complete list where rows that can't be read keep their earlier fields, so that their ssh entry and price stay. If a
 * row doesn't even have an id, it may be any of the missing instances, so those stay too.
 */
export function withLastKnown<T extends Row>(listed: readonly T[], before: readonly T[]): T[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const ids = new Set(listed.map(({ id }) => id));
  const perhapsListed = listed.some(({ id }) => id < 0)
    ? before.filter(({ id }) => id >= 0 && !ids.has(id))
    : [];
  return [
    ...listed.map((row) => (row.unreadable ? { ...known.get(row.id), ...row } : row)),
    ...perhapsListed.map((row) => ({ ...row, unreadable: true as const })),
  ];
}

/**
 * Whether a list requested at `at` is newer than the one of `known`, all in milliseconds since the epoch. A time in the
 * future is from before the clock was set back, so it counts as older.
 */
export function isNewer(at: number, known: number | undefined, now: number): boolean {
  return known === undefined || at > known || (known > now && at <= now);
}

/** Whether a time is at most `limit` milliseconds ago. The age of one in the future isn't known. */
export const isWithin = (at: number | undefined, limit: number, now: number): boolean =>
  at !== undefined && at <= now && now - at <= limit;

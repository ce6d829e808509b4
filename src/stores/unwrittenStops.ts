import type { ScheduledStop } from '../domain/scheduledStop';
import type { StopsById } from './scheduledStops';

interface Wanted {
  token: string;
  stop: ScheduledStop | undefined;
}

/**
 * What this window has done with schedules and could not write, for example because the disk is full. It holds only for
 * the very schedule that it is about: one that another window has removed or replaced stays so.
 */
export class UnwrittenStops {
  readonly #wanted = new Map<string, Map<number, Wanted>>();

  has(accountId: string): boolean {
    return this.#wanted.has(accountId);
  }

  /** @param stop undefined if it is no longer scheduled */
  keep(accountId: string, instanceId: number, token: string, stop: ScheduledStop | undefined): void {
    const wanted = this.#wanted.get(accountId) ?? new Map<number, Wanted>();
    this.#wanted.set(accountId, wanted.set(instanceId, { token, stop }));
  }

  /** The file has it now. */
  forget(accountId: string): void {
    this.#wanted.delete(accountId);
  }

  /** What a file says, with what it lacks. The same object if it lacks nothing. */
  on(accountId: string, stops: StopsById): StopsById {
    const wanted = this.#wanted.get(accountId);
    if (!wanted) return stops;
    const rows = [...stops].flatMap(([id, stop]) => {
      const found = wanted.get(id);
      if (found?.token !== stop.token) return [[id, stop] as const];
      return found.stop ? [[id, found.stop] as const] : [];
    });
    return new Map(rows);
  }
}

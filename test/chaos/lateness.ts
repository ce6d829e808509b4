import type { EndWorld } from './checks';
import { filed } from './schedules';

const minute = 60_000;
/** The time in which no window is open, the warning, and a poll come on top of what was agreed to. */
const tolerance = 16 * minute;

/** Since when what a stop waits for is so without a break, once nothing goes wrong any more. */
export class Lateness {
  /** By instance and schedule, in milliseconds since the run began. */
  readonly #since = new Map<string, number>();
  readonly #problems = new Set<string>();

  /** True if something is still to come. */
  async look({ computer, sandbox, time, person }: EndWorld): Promise<boolean> {
    const there = new Set(await sandbox.instanceIds());
    const now = new Set<string>();
    for (const [id, { token, action, when, wasOpen }] of await filed(computer)) {
      if (when.kind === 'at' || !there.has(id) || person.windows.length === 0) continue;
      const { actual_status: status, gpu_util: load } = await sandbox.instance(id);
      const isRunning = status === 'running';
      const isMet =
        when.kind === 'idle' ? Number(load) < 5 : wasOpen === true && !person.remoteWindows.isOpen(id);
      if (!isRunning || !isMet) continue;
      const key = `${id} ${token}`;
      now.add(key);
      const since = this.#since.get(key) ?? time.passed;
      this.#since.set(key, since);
      const agreed = (when.kind === 'idle' ? (when.minutes ?? 0) : 5) * minute;
      const late = time.passed - since - agreed - tolerance;
      if (late > 0)
        this.#problems.add(`To ${action} ${id} when ${when.kind} is late by ${late / minute} min`);
    }
    for (const key of this.#since.keys()) if (!now.has(key)) this.#since.delete(key);
    return now.size > 0;
  }

  get problems(): string[] {
    return [...this.#problems];
  }
}

import { ignore, type Log } from '../../log/log';
import type { Clock } from '../../clock';
import { Listeners } from '../listeners';
import type { MarkerFiles } from '../rentals/markerFiles';

/** Milliseconds for which a machine is left out of searches. */
const lastsFor = 24 * 3_600_000;
/** More than a person gives up in a day. Keeps the filter short. */
const atMost = 50;

/**
 * Machines that a person gave up because an instance didn't start there. Searches leave them out for a day. Stored per
 * account, for all windows.
 */
export class BadMachines {
  readonly #marks: MarkerFiles;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #changed = new Listeners();
  /** One was added in this window. */
  readonly onDidChange = this.#changed.add;

  /** @param marks one for each machine id */
  constructor(marks: MarkerFiles, clock: Clock, log: Log) {
    this.#marks = marks;
    this.#clock = clock;
    this.#log = log;
  }

  /** Never rejects: without the mark the next search lists the machine again. */
  async add(accountId: string, machineId: number): Promise<void> {
    const why = 'without the mark the next search lists the machine again';
    await this.#marks.add(accountId, machineId).catch(ignore(this.#log, why));
    const old = (await this.#newestFirst(accountId)).slice(atMost);
    await Promise.all(old.map((id) => this.#marks.take(accountId, id)));
    this.#changed.tell();
  }

  /** Ids of the machines to leave out now, the newest first. */
  async list(accountId: string): Promise<number[]> {
    return (await this.#newestFirst(accountId)).slice(0, atMost);
  }

  /** Each look removes marks older than a day. A mark from the future comes from a clock that was set back. */
  async #newestFirst(accountId: string): Promise<number[]> {
    const now = this.#clock.now();
    const marked = [...(await this.#marks.list(accountId))];
    const isOver = ([, since]: [number, number]) => Math.abs(now - since) > lastsFor;
    await Promise.all(marked.filter(isOver).map(([id]) => this.#marks.take(accountId, id)));
    return marked
      .filter((one) => !isOver(one))
      .sort(([, a], [, b]) => b - a)
      .map(([id]) => id);
  }
}

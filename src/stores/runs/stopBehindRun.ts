import { type Clock, minute } from '../../clock';
import { isOver, type Run } from '../../domain/runs/run';
import type { RunReport } from '../../domain/runs/runReport';
import { withTime } from '../../domain/stops/scheduledStop';
import type { ScheduledStops } from '../stops/scheduledStops';
import type { RunStore } from './runStore';

export interface StopBehindRunStores {
  runs: RunStore;
  scheduledStops: Pick<ScheduledStops, 'change'>;
  clock: Clock;
}

/**
 * Milliseconds that a machine has to end itself after a run, before VS Code does. While results aren't here, it waits for
 * them for half an hour.
 */
const endsWithin = { fetched: 10 * minute, unfetched: 40 * minute };

/** The stop that VS Code schedules behind a machine that is to end itself after a run. */
export class StopBehindRun {
  readonly #stores: StopBehindRunStores;

  constructor(stores: StopBehindRunStores) {
    this.#stores = stores;
  }

  /**
   * The run is over: the stop comes nearer. True if another run needs the machine: one that is known here, to whose end
   * the stop goes on, or another computer's, also one for which the machine was kept.
   */
  async comeNearer(
    accountId: string,
    run: Run,
    { othersWork = false, end }: Pick<RunReport, 'othersWork' | 'end'>,
  ): Promise<boolean> {
    const { runs, clock } = this.#stores;
    const others = runs.known(accountId).filter((one) => one.instanceId === run.instanceId && !isOver(one));
    if (others.length > 0) await this.move(accountId, run, latestStop(others));
    else if (end === 'kept') await this.move(accountId, run, undefined);
    else if (run.stopAt !== undefined && !othersWork) {
      const grace = run.fetchedAt === undefined ? endsWithin.unfetched : endsWithin.fetched;
      await this.move(accountId, run, Math.min(run.stopAt, clock.now() + grace));
    }
    return others.length > 0 || othersWork || end === 'kept';
  }

  /**
   * Moves it, unless the person has changed it.
   * @param at milliseconds since the epoch; undefined: it isn't needed any more
   */
  async move(accountId: string, run: Run, at: number | undefined): Promise<void> {
    const { runs, scheduledStops } = this.#stores;
    const { instanceId, stopAt } = run;
    if (stopAt === undefined || at === stopAt) return;
    await scheduledStops.change(accountId, instanceId, undefined, (stop) => withTime(stop, stopAt, at));
    await runs.edit(accountId, run.id, ({ stopAt: _, ...known }) => ({
      ...known,
      ...(at !== undefined && { stopAt: at }),
    }));
  }
}

/** The end of the last of these runs; undefined if one of them keeps its instance. */
function latestStop(runs: readonly Run[]): number | undefined {
  const ends = runs.flatMap(({ stopAt }) => stopAt ?? []);
  return ends.length < runs.length ? undefined : Math.max(...ends);
}

import type { ScheduledStop } from '../../domain/stops/scheduledStop';
import type { SharedInstance } from '../../domain/instances/sharedInstance';

/** A scheduled stop of one instance. */
export interface StopReport {
  accountId: string;
  instance: SharedInstance;
  stop: ScheduledStop;
  /** Milliseconds since the epoch. */
  due: number;
}

/** Who tells the person what becomes of scheduled stops. */
export interface StopReports {
  /** Five minutes before, or at once if it is due sooner. */
  warn(report: StopReport): void;
  /**
   * `isRemoved` is false if the schedule could not be deleted, so that another window may find it again; `isRunSure` is
   * false if the instance may have been started again before it was stopped.
   */
  done(
    report: StopReport & { isRemoved?: boolean; isRunSure?: boolean },
    kind: 'done' | 'startedAgain',
  ): void;
  /** The instance is gone or stopped already, so that there is nothing to be done. */
  ended(report: Omit<StopReport, 'due'>, kind: 'gone' | 'alreadyStopped'): void;
  /** It wasn't destroyed, because the person may have started it again for something else. */
  perhapsStartedAgain(report: StopReport): void;
  /** The first failure; the stop is attempted again. */
  failed(
    report: Omit<StopReport, 'due' | 'instance'> & { id: number; instance: SharedInstance | undefined },
    error: unknown,
  ): void;
}

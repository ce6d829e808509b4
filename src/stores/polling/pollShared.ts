import { ignore, type Log } from '../../log/log';
import type { Lease } from '../windows/lease';
import type { PollResult } from './poller';

export interface SharedPoll {
  lease: Pick<Lease, 'tryRun'>;
  /** Takes over what another window received; true if that is recent enough. */
  isFresh: () => Promise<boolean>;
  ask: () => Promise<void>;
  log: Log;
  /** Why a failure may be ignored. */
  why: string;
}

/** One tick of a timer for what windows share: another window's answer, or one of our own. Never rejects. */
export async function pollShared({ lease, isFresh, ask, log, why }: SharedPoll): Promise<PollResult> {
  try {
    if (await isFresh()) return 'done';
    const ran = await lease.tryRun(async () => {
      // Another window may have finished before this one got the lease.
      if (!(await isFresh())) await ask();
    });
    return ran ? 'done' : 'elsewhere';
  } catch (error) {
    ignore(log, why)(error);
    return 'failed';
  }
}

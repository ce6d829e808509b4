import { join } from 'node:path';
import { type Clock, minute, type Moment, momentOf, since, type EpochMs } from '../../clock';
import { instead } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import { WindowMarks } from './windowMarks';

/** Two looks further apart than this, in milliseconds: the computer slept, and windows may still be coming back. */
const longestGap = 5 * 60_000;
/** How often a window renews its mark, and after how long without that the mark is a leftover, in milliseconds. */
const marks = { beat: minute, lifetime: 15 * minute };

/**
 * The windows of this editor on this computer that have a folder of an instance open. An SSH login in a terminal, and a
 * window of another editor or computer, can't be known.
 */
export class WindowsOn {
  readonly #folder: string;
  readonly #files: AccountFiles;
  readonly #clock: Clock;
  readonly #closed = new Map<number, { from: Moment; last: Moment }>();
  #own: WindowMarks | undefined;
  #endBeat = (): void => undefined;

  constructor(folder: string, files: AccountFiles, clock: Clock) {
    this.#folder = folder;
    this.#files = files;
    this.#clock = clock;
  }

  /** This window is on the instance. Never rejects. */
  async enter(instanceId: number): Promise<void> {
    this.#own = this.#marksOf(instanceId);
    await this.#renew(this.#own);
  }

  /** Until this window closes. */
  async #renew(own: WindowMarks): Promise<void> {
    const why = 'a stop that waits for the last window doesn’t know this one until the next try';
    await own.add().catch(instead(this.#files.log, why, undefined));
    // It was closed meanwhile.
    if (this.#own !== own) return own.remove();
    this.#endBeat = this.#clock.after(marks.beat, () => void this.#renew(own));
  }

  /** Looks whether a window is open on it. True if that can't be known. */
  async look(instanceId: number): Promise<boolean> {
    const why = 'a window is then assumed to be open';
    const isOpen = await this.#marksOf(instanceId)
      .isAny()
      .catch(instead(this.#files.log, why, true));
    if (isOpen) this.#closed.delete(instanceId);
    else {
      const now = momentOf(this.#clock);
      const known = this.#closed.get(instanceId);
      const goesOn = known !== undefined && since(this.#clock, known.last) <= longestGap;
      this.#closed.set(instanceId, { from: goesOn ? known.from : now, last: now });
    }
    return isOpen;
  }

  /** Since when the looks found none; undefined if the last one found some. */
  closedSince(instanceId: number): EpochMs | undefined {
    const known = this.#closed.get(instanceId);
    return known && this.#clock.now() - (this.#clock.monotonic() - known.from.monotonic);
  }

  /** This window closes. */
  dispose(): void {
    this.#endBeat();
    void this.#own?.remove();
    this.#own = undefined;
  }

  #marksOf(instanceId: number): WindowMarks {
    return new WindowMarks(join(this.#folder, String(instanceId)), this.#files, marks.lifetime);
  }
}

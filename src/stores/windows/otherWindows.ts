import { ignore, type Log } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import { WindowMarks } from './windowMarks';

/** The windows that keep lists up to date. The only window doesn't have to inform others. */
export class OtherWindows {
  readonly #marks: WindowMarks;
  readonly #log: Log;

  constructor(folder: string, files: Pick<AccountFiles, 'disk' | 'log' | 'world'>) {
    this.#marks = new WindowMarks(folder, files);
    this.#log = files.log;
  }

  /**
   * Whether another window that has called this still runs; true if unknown. If two windows call it for the first time
   * at the same moment, at least one sees the other.
   */
  async areThere(): Promise<boolean> {
    try {
      return (await this.#marks.add()) > 0;
    } catch (error) {
      ignore(this.#log, 'another window is then assumed to be open')(error);
      return true;
    }
  }

  /** This window closes. */
  dispose(): void {
    void this.#marks.remove();
  }
}

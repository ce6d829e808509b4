import type { NewFile } from './disk';
import type { LockDisk, LockWorld } from './lockWorld';

/** How often a holder shows that it is alive. */
export const beat = 10_000;

/** A lock that this process holds until it is released. */
export class HeldLock {
  readonly #disk: LockDisk;
  readonly #file: string;
  readonly #content: Buffer;
  readonly #handle: NewFile;
  readonly #endBeat: () => void;
  #released: Promise<void> | undefined;

  constructor(disk: LockDisk, file: string, content: Buffer, handle: NewFile, world: Required<LockWorld>) {
    this.#disk = disk;
    this.#file = file;
    this.#content = content;
    this.#handle = handle;
    // Through the handle, so that a lock that another process took over meanwhile isn't kept alive for it. If one beat
    // fails, the next one follows soon.
    this.#endBeat = world.every(beat, () => void handle.touch().catch(nothing));
  }

  /** Never rejects: the work is done, and a lock that stays is treated as left behind. A second call does nothing. */
  release(): Promise<void> {
    this.#released ??= this.#release();
    return this.#released;
  }

  async #release(): Promise<void> {
    this.#endBeat();
    try {
      await this.#handle.close();
      const content = await this.#disk.readFile(this.#file);
      if (content.equals(this.#content)) await this.#disk.unlink(this.#file);
    } catch {
      // It is already gone, or will be treated as left behind.
    }
  }
}

const nothing = (): Promise<void> => Promise.resolve();

import { mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from './clock';

/** Milliseconds after which a lease that nobody renewed was left behind by a window that ended. */
const lifetime = 30_000;
const renewEvery = 10_000;
const lookEvery = 500;

/**
 * A file that one window at a time holds. Where it cannot be written at all, each window acts for itself: the
 * lease spares requests and keeps windows apart, and must not stop the only one there is.
 */
export class Lease {
  readonly #file: string;
  readonly #clock: Clock;

  constructor(file: string, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
  }

  /** Runs `task` unless another window holds the lease; tells whether it ran. */
  async tryRun(task: () => Promise<void>): Promise<boolean> {
    if (!(await this.#claim())) return false;
    await this.#hold(task);
    return true;
  }

  /** Runs `task` as soon as no other window holds the lease. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    while (!(await this.#claim())) {
      await new Promise<void>((resolve) => void this.#clock.after(lookEvery, resolve));
    }
    return this.#hold(task);
  }

  async #hold<T>(task: () => Promise<T>): Promise<T> {
    let cancel: () => void;
    const renew = () => {
      const now = new Date();
      void utimes(this.#file, now, now).catch(() => undefined);
      cancel = this.#clock.after(renewEvery, renew);
    };
    cancel = this.#clock.after(renewEvery, renew);
    try {
      return await task();
    } finally {
      cancel();
      await rm(this.#file, { force: true }).catch(() => undefined);
    }
  }

  async #claim(): Promise<boolean> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 }).catch(() => undefined);
    try {
      await (await open(this.#file, 'wx', 0o600)).close();
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return true;
      const age = await stat(this.#file).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age <= lifetime) return false;
      // One that nobody holds and nobody can take away must not hold everybody up.
      return rm(this.#file, { force: true }).then(
        () => false,
        () => true,
      );
    }
  }
}

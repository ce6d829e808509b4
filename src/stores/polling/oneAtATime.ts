import { ignore, type Log } from '../../log/log';

/** Runs a task one at a time. Each caller gets a run that started after its call, so that the result isn't too old. */
export class OneAtATime {
  readonly #task: () => Promise<void>;
  readonly #log: Log;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(task: () => Promise<void>, log: Log) {
    this.#task = task;
    this.#log = log;
  }

  /** Rejects when that run does. */
  run(): Promise<void> {
    if (!this.#running) return this.#begin();
    // The current run started before this call, so another one follows.
    this.#next ??= this.#running.catch(ignore(this.#log, 'the caller got the error')).then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  /** The current run is no longer needed: the next one doesn't wait for it. */
  forget(): void {
    this.#running = undefined;
    this.#next = undefined;
  }

  #begin(): Promise<void> {
    const running = this.#task().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}

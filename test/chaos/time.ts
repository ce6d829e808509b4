const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A timer of a window's code. */
export interface SimulatedTimer {
  at: number;
  callback: () => void;
  /** Milliseconds between two calls; undefined for one that is called once. */
  every: number | undefined;
  life: Life;
  /** Where it was set. */
  where: () => string;
}

/** Whether a window is still there; what is left of one that was killed does nothing any more. */
export interface Life {
  isOver: boolean;
  name: string;
}

/**
 * The time of the simulated computer that all windows of a run share. It stands still while anything works (a request,
 * a file, a process), and jumps to the next timer when nothing does. All times are milliseconds.
 */
export class Time {
  /** While the computer was awake. */
  #elapsed = 0;
  #slept = 0;
  /** How far the computer's clock is off. */
  #off = 0;
  /** The sum of all jumps. */
  jumped = 0;
  #working = new Map<symbol, string>();
  #waiting: (() => void)[] = [];
  readonly #timers = new Set<SimulatedTimer>();
  readonly #began = Date.now();

  /** What the computer's clock shows. */
  now = (): number => this.#began + this.#elapsed + this.#slept + this.#off;

  /** Stops while the computer sleeps. */
  monotonic = (): number => this.#elapsed;

  /** How much time has passed for everybody else. */
  get passed(): number {
    return this.#elapsed + this.#slept;
  }

  after(milliseconds: number, callback: () => void, life: Life, every?: number): SimulatedTimer {
    const timer = {
      at: this.#elapsed + Math.max(1, milliseconds || 0),
      callback,
      every,
      life,
      where: callers(),
    };
    this.#timers.add(timer);
    return timer;
  }

  cancel(timer: SimulatedTimer | undefined): void {
    if (timer) this.#timers.delete(timer);
  }

  /** Timers that a window has set. */
  timersOf(life: Life): SimulatedTimer[] {
    return [...this.#timers].filter((timer) => timer.life === life);
  }

  forget(life: Life): void {
    for (const timer of this.timersOf(life)) this.#timers.delete(timer);
  }

  /** Notes that something works; the returned function says that it has ended. */
  work(what: string): () => void {
    const key = Symbol(what);
    this.#working.set(key, what);
    return () => {
      if (!this.#working.delete(key)) return;
      for (const wake of this.#waiting.splice(0)) wake();
    };
  }

  async working<T>(what: string, work: Promise<T>): Promise<T> {
    const end = this.work(what);
    try {
      return await work;
    } finally {
      end();
    }
  }

  /** The computer's clock is set. */
  jump(by: number): void {
    this.#off += by;
    this.jumped += Math.abs(by);
  }

  setRight(): void {
    this.#off = 0;
  }

  sleep(milliseconds: number): void {
    this.#slept += milliseconds;
  }

  async pass(milliseconds: number, until: () => boolean = () => false): Promise<void> {
    const end = this.#elapsed + milliseconds;
    for (;;) {
      await this.settle();
      if (until()) return;
      const due = [...this.#timers].reduce<SimulatedTimer | undefined>(
        (first, one) => (first && first.at <= one.at ? first : one),
        undefined,
      );
      if (!due || due.at > end) break;
      this.#elapsed = Math.max(this.#elapsed, due.at);
      if (due.every === undefined) this.#timers.delete(due);
      else due.at = this.#elapsed + Math.max(1, due.every);
      if (!due.life.isOver) due.callback();
    }
    this.#elapsed = end;
  }

  /** Lets time pass until this is done, for at most ten minutes. */
  async passUntil<T>(doing: Promise<T>): Promise<T> {
    let isDone = false;
    const ended = doing.finally(() => (isDone = true));
    ended.catch(() => undefined);
    await this.pass(600_000, () => isDone);
    if (!isDone) throw new Error('What was asked for never ended.');
    return ended;
  }

  /** Resolves when nothing works any more. Rejects with what does if it takes too long. */
  async settle(): Promise<void> {
    const limit = Date.now() + settleLimit;
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await turn();
      while (this.#working.size > 0) {
        quiet = 0;
        const left = limit - Date.now();
        if (left <= 0) throw new Error(`Never ended: ${[...new Set(this.#working.values())].join(', ')}`);
        let alarm: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
          alarm = setTimeout(resolve, left);
        });
        clearTimeout(alarm);
        await turn();
      }
    }
  }
}

/** Of real time. */
const settleLimit = 120_000;

/** The functions of the extension that called this one, written out only where somebody asks: a run sets many timers. */
function callers(): () => string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 20;
  const error = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return () =>
    (error.stack ?? '')
      .split('\n')
      .filter((line) => line.includes('extension.cjs'))
      .slice(0, 9)
      .map((line) => line.trim().replace(/\(.*?extension\.cjs/, '('))
      .join(' ');
}

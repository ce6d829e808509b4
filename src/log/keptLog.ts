import type { Clock } from '../clock';
import type { Log } from './log';

type Level = keyof Log;

const keptLines = 200;
const longestLine = 1000;

/** Passes lines on, each as one line, and keeps the last ones for a problem report. */
export class KeptLog implements Log {
  readonly #out: Log;
  readonly #clock: Clock;
  readonly #lines: string[] = [];

  constructor(out: Log, clock: Clock) {
    this.#out = out;
    this.#clock = clock;
  }

  /** The last 200 lines of level debug or above, the oldest first, whatever level is shown. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  readonly trace = (line: string): void => this.#write('trace', line);
  readonly debug = (line: string): void => this.#write('debug', line);
  readonly info = (line: string): void => this.#write('info', line);
  readonly warn = (line: string): void => this.#write('warn', line);
  readonly error = (line: string): void => this.#write('error', line);

  #write(level: Level, text: string): void {
    // A name from outside could contain a line break.
    const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longestLine);
    this.#out[level](line);
    if (level === 'trace') return;
    this.#lines.push(`${new Date(this.#clock.now()).toISOString()} [${level}] ${line}`);
    if (this.#lines.length > keptLines) this.#lines.shift();
  }
}

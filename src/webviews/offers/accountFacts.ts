import { isDeepStrictEqual } from 'node:util';
import { ignore, type Log } from '../../log/log';

interface Source<T> {
  list(accountId: string): Promise<T>;
  /** Called after a change in this window. */
  onDidChange?(listener: () => void): { dispose(): unknown };
}

/** Something that is stored for each account, as the panel shows it of its own. */
export class AccountFacts<T> {
  readonly #source: Source<T>;
  readonly #none: T;
  readonly #changed: () => void;
  readonly #log: Log;
  readonly #subscription: { dispose(): unknown } | undefined;
  #accountId: string | undefined;
  #value: T;

  /**
   * @param none before it is read, and without an account
   * @param changed called when something else was read
   */
  constructor(source: Source<T>, none: T, changed: () => void, log: Log) {
    this.#source = source;
    this.#none = none;
    this.#value = none;
    this.#changed = changed;
    this.#log = log;
    this.#subscription = source.onDidChange?.(() => void this.follow(this.#accountId));
  }

  /** The same object until something else was read. */
  get value(): T {
    return this.#value;
  }

  /** Reads it of this account, also what other windows have changed. Keeps what was read before if that fails. */
  async follow(accountId: string | undefined): Promise<void> {
    if (accountId !== this.#accountId) this.#value = this.#none;
    this.#accountId = accountId;
    const failed = ignore(this.#log, 'the offers are shown with what was known before');
    const value = accountId === undefined ? this.#none : await this.#source.list(accountId).catch(failed);
    if (value === undefined) return;
    if (accountId !== this.#accountId || isDeepStrictEqual(value, this.#value)) return;
    this.#value = value;
    this.#changed();
  }

  dispose(): void {
    this.#subscription?.dispose();
  }
}

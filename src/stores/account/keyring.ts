import type * as vscode from 'vscode';
import { ignore, type Log, silent } from '../../log/log';

/** A value that the keyring refused, and what the keyring said then; without, as soon as it says something. */
interface Held {
  value: string;
  stored: Stored | undefined;
}
interface Stored {
  value: string | undefined;
}

/** Whether two stored texts count as the same. */
export type Same = (one: string | undefined, other: string | undefined) => boolean;

/** The system's keyring, and memory for values that it refuses, until this window closes. */
export class Keyring {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  readonly #inMemory = new Map<string, Held>();

  constructor(secrets: vscode.SecretStorage, log: Log = silent) {
    this.#secrets = secrets;
    this.#log = log;
  }

  async read(key: string): Promise<string | undefined> {
    return (await this.look(key)).value;
  }

  /**
   * `failed`: the keyring didn't answer, for example because it is still locked, so it may have a value. What another
   * window has stored since the keyring refused a value of this one is newer.
   */
  async look(
    key: string,
    same: Same = (one, other) => one === other,
  ): Promise<{ value?: string | undefined; failed: boolean }> {
    const held = this.#inMemory.get(key);
    const stored = await this.#get(key);
    if (this.#inMemory.get(key) !== held) return this.look(key, same);
    if (held) {
      held.stored ??= stored;
      if (!stored || same(held.stored?.value, stored.value)) return { value: held.value, failed: false };
      this.#inMemory.delete(key);
    }
    return { ...stored, failed: !stored };
  }

  /** False if the keyring refused, even silently. The value is then only in memory. */
  async store(key: string, value: string): Promise<boolean> {
    const why = 'the value is kept in memory, and the person is notified';
    await Promise.resolve(this.#secrets.store(key, value)).catch(ignore(this.#log, why));
    const stored = await this.#get(key);
    const isKept = stored?.value === value;
    if (isKept) this.#inMemory.delete(key);
    else this.#inMemory.set(key, { value, stored });
    return isKept;
  }

  async delete(key: string): Promise<void> {
    this.#inMemory.delete(key);
    await this.#secrets.delete(key);
  }

  /** Undefined if it doesn't answer. */
  async #get(key: string): Promise<Stored | undefined> {
    try {
      return { value: await this.#secrets.get(key) };
    } catch (error) {
      ignore(this.#log, 'a keyring that can’t be read has no value for now')(error);
      return undefined;
    }
  }
}

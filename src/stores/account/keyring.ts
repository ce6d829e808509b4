import type * as vscode from 'vscode';
import { ignore, type Log, silent } from '../../log/log';

/** The system's keyring, and memory for values that it refuses, until this window closes. */
export class Keyring {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  readonly #inMemory = new Map<string, string>();

  constructor(secrets: vscode.SecretStorage, log: Log = silent) {
    this.#secrets = secrets;
    this.#log = log;
  }

  async read(key: string): Promise<string | undefined> {
    return (await this.look(key)).value;
  }

  /** `failed`: the keyring didn't answer, for example because it is still locked, so it may have a value. */
  async look(key: string): Promise<{ value?: string | undefined; failed: boolean }> {
    const held = this.#inMemory.get(key);
    if (held !== undefined) return { value: held, failed: false };
    try {
      return { value: await this.#secrets.get(key), failed: false };
    } catch (error) {
      ignore(this.#log, 'a keyring that can’t be read has no value for now')(error);
      return { failed: true };
    }
  }

  /** False if the keyring refused, even silently. The value is then only in memory. */
  async store(key: string, value: string): Promise<boolean> {
    this.#inMemory.delete(key);
    try {
      await this.#secrets.store(key, value);
      if ((await this.#secrets.get(key)) === value) return true;
    } catch (error) {
      ignore(this.#log, 'the value is kept in memory, and the person is notified')(error);
    }
    this.#inMemory.set(key, value);
    return false;
  }

  async delete(key: string): Promise<void> {
    this.#inMemory.delete(key);
    await this.#secrets.delete(key);
  }
}

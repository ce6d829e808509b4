import type * as vscode from 'vscode';

/** The system's keyring, and memory for what it does not take; that lasts as long as this window. */
export class Keyring {
  readonly #secrets: vscode.SecretStorage;
  readonly #inMemory = new Map<string, string>();

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async read(key: string): Promise<string | undefined> {
    const held = this.#inMemory.get(key);
    if (held !== undefined) return held;
    try {
      return await this.#secrets.get(key);
    } catch {
      return undefined;
    }
  }

  /** False when the keyring refused, also silently, so that the value is in memory only. */
  async store(key: string, value: string): Promise<boolean> {
    this.#inMemory.delete(key);
    try {
      await this.#secrets.store(key, value);
      if ((await this.#secrets.get(key)) === value) return true;
    } catch {
      // The reason is the keyring's; what matters here is that the value was not kept.
    }
    this.#inMemory.set(key, value);
    return false;
  }

  async delete(key: string): Promise<void> {
    this.#inMemory.delete(key);
    await this.#secrets.delete(key);
  }
}

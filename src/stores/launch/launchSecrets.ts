import { randomUUID } from 'node:crypto';
import type { Keyring } from '../account/keyring';

const prefix = 'gpuRental.secret.';

/** Values that launches and templates refer to: registry passwords and environment variables marked as secret. */
export class LaunchSecrets {
  readonly #keyring: Keyring;
  /** Unique to this window until it is reloaded, so that two windows don't choose the same name. */
  readonly window = randomUUID().slice(0, 8);

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  get(name: string): Promise<string | undefined> {
    return this.#keyring.read(prefix + name);
  }

  /** If the keyring refuses, the value lasts until this window closes. */
  async set(name: string, value: string): Promise<void> {
    await this.#keyring.store(prefix + name, value);
  }

  async delete(name: string): Promise<void> {
    await this.#keyring.delete(prefix + name);
  }

  /** An unused name: `wanted`, or `wanted` followed by a number. */
  async freeName(wanted: string, value: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}-${count}`;
      const held = await this.get(name);
      if (held === undefined || held === value) return name;
    }
  }

  /** The available values, and the names of the missing ones. */
  async reveal(names: readonly string[]): Promise<{ values: Map<string, string>; missing: string[] }> {
    const values = new Map<string, string>();
    for (const name of names) {
      const value = await this.get(name);
      if (value !== undefined) values.set(name, value);
    }
    return { values, missing: names.filter((name) => !values.has(name)) };
  }
}

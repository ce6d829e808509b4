import { randomUUID } from 'node:crypto';
import type { Keyring } from './keyring';

const prefix = 'gpuRental.secret.';

/** Values that launches and templates only refer to: registry passwords and environment variables marked secret. */
export class LaunchSecrets {
  readonly #keyring: Keyring;
  /** Of this window alone, until it is loaded anew: what keeps names apart that two windows choose. */
  readonly window = randomUUID().slice(0, 8);

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  get(name: string): Promise<string | undefined> {
    return this.#keyring.read(prefix + name);
  }

  /** Where the keyring refuses, the value lasts as long as this window. */
  async set(name: string, value: string): Promise<void> {
    await this.#keyring.store(prefix + name, value);
  }

  async delete(name: string): Promise<void> {
    await this.#keyring.delete(prefix + name);
  }

  /** A name under which nothing else is kept: `wanted`, or with a number after it. */
  async freeName(wanted: string, value: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}-${count}`;
      const held = await this.get(name);
      if (held === undefined || held === value) return name;
    }
  }

  /** The values that are at hand, and the names of the others. */
  async reveal(names: readonly string[]): Promise<{ values: Map<string, string>; missing: string[] }> {
    const values = new Map<string, string>();
    for (const name of names) {
      const value = await this.get(name);
      if (value !== undefined) values.set(name, value);
    }
    return { values, missing: names.filter((name) => !values.has(name)) };
  }
}

import { type Ability, refusedAbility } from '../domain/keyAbilities';

/**
 * What a key may not do, as far as its calls have shown: the service does not tell a key's permissions, so that only a
 * refusal shows one that is missing, and a call that works shows that it is there by now.
 */
export class KeyScope {
  readonly #refused = new Map<string, Ability>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  learn(endpoint: string, write: boolean, allowed: boolean): void {
    const key = `${endpoint}/${String(write)}`;
    if (allowed === !this.#refused.has(key)) return;
    if (allowed) this.#refused.delete(key);
    else this.#refused.set(key, { endpoint, write });
    this.#changed();
  }

  /** A sentence for each thing that was refused. */
  get sentences(): readonly string[] {
    const sentences = [...this.#refused.values()].map(refusedAbility);
    return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
  }
}

import { type Ability, refusedAbility } from '../../domain/account/keyAbilities';

/**
 * The permissions that a key lacks, as far as its calls have shown. The service doesn't list a key's permissions: a
 * refusal shows a missing one, and a call that works shows that it now exists.
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

  /** A sentence for each missing permission. */
  get sentences(): readonly string[] {
    const sentences = [...this.#refused.values()].map(refusedAbility);
    return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
  }
}

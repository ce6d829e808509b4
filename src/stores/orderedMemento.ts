import type * as vscode from 'vscode';

/**
 * A memento that loses no change. VS Code keeps all of an extension's values as one object, and what it hears of an earlier
 * change takes the place of a later one that wasn't sent yet. So each change waits until the one before is stored, and is
 * read from here until then.
 */
export class OrderedMemento implements vscode.Memento {
  readonly #memento: vscode.Memento;
  readonly #unstored = new Map<string, unknown>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  keys(): readonly string[] {
    const keys = new Set([...this.#memento.keys(), ...this.#unstored.keys()]);
    return [...keys].filter((key) => this.get(key) !== undefined);
  }

  readonly get = <T>(key: string, usual?: T): T =>
    (this.#unstored.has(key) ? (this.#unstored.get(key) ?? usual) : this.#memento.get(key, usual)) as T;

  /** Rejects if it can't be stored. */
  update(key: string, value: unknown): Promise<void> {
    this.#unstored.set(key, value);
    const stored = this.#last.then(() => this.#memento.update(key, value));
    const forget = (): void => {
      if (this.#unstored.get(key) === value) this.#unstored.delete(key);
    };
    this.#last = stored.then(forget, forget);
    return stored;
  }
}

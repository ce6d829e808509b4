/** Whoever wants to hear of one kind of news, where an event of VS Code's isn't at hand. */
export class Listeners<News extends unknown[] = []> {
  readonly #all = new Set<(...news: News) => void>();

  /** Calls back with all news until it is disposed; an event as it stands. */
  readonly add = (listener: (...news: News) => void): { dispose(): void } => {
    this.#all.add(listener);
    return { dispose: () => void this.#all.delete(listener) };
  };

  /** One that is added meanwhile hears of the next news only, and one that is disposed meanwhile of none. */
  tell(...news: News): void {
    for (const listener of [...this.#all]) if (this.#all.has(listener)) listener(...news);
  }

  /** Nobody hears of anything any more. */
  clear(): void {
    this.#all.clear();
  }
}

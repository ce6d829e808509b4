/**
 * Texts that are being typed, until the host has them: an answer to an earlier key must not take back a later one.
 */
export class Typing {
  readonly #texts = new Map<string, { text: string; isLeft: boolean }>();

  /** What to show in this input, given the host's text. */
  textOf(key: string, fromHost: string): string {
    return this.#texts.get(key)?.text ?? fromHost;
  }

  type(key: string, text: string): void {
    this.#texts.set(key, { text, isLeft: false });
  }

  /** The input was left: the host's next answer counts. Answers what was typed, if anything was. */
  leave(key: string): string | undefined {
    const typed = this.#texts.get(key);
    if (typed) typed.isLeft = true;
    return typed?.text;
  }

  /** The host has answered. */
  answered(): void {
    for (const [key, { isLeft }] of this.#texts) if (isLeft) this.#texts.delete(key);
  }
}

import type { Action } from './action';
import type { Known } from './known';
import type { SessionOptions } from './sessionOptions';
import type { PageState } from './state';

/** Whether the service answers this with backup codes, which come only once. */
export function makesCodes(message: Action, page: PageState, known: Known | undefined): boolean {
  if (message.kind === 'prove') return page.kind === 'proof' && page.purpose.kind === 'renew';
  return message.kind === 'confirm' && known?.status.methods.length === 0;
}

/** New backup codes that were asked for and may have been made, although nobody has heard the answer. */
export class AwaitedCodes {
  readonly #kept: Pick<SessionOptions['kept'], 'await' | 'awaitNoMore'>;
  #isOpen = false;

  constructor(kept: Pick<SessionOptions['kept'], 'await' | 'awaitNoMore'>) {
    this.#kept = kept;
  }

  /** Nobody was told yet that they may have been made. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Noted before they are asked for: the window may be gone before the answer comes. */
  async begin(): Promise<void> {
    this.#isOpen = true;
    await this.#kept.await();
  }

  /** They are here. */
  came(): void {
    this.#isOpen = false;
  }

  /** None were made, or the person is told that they may have been. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#kept.awaitNoMore();
  }
}

import type { LitElement, ReactiveController } from 'lit';

/** Inputs come first: whoever was about to type can go on. */
const places = ['vscode-textfield', 'vscode-button, input, select, vscode-checkbox', 'h2'];

/**
 * Keeps the focus in the panel when the element that has it is removed or disabled: it goes back to that element or,
 * while that isn't possible, to the nearest one around it. Without this, it would fall to the body, and the next Tab
 * would start at the top.
 */
export class KeepFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #isBusy: () => boolean;
  /** The element that had the focus last, then those around it. */
  #path: readonly HTMLElement[] = [];
  #isListening = false;

  /** @param isBusy while true, every button is disabled, so the focus stays where it is */
  constructor(host: LitElement, isBusy: () => boolean) {
    this.#host = host;
    this.#isBusy = isBusy;
    host.addController(this);
  }

  hostUpdated(): void {
    // The host itself hears of no move from one of its elements to another one.
    if (!this.#isListening) {
      this.#isListening = true;
      this.#host.renderRoot.addEventListener('focusin', this.#entered);
      this.#host.renderRoot.addEventListener('focusout', this.#left);
    }
    if (this.#path.length === 0 || this.#isBusy()) return;
    // An element that was removed has lost the focus by now, one that was disabled loses it with the next frame.
    void this.#host.updateComplete.then(() => this.#restore());
    requestAnimationFrame(() => this.#restore());
  }

  /** The page is another one. */
  forget(): void {
    this.#path = [];
  }

  readonly #entered = (event: Event): void => {
    const { renderRoot } = this.#host;
    this.#path = event
      .composedPath()
      .filter((node) => node instanceof HTMLElement)
      .filter((element) => element.getRootNode() === renderRoot);
  };

  readonly #left = (): void => {
    const [element] = this.#path;
    // Only once the page is drawn is it known whether the person left the element or the page took it away.
    queueMicrotask(() => {
      if (this.#path[0] === element && element && isUsable(element) && document.hasFocus()) this.forget();
    });
  };

  #restore(): void {
    if (!document.hasFocus() || this.#isBusy() || this.#host.shadowRoot?.activeElement) return;
    const [element, ...around] = this.#path;
    if (!element) return;
    if (isUsable(element)) {
      element.focus();
      return;
    }
    for (const outer of around.filter(({ isConnected }) => isConnected)) {
      const next = firstUsable(outer);
      if (!next) continue;
      next.focus();
      return;
    }
  }
}

function firstUsable(within: HTMLElement): HTMLElement | undefined {
  return places
    .flatMap((selector) => [...within.querySelectorAll<HTMLElement>(selector)])
    .find((element) => isUsable(element));
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled, [disabled]');
}

import '@vscode-elements/elements/dist/vscode-button/index.js';
import { css, html, LitElement, type TemplateResult } from 'lit';
import { type Clock, systemClock } from '../../../clock';
import type { Host } from './host';

/** A whole panel, drawn from the host's last view. */
export abstract class HostedPage<View, Action> extends LitElement {
  protected readonly host: Host<View, Action>;
  protected readonly clock: Clock = systemClock;
  protected view: View | undefined;
  #receivedAt = 0;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #stopReturning: (() => void) | undefined;

  constructor(host: Host<View, Action>) {
    super();
    this.host = host;
  }

  /** Whether what is drawn changes with each second. */
  protected readonly hasTimes: boolean = true;

  /** A view has come and is about to be drawn. */
  protected abstract took(view: View, before: View | undefined): void;

  override connectedCallback(): void {
    super.connectedCallback();
    styleBody();
    this.#stopReturning = returnFocus();
    this.host.onView((view) => {
      const before = this.view;
      this.view = view;
      this.#receivedAt = this.clock.now();
      this.took(view, before);
      this.requestUpdate();
    });
    if (this.hasTimes) this.#ticking = setInterval(() => this.requestUpdate(), 1000);
    this.host.send({ kind: 'ready' });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticking);
    this.#stopReturning?.();
  }

  /** Milliseconds since the view has come. */
  protected get age(): number {
    return this.clock.now() - this.#receivedAt;
  }

  protected button(words: string, action: Action, secondary = false): TemplateResult {
    return html`<vscode-button ?secondary=${secondary} @click=${() => this.host.send(action)}
      >${words}</vscode-button
    >`;
  }
}

// The body is transparent by default. With the editor's color, the text has a known background. The browser draws radio
// buttons and lists itself, in the colors of its scheme; in high contrast, a button's own color is the background's.
// There, VS Code has no colors for a button that is not the main one; those that vscode-elements takes are for the dark.
const body = css`
  body {
    background: var(--vscode-editor-background);
    color-scheme: light;
  }
  body.vscode-dark,
  body.vscode-high-contrast:not(.vscode-high-contrast-light) {
    color-scheme: dark;
  }
  body.vscode-high-contrast {
    /* The theme has high contrast itself. The browser's colors would take away lines that are shadows. */
    forced-color-adjust: none;
    --choice-color: var(--vscode-focusBorder);
    --vscode-button-secondaryBackground: var(--vscode-editor-background);
    --vscode-button-secondaryHoverBackground: var(--vscode-editor-background);
  }
`;

/** Styles the page around the panel. */
export function styleBody(): void {
  if (body.styleSheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, body.styleSheet];
}

/**
 * Gives the focus back to what had it. VS Code takes it from a panel for a menu or the Command Palette and returns it to
 * the page alone, where a key does nothing.
 */
function returnFocus(): () => void {
  let last: HTMLElement | undefined;
  let isPressed = false;
  const stop = new AbortController();
  const listen = (types: readonly string[], heard: (event: Event) => void): void => {
    for (const type of types) window.addEventListener(type, heard, { capture: true, signal: stop.signal });
  };
  // No event leaves a shadow tree when the focus moves within it, so it's looked up with each key and press.
  listen(['focusin', 'keydown', 'pointerup'], () => (last = focused()));
  // A mouse gives it to what it presses.
  listen(['pointerdown'], () => (isPressed = true));
  listen(['pointerup', 'pointercancel'], () => (isPressed = false));
  listen(['focus'], ({ target }) => {
    if (target === window && !isPressed && !focused() && last?.isConnected)
      last.focus({ preventScroll: true });
  });
  return () => stop.abort();
}

/** Undefined where nothing in the page has the focus. */
function focused(): HTMLElement | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return undefined;
  return element instanceof HTMLElement ? element : undefined;
}

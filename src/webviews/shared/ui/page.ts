import '@vscode-elements/elements/dist/vscode-button/index.js';
import { css, html, LitElement, type TemplateResult } from 'lit';
import { type Clock, systemClock } from '../../../clock';
import type { Host } from './host';
import { returnFocus } from './returnFocus';

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

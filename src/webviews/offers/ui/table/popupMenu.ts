import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';

export interface MenuItem {
  id: string;
  words: string;
  /** The key that does the same. */
  keys?: string;
  /** Of an item that is on or off. */
  isOn?: boolean;
  startsGroup?: boolean;
}

/** A menu at a place of the page. */
export class PopupMenu extends LitElement {
  static override styles = css`
    :host {
      position: fixed;
      inset: auto;
      margin: 0;
      padding: 4px;
      border: 1px solid var(--vscode-menu-border, var(--vscode-contrastBorder, var(--vscode-widget-border)));
      border-radius: 5px;
      background: var(--vscode-menu-background);
      color: var(--vscode-menu-foreground);
      box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
      max-height: 90vh;
      overflow: auto;
    }
    button {
      display: flex;
      width: 100%;
      gap: 8px;
      padding: 2px 12px 2px 4px;
      border: 1px solid transparent;
      border-radius: 3px;
      background: none;
      color: inherit;
      font: inherit;
      line-height: 22px;
      text-align: start;
      white-space: nowrap;
      cursor: pointer;
    }
    button:focus {
      outline: none;
      background: var(--vscode-menu-selectionBackground);
      color: var(--vscode-menu-selectionForeground);
      border-color: var(--vscode-menu-selectionBorder, transparent);
    }
    .on {
      width: 14px;
    }
    .keys {
      margin-inline-start: auto;
      padding-inline-start: 24px;
    }
    hr {
      margin: 4px 0;
      border: 0;
      border-top: 1px solid var(--vscode-menu-separatorBackground, var(--vscode-menu-border));
    }
  `;
  static override properties = { items: { attribute: false }, label: {} };
  declare items: readonly MenuItem[];
  declare label: string;
  #at = { x: 0, y: 0 };
  #answer: (id: string | undefined) => void = () => undefined;

  constructor() {
    super();
    this.items = [];
    this.label = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.popover = 'manual';
    this.addEventListener('focusout', this.#left);
    this.addEventListener('keydown', this.#pressed);
  }

  /**
   * Shows these items at a place of the window, the first one focused.
   * @returns the id of the chosen one; undefined if the menu was closed
   */
  async ask(items: readonly MenuItem[], label: string, x: number, y: number): Promise<string | undefined> {
    this.#close(undefined);
    this.items = items;
    this.label = label;
    this.#at = { x, y };
    await this.updateComplete;
    this.showPopover();
    this.#arrange();
    this.#buttons[0]?.focus();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  override render(): TemplateResult {
    return html`<div role="menu" aria-label=${this.label}>
      ${this.items.map(
        ({ id, words, keys, isOn, startsGroup }) => html`
          ${startsGroup ? html`<hr role="separator" />` : nothing}
          <button
            type="button"
            tabindex="-1"
            role=${isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
            aria-checked=${isOn === undefined ? nothing : String(isOn)}
            aria-keyshortcuts=${keys ? ariaKeys(keys) : nothing}
            @click=${() => this.#close(id)}
            @pointermove=${focusTarget}
          >
            <span class="on" aria-hidden="true">${isOn ? '✓' : ''}</span>${words}
            ${keys ? html`<span class="keys" aria-hidden="true">${keys}</span>` : nothing}
          </button>
        `,
      )}
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.matches(':popover-open')) this.#arrange();
  }

  get #buttons(): HTMLButtonElement[] {
    return [...this.renderRoot.querySelectorAll('button')];
  }

  /** Inside the window, whatever the place. */
  #arrange(): void {
    const { width, height } = this.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    this.style.left = `${Math.max(0, Math.min(this.#at.x, clientWidth - width))}px`;
    this.style.top = `${Math.max(0, Math.min(this.#at.y, clientHeight - height))}px`;
  }

  #close(answer: string | undefined): void {
    if (!this.matches(':popover-open')) return;
    this.hidePopover();
    this.#answer(answer);
  }

  /** Moves between the items are not heard of out here. */
  readonly #left = (): void => this.#close(undefined);

  readonly #pressed = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const buttons = this.#buttons;
    const now = buttons.findIndex((button) => button.matches(':focus'));
    const places: Record<string, number> = {
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      Home: 0,
      End: -1,
    };
    const place = places[event.key];
    if (place !== undefined) buttons.at(place % buttons.length)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') this.#close(undefined);
    else return;
    event.preventDefault();
  };
}

function focusTarget({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement) currentTarget.focus();
}

/** Keys by the names that ARIA has for them: "Control+ArrowLeft" for "Ctrl+Left". */
function ariaKeys(keys: string): string {
  const names = keys.replaceAll(' ', '').replace('Ctrl', 'Control');
  return names.replace(/\b(Left|Right|Up|Down)$/, 'Arrow$1');
}

customElements.define('popup-menu', PopupMenu);

import * as l10n from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Column } from '../../../../domain/offers/columnKinds';
import { columnOf, columns, columnTitle } from '../../../../domain/offers/columns';
import type { Plan } from '../../../../domain/offers/plannedPrice';
import { downIcon, upIcon } from './icons';

/**
 * The columns to choose and order, as a dialog over the table. Sends `columns-chosen` with the ids in their order, empty
 * for the usual ones, and `closed`.
 */
export class ColumnChooser extends LitElement {
  static override styles = css`
    :host {
      position: fixed;
      inset: auto;
      margin: 0;
      padding: 8px 10px;
      width: min(21em, 92vw);
      max-height: min(34em, 92vh);
      box-sizing: border-box;
      overflow: auto;
      border: 1px solid var(--vscode-menu-border, var(--vscode-contrastBorder, var(--vscode-widget-border)));
      border-radius: 5px;
      background: var(--vscode-menu-background);
      color: var(--vscode-menu-foreground);
      box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    }
    header {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
    }
    h2 {
      margin: 0;
      font-size: 1em;
      font-weight: 600;
    }
    p {
      margin: 4px 0;
      color: var(--vscode-descriptionForeground);
    }
    ul {
      margin: 4px 0 0;
      padding: 0;
      list-style: none;
    }
    li,
    label {
      display: flex;
      align-items: center;
      gap: 6px;
      min-height: 24px;
    }
    label {
      flex: 1;
    }
    input {
      margin: 0;
      accent-color: var(--choice-color, var(--vscode-button-background));
    }
    button {
      display: inline-flex;
      align-items: center;
      padding: 3px;
      border: 0;
      border-radius: 3px;
      background: none;
      color: inherit;
      font: inherit;
      cursor: pointer;
    }
    button.words {
      padding: 2px 8px;
      background: var(--vscode-button-secondaryBackground);
      color: var(--vscode-button-secondaryForeground);
      border: 1px solid var(--vscode-contrastBorder, transparent);
    }
    button:hover:not(.words) {
      background: var(--vscode-toolbar-hoverBackground);
    }
    button:focus-visible,
    input:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: 1px;
    }
  `;
  static override properties = { chosen: { attribute: false }, plan: { attribute: false } };
  /** The ids of the shown columns in their order. */
  declare chosen: readonly string[];
  declare plan: Plan;
  /** The control that keeps the focus while its row moves. */
  #focus: string | undefined;

  constructor() {
    super();
    this.chosen = [];
    this.plan = { disk: 0, hours: 0 };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.popover = 'auto';
    this.addEventListener('toggle', ({ newState }) => {
      if (newState === 'closed') this.dispatchEvent(new CustomEvent('closed'));
    });
  }

  /** Shows it below a place of the window, its right edge there. */
  async open(right: number, top: number): Promise<void> {
    await this.updateComplete;
    this.showPopover();
    const { width, height } = this.getBoundingClientRect();
    this.style.left = `${Math.max(4, right - width)}px`;
    this.style.top = `${Math.max(4, Math.min(top, document.documentElement.clientHeight - height - 4))}px`;
    this.renderRoot.querySelector('input')?.focus();
  }

  override render(): TemplateResult {
    const shown = this.chosen.flatMap((id) => columnOf(id) ?? []);
    const all = [...shown, ...columns.filter(({ id }) => !this.chosen.includes(id))];
    return html`<div role="dialog" aria-labelledby="title" @keydown=${this.#pressed}>
      <header>
        <h2 id="title">${l10n.t('Columns')}</h2>
        <button type="button" class="words" @click=${() => this.#choose([], undefined)}>
          ${l10n.t('Reset')}
        </button>
      </header>
      <p id="help">${l10n.t('Alt+Up and Alt+Down move a column.')}</p>
      <ul aria-describedby="help">
        ${repeat(
          all,
          ({ id }) => id,
          (column, index) => this.#row(column, index < shown.length ? index : undefined, shown.length),
        )}
      </ul>
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const wanted = this.#focus;
    this.#focus = undefined;
    // A row that moved has lost its focus, and a button at the end of the list is gone.
    if (wanted === undefined) return;
    const [id = ''] = wanted.split(' ');
    const root = this.renderRoot;
    const control = root.querySelector<HTMLElement>(`[data-focus="${wanted}"]`);
    (control ?? root.querySelector<HTMLElement>(`[data-focus="${id} box"]`))?.focus();
  }

  /** @param place of a shown column */
  #row(column: Column, place: number | undefined, count: number): TemplateResult {
    const { id } = column;
    const title = columnTitle(column, this.plan);
    const mover = (by: number, words: string, icon: TemplateResult): TemplateResult =>
      html`<button
        type="button"
        data-focus="${id} ${by}"
        aria-label=${words}
        title=${words}
        @click=${() => this.#move(id, by, `${id} ${by}`)}
      >
        ${icon}
      </button>`;
    return html`<li data-column=${id}>
      <label
        ><input
          type="checkbox"
          data-focus="${id} box"
          .checked=${place !== undefined}
          @change=${() => this.#toggle(id)}
        />${title}</label
      >
      ${place === undefined || place === 0 ? nothing : mover(-1, l10n.t('Move {0} Up', title), upIcon)}
      ${
        place === undefined || place === count - 1
          ? nothing
          : mover(1, l10n.t('Move {0} Down', title), downIcon)
      }
    </li>`;
  }

  #toggle(id: string): void {
    const isShown = this.chosen.includes(id);
    // A table without a column shows nothing to compare.
    const left = this.chosen.filter((one) => one !== id);
    this.#choose(isShown ? (left.length > 0 ? left : this.chosen) : [...this.chosen, id], `${id} box`);
    this.requestUpdate();
  }

  #move(id: string, by: number, focus: string): void {
    const from = this.chosen.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= this.chosen.length) return;
    const moved = this.chosen.toSpliced(from, 1).toSpliced(to, 0, id);
    this.#choose(moved, focus);
  }

  #choose(ids: readonly string[], focus: string | undefined): void {
    this.#focus = focus;
    this.dispatchEvent(new CustomEvent('columns-chosen', { detail: [...ids] }));
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const row = event.composedPath().find((node) => node instanceof HTMLLIElement);
    const id = row?.dataset.column;
    if (!event.altKey || by === 0 || id === undefined) return;
    event.preventDefault();
    this.#move(id, by, `${id} box`);
  };
}

customElements.define('column-chooser', ColumnChooser);

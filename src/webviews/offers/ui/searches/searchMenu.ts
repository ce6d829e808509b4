import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import '../table/popupMenu';
import type { PopupMenu } from '../table/popupMenu';

/** What a person does with a search as a whole. */
export type SearchAct = { does: 'save' | 'watch' } | { does: 'open'; name: string };

/** Buttons to save and watch what is looked for, and to open what was saved. Sends `search-act` with a `SearchAct`. */
export class SearchMenu extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
    }
  `;
  static override properties = { names: { attribute: false } };
  /** Of the saved searches. */
  declare names: readonly string[];

  constructor() {
    super();
    this.names = [];
  }

  override render(): TemplateResult {
    return html`
      ${
        this.names.length === 0
          ? nothing
          : html`<vscode-button secondary aria-haspopup="menu" @click=${this.#choose}
              >${l10n.t('Saved Searches')}</vscode-button
            >`
      }
      <vscode-button secondary @click=${() => this.#tell({ does: 'save' })}
        >${l10n.t('Save Search…')}</vscode-button
      >
      <vscode-button secondary @click=${() => this.#tell({ does: 'watch' })}
        >${l10n.t('Watch Offers…')}</vscode-button
      >
      <popup-menu></popup-menu>
    `;
  }

  readonly #choose = async ({ currentTarget }: Event): Promise<void> => {
    const menu = this.renderRoot.querySelector<PopupMenu>('popup-menu');
    if (!menu || !(currentTarget instanceof HTMLElement)) return;
    // The rest of the key press that opens the menu would choose its first item.
    await new Promise((done) => requestAnimationFrame(done));
    const { left, bottom } = currentTarget.getBoundingClientRect();
    const items = this.names.map((name) => ({ id: name, words: name }));
    const name = await menu.ask(items, l10n.t('Saved Searches'), left, bottom);
    currentTarget.focus();
    if (name !== undefined) this.#tell({ does: 'open', name });
  };

  #tell(detail: SearchAct): void {
    this.dispatchEvent(new CustomEvent<SearchAct>('search-act', { detail, bubbles: true, composed: true }));
  }
}

customElements.define('search-menu', SearchMenu);

import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Action, View } from '../protocol';

/** Buttons for the search as a whole, with what a person does there carried out by the host. */
export function searchPart({ hasSavedSearches }: View, send: (action: Action) => void): TemplateResult {
  const button = (words: string, does: Extract<Action, { kind: 'search' }>['does']): TemplateResult =>
    html`<vscode-button secondary @click=${() => send({ kind: 'search', does })}>${words}</vscode-button>`;
  return html`
    ${hasSavedSearches ? button(l10n.t('Saved Searches…'), 'open') : nothing}
    ${button(l10n.t('Save Search…'), 'save')} ${button(l10n.t('Watch Offers…'), 'watch')}
  `;
}

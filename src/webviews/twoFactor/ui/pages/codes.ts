import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PageOf } from '../../protocol';
import { button, heading, type Surface } from '../surface';

/** Backup codes, shown this once. */
export function codes(surface: Surface, page: PageOf<'codes'>): TemplateResult {
  const isStored = surface.drafts.stored === 'yes';
  return html`
    ${heading(l10n.t('Your backup codes'))}
    ${
      page.again
        ? html`<p class="warned">
            ${l10n.t(
              'You closed this before saying that the codes are stored. They are still here, but only until this window closes.',
            )}
          </p>`
        : nothing
    }
    <p>
      ${l10n.t(
        'Each opens the account once, when your device is lost. They are shown only now: store them away from this computer.',
      )}
    </p>
    <ol class="codes">
      ${page.codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ol>
    <div class="actions">
      ${button(surface, l10n.t('Copy'), { kind: 'copyCodes' }, { secondary: true })}
      ${button(surface, l10n.t('Save to a File…'), { kind: 'saveCodes' }, { secondary: true })}
      ${page.saved ? html`<span class="hint" role="status">${l10n.t('Saved.')}</span>` : nothing}
    </div>
    <p>
      <vscode-checkbox
        .checked=${isStored}
        @change=${(event: Event) => {
          const checked =
            event.target instanceof HTMLElement && 'checked' in event.target && event.target.checked;
          surface.setDraft('stored', checked ? 'yes' : '');
        }}
        >${l10n.t('I have stored them')}</vscode-checkbox
      >
    </p>
    <div class="actions">
      ${button(surface, l10n.t('Done'), { kind: 'codesStored' }, { disabled: !isStored })}
    </div>
  `;
}

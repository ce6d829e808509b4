import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PageOf } from '../../protocol';
import { button, heading } from '../../../shared/ui/pageElements';
import type { TwoFactorSurface } from '../pageElements';

/** Backup codes, shown only once. */
export function codes(surface: TwoFactorSurface, page: PageOf<'codes'>): TemplateResult {
  const isStored = surface.drafts.stored === 'yes';
  return html`
    ${heading(l10n.t('Your backup codes'))}
    ${
      page.again
        ? html`<p class="warned">
            ${l10n.t(
              'You closed this before confirming that the codes are stored. They’re still here, but only until this window closes.',
            )}
          </p>`
        : nothing
    }
    <p>
      ${l10n.t(
        'Use a backup code if you lose your device. Each works once. They’re shown only now. Keep them away from this computer.',
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
        >${l10n.t('I’ve stored them')}</vscode-checkbox
      >
    </p>
    <div class="actions">
      ${button(surface, l10n.t('Done'), { kind: 'codesStored' }, { disabled: !isStored })}
    </div>
  `;
}

/** Helps when a phone or its app is lost. */
export function lost(surface: TwoFactorSurface): TemplateResult {
  const { status } = surface.view;
  const methods = status?.methods ?? [];
  return html`
    ${heading(l10n.t('A device is lost'))}
    <p>
      ${
        status?.backupCodes === 0
          ? l10n.t(
              'No backup codes are left. Use another method, email, or the service’s support in the web console.',
            )
          : l10n.t('Use a backup code to remove the lost device’s method, then set up the new device.')
      }
    </p>
    ${
      methods.length === 1
        ? html`<p class="warned">
            ${l10n.t(
              'This is your only method. Two-factor authentication is off until you set up the new device.',
            )}
          </p>`
        : nothing
    }
    <ul class="cards">
      ${methods.map(
        ({ id, label, phone }) =>
          html`<li>
            <h3>${label}</h3>
            ${phone ? html`<p class="hint">${phone}</p>` : nothing}
            <div class="actions">
              ${button(
                surface,
                l10n.t('I Lost This Device'),
                { kind: 'removeLost', methodId: id },
                { spoken: `${l10n.t('I Lost This Device')}: ${label}` },
              )}
            </div>
          </li>`,
      )}
    </ul>
    <div class="actions">
      ${button(surface, l10n.t('Open Web Console'), { kind: 'remedy', remedy: 'openConsole' }, { secondary: true })}
      ${button(surface, l10n.t('Cancel'), { kind: 'back' }, { secondary: true })}
    </div>
  `;
}

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { button, heading, type Surface } from '../surface';

/** The way out when a phone or its app is gone. */
export function lost(surface: Surface): TemplateResult {
  const { status } = surface.view;
  const methods = status?.methods ?? [];
  const codesLeft = status?.backupCodes ?? 0;
  return html`
    ${heading(l10n.t('A device is lost'))}
    <p>
      ${
        codesLeft > 0
          ? l10n.t(
              'A backup code takes its place: with one you remove the method of the lost device, and then set up the new one.',
            )
          : l10n.t(
              'There is no backup code left. What remains is another method, email, or the service’s support in its web console.',
            )
      }
    </p>
    ${
      methods.length === 1
        ? html`<p class="warned">
            ${l10n.t(
              'It is your only method, so that two-factor authentication is off until you have set up the new device.',
            )}
          </p>`
        : nothing
    }
    <ul class="methods">
      ${methods.map(
        ({ id, label, phone }) =>
          html`<li>
            <h3>${label}</h3>
            ${phone ? html`<p class="hint">${phone}</p>` : nothing}
            <div class="actions">
              ${button(
                surface,
                l10n.t('I Lost This'),
                { kind: 'removeLost', methodId: id },
                { spoken: `${l10n.t('I Lost This')}: ${label}` },
              )}
            </div>
          </li>`,
      )}
    </ul>
    <div class="actions">
      ${button(surface, l10n.t('Open Web Console'), { kind: 'help', help: 'openConsole' }, { secondary: true })}
      ${button(surface, l10n.t('Cancel'), { kind: 'back' }, { secondary: true })}
    </div>
  `;
}

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { maxMethodLabel } from '../../../../domain/twoFactor/twoFactorInput';
import { kindName } from '../../../../twoFactor/options';
import type { MethodRow, StatusView } from '../../protocol';
import type { Action } from '../../../../twoFactor/action';
import { button, countdown, field, form, heading } from '../../../shared/ui/pageElements';
import { problemAt, type TwoFactorSurface } from '../pageElements';
import { counted, formatFacts } from '../../../../domain/format';

/** What is set up, and the actions for it. */
export function overview(surface: TwoFactorSurface): TemplateResult {
  const { status } = surface.view;
  return html`
    ${heading(l10n.t('Status'))} ${status ? known(surface, status) : nothing}
    <div class="actions">
      ${
        status
          ? button(
              surface,
              status.methods.length === 0
                ? l10n.t('Set Up Two-Factor Authentication')
                : l10n.t('Add a Method'),
              { kind: 'add' },
            )
          : nothing
      }
      ${button(surface, l10n.t('Refresh'), { kind: 'refresh' }, { secondary: true })}
      ${
        status && status.state !== 'disabled'
          ? button(surface, l10n.t('I Lost a Device…'), { kind: 'lost' }, { secondary: true })
          : nothing
      }
    </div>
  `;
}

function known(surface: TwoFactorSurface, status: StatusView): TemplateResult {
  const authorizedLeft = surface.left(status.authorizedLeft);
  // Without a time, the end isn't known here. With one, the service refuses after that.
  const isOver = status.authorizedLeft !== undefined && authorizedLeft === undefined;
  return html`
    <p class="state">${stateWords(status)}</p>
    ${
      status.authorized && !isOver
        ? html`<p>
            ${
              authorizedLeft === undefined
                ? l10n.t('You can add methods without another verification for up to 30 minutes.')
                : html`${l10n.t('You can add methods without another verification. Time left:')}
                  ${countdown(authorizedLeft)}`
            }
          </p>`
        : nothing
    }
    ${
      status.methods.length > 0
        ? html`<h3>${l10n.t('Methods')}</h3>
            <ul class="cards">
              ${status.methods.map((method) => html`<li>${methodCard(surface, method)}</li>`)}
            </ul>`
        : nothing
    }
    ${status.state === 'disabled' ? nothing : backupCodes(surface, status)}
    ${
      status.state === 'legacy' && status.methods.length === 0
        ? html`<div class="actions">
            ${button(surface, l10n.t('Turn Off…'), { kind: 'remove', methodId: 0 }, { secondary: true })}
          </div>`
        : nothing
    }
  `;
}

function stateWords({ state }: StatusView): TemplateResult {
  switch (state) {
    case 'enabled':
      return html`<vscode-badge>${l10n.t('On')}</vscode-badge> ${l10n.t(
          'The service asks for a second factor for important actions.',
        )}`;
    case 'disabled':
      return html`<vscode-badge>${l10n.t('Off')}</vscode-badge> ${l10n.t(
          'A password or an API key alone is enough to use this account and its credit.',
        )}`;
    case 'legacy':
      return html`<vscode-badge>${l10n.t('Older version')}</vscode-badge> ${l10n.t(
          'This account uses an older version of two-factor authentication: a phone number on file. Create new backup codes once to turn the number into a method and use everything here.',
        )}`;
  }
}

function methodCard(surface: TwoFactorSurface, method: MethodRow): TemplateResult {
  const lock = surface.left(method.lockLeft);
  const isRenaming = surface.drafts.renaming === String(method.id);
  return html`
    <h4>
      ${method.label}${method.primary ? html` <vscode-badge>${l10n.t('Primary')}</vscode-badge>` : nothing}
    </h4>
    <p class="hint">${facts(method)}</p>
    ${
      lock === undefined
        ? nothing
        : html`<p class="locked">
            ${l10n.t('Locked after too many wrong codes. Unlocks in')} ${countdown(lock)}
          </p>`
    }
    ${isRenaming ? renaming(surface, method) : methodActions(surface, method)}
  `;
}

function facts({ kind, phone, lastUsed, failCount }: MethodRow): string {
  const words = kindName(kind === 'other' ? undefined : kind);
  const fails = failCount > 0 ? counted(failCount, l10n.t('{0} wrong code|{0} wrong codes')) : '';
  return formatFacts(words, phone, lastUsed, fails);
}

function methodActions(surface: TwoFactorSurface, { id, label, primary, kind }: MethodRow): TemplateResult {
  const rename = () => {
    surface.setDraft('label', label);
    surface.setDraft('renaming', String(id));
  };
  return html`<div class="actions">
    <vscode-button
      secondary
      ?disabled=${surface.view.busy}
      aria-label=${`${l10n.t('Rename')}: ${label}`}
      @click=${rename}
      >${l10n.t('Rename')}</vscode-button
    >
    ${
      primary
        ? nothing
        : button(
            surface,
            l10n.t('Make Primary'),
            { kind: 'makePrimary', methodId: id },
            { secondary: true, spoken: `${l10n.t('Make Primary')}: ${label}` },
          )
    }
    ${
      kind === 'other'
        ? nothing
        : button(
            surface,
            l10n.t('Remove…'),
            { kind: 'remove', methodId: id },
            { secondary: true, spoken: `${l10n.t('Remove…')} ${label}` },
          )
    }
  </div>`;
}

function renaming(surface: TwoFactorSurface, { id }: MethodRow): TemplateResult {
  return form<Action>(
    surface,
    () => ({ kind: 'rename', methodId: id, label: surface.drafts.label ?? '' }),
    html`${field(surface, {
        name: 'label',
        label: l10n.t('Label'),
        hint: l10n.t('At most {0} characters.', maxMethodLabel),
        wide: true,
        problem: problemAt(surface, 'label'),
      })}
      <div class="actions">
        ${button(surface, l10n.t('Save'), undefined, { submit: true })}
        <vscode-button secondary @click=${() => surface.setDraft('renaming', '')}
          >${l10n.t('Cancel')}</vscode-button
        >
      </div>`,
  );
}

/** Warn if fewer than these are left. */
const few = 3;

function backupCodes(surface: TwoFactorSurface, { backupCodes: left }: StatusView): TemplateResult {
  const words =
    left === undefined
      ? l10n.t('The number left is unknown.')
      : left === 0
        ? l10n.t('None left. Without one, a lost device locks you out. Create new ones.')
        : left < few
          ? l10n.t('{0} left. Create new ones soon.', left)
          : l10n.t('{0} left. Each works once, when you lose a device.', left);
  if (surface.view.codesLost) return lostCodes(surface);
  return html`<h3>${l10n.t('Backup codes')}</h3>
    <p class=${left !== undefined && left < few ? 'warned' : ''}>${words}</p>
    <div class="actions">
      ${button(surface, l10n.t('Create New Backup Codes…'), { kind: 'renew' }, { secondary: true })}
    </div>`;
}

/** The number of codes left doesn't help a person who has none of them. */
function lostCodes(surface: TwoFactorSurface): TemplateResult {
  return html`<h3>${l10n.t('Backup codes')}</h3>
    <p class="warned">
      ${l10n.t(
        'The window closed before you confirmed that your new backup codes are stored. They can’t be shown again, and the previous ones no longer work.',
      )}
    </p>
    <div class="actions">
      ${button(surface, l10n.t('Create New Codes…'), { kind: 'renew' })}
      ${button(surface, l10n.t('I’ve Stored Them'), { kind: 'codesStored' }, { secondary: true })}
    </div>`;
}

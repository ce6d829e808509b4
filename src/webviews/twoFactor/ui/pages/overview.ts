import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { maxMethodLabel } from '../../../../domain/twoFactorInput';
import type { MethodRow, StatusView } from '../../protocol';
import { button, countdown, field, form, heading, problemAt, type Surface } from '../surface';

/** What is set up, and what may be done with it. */
export function overview(surface: Surface): TemplateResult {
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
              { disabled: hasBoth(status) },
            )
          : nothing
      }
      ${button(surface, l10n.t('Look Again'), { kind: 'refresh' }, { secondary: true })}
      ${
        status && status.state !== 'disabled'
          ? button(surface, l10n.t('I Lost a Device…'), { kind: 'lost' }, { secondary: true })
          : nothing
      }
    </div>
    ${
      status && hasBoth(status)
        ? html`<p class="hint">
            ${l10n.t('The service takes one method of each kind. Remove one to set up another.')}
          </p>`
        : nothing
    }
  `;
}

function hasBoth({ methods }: StatusView): boolean {
  return (['totp', 'sms'] as const).every((kind) => methods.some((method) => method.kind === kind));
}

function known(surface: Surface, status: StatusView): TemplateResult {
  const authorizedLeft = surface.left(status.authorizedLeft);
  // Without a time the end is not known here; with one, the service refuses from then on.
  const isOver = status.authorizedLeft !== undefined && authorizedLeft === undefined;
  return html`
    <p class="state">${stateWords(status)}</p>
    ${
      status.authorized && !isOver
        ? html`<p>
            ${
              authorizedLeft === undefined
                ? l10n.t('A method may be added without another verification, for up to 30 minutes.')
                : html`${l10n.t('A method may be added without another verification. Time left:')}
                  ${countdown(authorizedLeft)}`
            }
          </p>`
        : nothing
    }
    ${
      status.methods.length > 0
        ? html`<h3>${l10n.t('Methods')}</h3>
            <ul class="methods">
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
          'The service asks for a second factor where it matters.',
        )}`;
    case 'disabled':
      return html`<vscode-badge>${l10n.t('Off')}</vscode-badge> ${l10n.t(
          'A password or an API key alone opens this account, and with it your credit.',
        )}`;
    case 'legacy':
      return html`<vscode-badge>${l10n.t('Older form')}</vscode-badge> ${l10n.t(
          'This account has two-factor authentication in its older form: a phone number on file. Make new backup codes once; that turns the number into a method, and then everything here works.',
        )}`;
  }
}

function methodCard(surface: Surface, method: MethodRow): TemplateResult {
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
            ${l10n.t('Locked after too many wrong codes. Open again in')} ${countdown(lock)}
          </p>`
    }
    ${isRenaming ? renaming(surface, method) : methodActions(surface, method)}
  `;
}

function facts({ kind, phone, lastUsed, failCount }: MethodRow): string {
  const words = { totp: l10n.t('Authenticator app'), sms: l10n.t('Text message'), other: l10n.t('Other') }[
    kind
  ];
  const fails = failCount > 0 ? l10n.t('{0} wrong codes', failCount) : '';
  return [words, phone, lastUsed, fails].filter(Boolean).join(' · ');
}

function methodActions(surface: Surface, { id, label, primary, kind }: MethodRow): TemplateResult {
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

function renaming(surface: Surface, { id }: MethodRow): TemplateResult {
  return form(
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

/** Fewer than these are worth a warning. */
const few = 3;

function backupCodes(surface: Surface, { backupCodes: left }: StatusView): TemplateResult {
  const words =
    left === undefined
      ? l10n.t('The service does not say how many are left.')
      : left === 0
        ? l10n.t('None are left. Without one, a lost device locks you out: make new ones.')
        : left === 1
          ? l10n.t('1 is left. Make new ones soon.')
          : left < few
            ? l10n.t('{0} are left. Make new ones soon.', left)
            : l10n.t('{0} are left. Each opens the account once, when a device is lost.', left);
  return html`<h3>${l10n.t('Backup codes')}</h3>
    <p class=${left !== undefined && left < few ? 'warned' : ''}>${words}</p>
    <div class="actions">
      ${button(surface, l10n.t('Make New Backup Codes…'), { kind: 'renew' }, { secondary: true })}
    </div>`;
}

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { methodTable } from '../../../../twoFactor/methods';
import { type OptionView, type PageOf, placesOn, type SentView } from '../../protocol';
import type { Action } from '../../../../twoFactor/action';
import { button, countdown, field, form, heading } from '../../../shared/ui/pageElements';
import { mustWait, problemAt, type TwoFactorSurface } from '../pageElements';

/** Verifies the person before something is changed. */
export function proof(surface: TwoFactorSurface, page: PageOf<'proof'>): TemplateResult {
  const option = page.options.find(({ id }) => id === page.chosen);
  return html`
    ${heading(title(page))} ${introduction(page)}
    ${page.options.length > 1 ? options(surface, page) : nothing}
    ${option ? entry(surface, page, option) : nothing}
  `;
}

function title({ purpose }: PageOf<'proof'>): string {
  switch (purpose.kind) {
    case 'add':
      return l10n.t('Step 1 of 3: Confirm that it’s you');
    case 'remove':
      return purpose.last
        ? l10n.t('Turn off two-factor authentication')
        : l10n.t('Remove “{0}”', purpose.target ?? '');
    case 'renew':
      return l10n.t('Create new backup codes');
  }
}

function introduction({ purpose }: PageOf<'proof'>): TemplateResult {
  switch (purpose.kind) {
    case 'add':
      return html`<p>
        ${l10n.t('Before you add a method, confirm that it’s you. The confirmation lasts 30 minutes.')}
      </p>`;
    case 'remove':
      return purpose.last
        ? html`<p class="warned">
            ${l10n.t(
              '“{0}” is the last method. Removing it turns two-factor authentication off, and the backup codes stop working.',
              purpose.target ?? '',
            )}
          </p>`
        : html`<p>${l10n.t('Confirm with any of your methods, or with a backup code.')}</p>`;
    case 'renew':
      return html`<p>${l10n.t('All your current backup codes stop working.')}</p>`;
  }
}

function options(surface: TwoFactorSurface, { options: all, chosen }: PageOf<'proof'>): TemplateResult {
  return html`<fieldset ?disabled=${surface.view.busy}>
    <legend>${l10n.t('Confirm with')}</legend>
    ${all.map((option) => {
      const lock = surface.left(option.lockLeft);
      return html`<label class="choice">
        <input
          type="radio"
          name="option"
          value=${option.id}
          .checked=${option.id === chosen}
          @change=${() => surface.send({ kind: 'chooseOption', option: option.id }, true)}
        />
        <span
          >${option.label}${
            lock === undefined
              ? nothing
              : html` <span class="locked">${l10n.t('locked for')} ${countdown(lock)}</span>`
          }</span
        >
      </label>`;
    })}
  </fieldset>`;
}

function entry(surface: TwoFactorSurface, page: PageOf<'proof'>, option: OptionView): TemplateResult {
  const takesCode = placesOn(page).includes('code');
  return form<Action>(
    surface,
    () => (takesCode ? { kind: 'prove', code: surface.drafts.code ?? '' } : { kind: 'send' }),
    html`
      ${page.sent ? sentLine(surface, page.sent) : nothing} ${problemAt(surface, 'send')}
      ${takesCode ? codeField(surface, option) : nothing}
      <div class="actions">
        ${
          takesCode
            ? button(surface, submitWords(page), undefined, {
                submit: true,
                disabled: mustWait(surface, 'code'),
              })
            : button(surface, l10n.t('Send Code'), undefined, {
                submit: true,
                disabled: mustWait(surface, 'send'),
              })
        }
        ${button(surface, l10n.t('Cancel'), { kind: 'back' }, { secondary: true })}
      </div>
    `,
  );
}

function codeField(surface: TwoFactorSurface, { kind }: OptionView): TemplateResult {
  const { code, hint } = methodTable[kind];
  return field(surface, {
    name: 'code',
    label: code.label(),
    hint: hint(),
    mode: code.keyboard,
    problem: problemAt(surface, 'code'),
  });
}

function submitWords({ purpose }: PageOf<'proof'>): string {
  switch (purpose.kind) {
    case 'add':
      return l10n.t('Continue');
    case 'remove':
      return purpose.last ? l10n.t('Turn Off') : l10n.t('Remove');
    case 'renew':
      return l10n.t('Create New Codes');
  }
}

function expiry(milliseconds: number): TemplateResult {
  const [before, after] = l10n.t('Expires in {0}.').split('{0}');
  return html`${before}${countdown(milliseconds)}${after}`;
}

/** Where a code was sent, how long it is valid, and when it can be resent. */
export function sentLine(surface: TwoFactorSurface, sent: SentView): TemplateResult {
  const expires = surface.left(sent.expiresLeft);
  const resend = surface.left(sent.resendLeft);
  return html`<div class="sent">
    <p>
      ${l10n.t('Code sent: {0}.', sent.to)} ${expires === undefined ? l10n.t('Expired.') : expiry(expires)}
    </p>
    <div class="actions">
      ${button(surface, l10n.t('Resend'), { kind: 'resend' }, { secondary: true, disabled: resend !== undefined })}
      ${resend === undefined ? nothing : html`<span class="hint">${l10n.t('Available in')} ${countdown(resend)}</span>`}
    </div>
  </div>`;
}

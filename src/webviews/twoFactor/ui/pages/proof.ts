import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { placesOn } from '../../places';
import type { PageOf, SentView, WayView } from '../../protocol';
import { button, countdown, field, form, heading, mustWait, problemAt, type Surface } from '../surface';

/** Asks for a proof that it is the person, before something is changed. */
export function proof(surface: Surface, page: PageOf<'proof'>): TemplateResult {
  const way = page.ways.find(({ id }) => id === page.chosen);
  return html`
    ${heading(title(page))} ${introduction(page)} ${page.ways.length > 1 ? ways(surface, page) : nothing}
    ${way ? entry(surface, page, way) : nothing}
  `;
}

function title({ purpose }: PageOf<'proof'>): string {
  switch (purpose.kind) {
    case 'add':
      return l10n.t('Step 1 of 3: Confirm that it is you');
    case 'remove':
      return purpose.last
        ? l10n.t('Turn off two-factor authentication')
        : l10n.t('Remove “{0}”', purpose.target ?? '');
    case 'renew':
      return l10n.t('Make new backup codes');
  }
}

function introduction({ purpose }: PageOf<'proof'>): TemplateResult {
  switch (purpose.kind) {
    case 'add':
      return html`<p>
        ${l10n.t('Before a method is added the service wants to know that it is you. That lasts 30 minutes.')}
      </p>`;
    case 'remove':
      return purpose.last
        ? html`<p class="warned">
            ${l10n.t(
              '“{0}” is the last method. Without it two-factor authentication is off, and the backup codes no longer work.',
              purpose.target ?? '',
            )}
          </p>`
        : html`<p>${l10n.t('Confirm with any of your methods, or with a backup code.')}</p>`;
    case 'renew':
      return html`<p>${l10n.t('All backup codes that you have now stop working.')}</p>`;
  }
}

function ways(surface: Surface, { ways: all, chosen }: PageOf<'proof'>): TemplateResult {
  return html`<fieldset ?disabled=${surface.view.busy}>
    <legend>${l10n.t('Confirm with')}</legend>
    ${all.map((way) => {
      const lock = surface.left(way.lockLeft);
      return html`<label class="choice">
        <input
          type="radio"
          name="way"
          value=${way.id}
          .checked=${way.id === chosen}
          @change=${() => surface.send({ kind: 'chooseWay', way: way.id })}
        />
        <span
          >${way.label}${
            lock === undefined
              ? nothing
              : html` <span class="locked">${l10n.t('locked for')} ${countdown(lock)}</span>`
          }</span
        >
      </label>`;
    })}
  </fieldset>`;
}

function entry(surface: Surface, page: PageOf<'proof'>, way: WayView): TemplateResult {
  const takesCode = placesOn(page).includes('code');
  return form(
    surface,
    () => (takesCode ? { kind: 'prove', code: surface.drafts.code ?? '' } : { kind: 'send' }),
    html`
      ${page.sent ? sentLine(surface, page.sent) : nothing} ${problemAt(surface, 'send')}
      ${takesCode ? codeField(surface, way) : nothing}
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

function codeField(surface: Surface, { kind }: WayView): TemplateResult {
  const isBackup = kind === 'backup';
  return field(surface, {
    name: 'code',
    label: isBackup ? l10n.t('Backup code') : l10n.t('Code'),
    hint: isBackup
      ? l10n.t('Three groups of four characters, such as abcd-efgh-ijkl. It works once.')
      : kind === 'totp'
        ? l10n.t('The 6 digits that your authenticator app shows now.')
        : l10n.t('The 6 digits of the message.'),
    mode: isBackup ? 'text' : 'numeric',
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
      return l10n.t('Make New Codes');
  }
}

/** Where a code went, how long it is good, and when it may be sent again. */
export function sentLine(surface: Surface, sent: SentView): TemplateResult {
  const expires = surface.left(sent.expiresLeft);
  const resend = surface.left(sent.resendLeft);
  return html`<div class="sent">
    <p>
      ${l10n.t('A code is on its way: {0}.', sent.to)}
      ${
        expires === undefined
          ? l10n.t('It is too old by now.')
          : html`${l10n.t('It is good for another')} ${countdown(expires)}.`
      }
    </p>
    <div class="actions">
      ${button(surface, l10n.t('Send Again'), { kind: 'resend' }, { secondary: true, disabled: resend !== undefined })}
      ${resend === undefined ? nothing : html`<span class="hint">${l10n.t('possible in')} ${countdown(resend)}</span>`}
    </div>
  </div>`;
}

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { callingCodes, countriesOf } from '../../../../domain/callingCodes';
import { inGroups, maxMethodLabel } from '../../../../domain/twoFactorInput';
import type { PageOf } from '../../protocol';
import { qrPicture } from '../qr';
import { button, field, form, heading, mustWait, problemAt, type Surface } from '../surface';
import { sentLine } from './proof';

/** Which kind of method to add. */
export function choose(surface: Surface): TemplateResult {
  const has = (kind: 'totp' | 'sms') =>
    surface.view.status?.methods.some((method) => method.kind === kind) ?? false;
  const already = html`<p class="hint">
    ${l10n.t('Already set up; the service takes one of each kind. Remove it first to replace it.')}
  </p>`;
  return html`
    ${heading(l10n.t('Step 2 of 3: Choose a method'))}
    <div class="option">
      <h3>${l10n.t('Authenticator app')}</h3>
      <p>${l10n.t('An app on your phone shows a new code every 30 seconds. It works without a network.')}</p>
      ${has('totp') ? already : nothing}
      <div class="actions">
        ${button(surface, l10n.t('Use an App'), { kind: 'setUp', method: 'totp' }, { disabled: has('totp') })}
      </div>
    </div>
    <div class="option">
      <h3>${l10n.t('Text message')}</h3>
      <p>
        ${l10n.t('The service sends a code to your phone. Whoever takes over the number gets the codes, too.')}
      </p>
      ${has('sms') ? already : nothing}
      <div class="actions">
        ${button(
          surface,
          l10n.t('Use a Phone Number'),
          { kind: 'setUp', method: 'sms' },
          { disabled: has('sms'), secondary: true },
        )}
      </div>
    </div>
    <div class="actions">${button(surface, l10n.t('Cancel'), { kind: 'back' }, { secondary: true })}</div>
  `;
}

/** The secret as a picture and as text, and its first code. */
export function totp(surface: Surface, { secret, uri }: PageOf<'totp'>): TemplateResult {
  return html`
    ${heading(l10n.t('Step 3 of 3: Set up the app'))}
    <p>${l10n.t('Scan this picture with your authenticator app.')}</p>
    ${qrPicture(uri, l10n.t('QR code with the secret for your authenticator app; the same secret follows as text'))}
    <p>${l10n.t('If it cannot be scanned, enter this secret in the app by hand:')}</p>
    <p><code class="secret">${inGroups(secret)}</code></p>
    <div class="actions">
      ${button(surface, l10n.t('Copy Secret'), { kind: 'copySecret' }, { secondary: true })}
    </div>
    ${confirmForm(surface, {
      hint: l10n.t('The 6 digits that the app shows now for this account.'),
      below: html`<p class="hint">
        ${l10n.t(
          'The codes depend on the time: if they are refused, let the phone set its clock automatically. Nothing is active before a code was accepted.',
        )}
      </p>`,
    })}
  `;
}

/** The number, the code that was sent to it, and the label. */
export function sms(surface: Surface, page: PageOf<'sms'>): TemplateResult {
  if (!page.sent)
    return html`${heading(l10n.t('Step 3 of 3: Set up the phone'))} ${numberForm(surface, page)}`;
  return html`
    ${heading(l10n.t('Step 3 of 3: Set up the phone'))} ${sentLine(surface, page.sent)}
    ${problemAt(surface, 'send')}
    <div class="actions">
      ${button(surface, l10n.t('Use Another Number'), { kind: 'otherNumber' }, { secondary: true })}
    </div>
    ${confirmForm(surface, { hint: l10n.t('The 6 digits of the message.') })}
  `;
}

function numberForm(surface: Surface, page: PageOf<'sms'>): TemplateResult {
  const phone = surface.drafts.phone ?? page.phone;
  const countries = countriesOf(phone);
  return form(
    surface,
    () => ({ kind: 'sendToNumber', phone }),
    html`
      <label class="field">
        <span class="label">${l10n.t('Country, to fill in its code')}</span>
        <select
          name="country"
          @change=${(event: Event) => {
            if (event.target instanceof HTMLSelectElement)
              surface.setDraft('phone', `${event.target.value} `);
          }}
        >
          <option value="" ?selected=${countries.length === 0}>${l10n.t('Choose…')}</option>
          ${countryRows.map(
            ({ country, code, name }) =>
              html`<option value=${code} .selected=${countries[0] === country}>${name} (${code})</option>`,
          )}
        </select>
      </label>
      ${field(surface, {
        name: 'phone',
        label: l10n.t('Phone number'),
        hint: countryHint(countries),
        mode: 'tel',
        wide: true,
        problem: problemAt(surface, 'phone', 'send'),
      })}
      <div class="actions">
        ${button(surface, l10n.t('Send Code'), undefined, {
          submit: true,
          disabled: mustWait(surface, 'phone', 'send'),
        })}
        ${button(surface, l10n.t('Cancel'), { kind: 'back' }, { secondary: true })}
      </div>
    `,
  );
}

const names = new Intl.DisplayNames(undefined, { type: 'region' });
const countryRows = callingCodes
  .map((row) => ({ ...row, name: names.of(row.country) ?? row.country }))
  .sort((a, b) => a.name.localeCompare(b.name));

function countryHint(countries: readonly string[]): string {
  const form = l10n.t('With the country’s code, such as +44 7700 900123.');
  if (countries.length === 0) return form;
  const list = countries.map((country) => names.of(country) ?? country).join(', ');
  return `${form} ${l10n.t('This one is for: {0}.', list)}`;
}

function confirmForm(
  surface: Surface,
  { hint, below }: { hint: string; below?: TemplateResult },
): TemplateResult {
  return form(
    surface,
    () => ({ kind: 'confirm', code: surface.drafts.code ?? '', label: surface.drafts.label ?? '' }),
    html`
      ${field(surface, {
        name: 'code',
        label: l10n.t('Code'),
        hint,
        mode: 'numeric',
        problem: problemAt(surface, 'code'),
      })}
      ${below ?? nothing}
      ${field(surface, {
        name: 'label',
        label: l10n.t('Label (optional)'),
        hint: l10n.t('To tell it from other methods; at most {0} characters.', maxMethodLabel),
        wide: true,
        problem: problemAt(surface, 'label'),
      })}
      <div class="actions">
        ${button(surface, l10n.t('Activate'), undefined, { submit: true, disabled: mustWait(surface, 'code') })}
        ${button(surface, l10n.t('Cancel'), { kind: 'back' }, { secondary: true })}
      </div>
    `,
  );
}

import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { encode } from 'uqr';
import { callingCodes, countriesOf, withCallingCode } from '../../../../domain/account/callingCodes';
import { inGroups, maxMethodLabel } from '../../../../domain/twoFactor/twoFactorInput';
import { type StoredMethod, storedMethods } from '../../../../api/endpoints/account/twoFactorRequests';
import { methodTable } from '../../../../twoFactor/methods';
import type { PageOf } from '../../protocol';
import type { Action } from '../../../../twoFactor/action';
import { button, field, form, heading } from '../../../shared/ui/pageElements';
import { mustWait, problemAt, type TwoFactorSurface } from '../pageElements';
import { sentLine } from './proof';
import { formatCountry, formatList, inOrder } from '../../../../domain/format';

/** Which kind of method to add. */
export function choose(surface: TwoFactorSurface): TemplateResult {
  return html`
    ${heading(l10n.t('Step 2 of 3: Choose a method'))}
    ${storedMethods.map((method, index) => choice(surface, method, index > 0))}
    <div class="actions">${button(surface, l10n.t('Cancel'), { kind: 'back' }, { secondary: true })}</div>
  `;
}

function choice(surface: TwoFactorSurface, method: StoredMethod, secondary: boolean): TemplateResult {
  const { name, enrol } = methodTable[method];
  const isSetUp = surface.view.status?.methods.some(({ kind }) => kind === method) ?? false;
  return html`<div class="card">
    <h3>${name()}</h3>
    <p>${enrol.about()}</p>
    ${
      isSetUp
        ? html`<p class="hint">${l10n.t('Already set up. The service may allow only one of each kind.')}</p>`
        : nothing
    }
    <div class="actions">${button(surface, enrol.choose(), { kind: 'setUp', method }, { secondary })}</div>
  </div>`;
}

/** The secret as a picture and as text, and its first code. */
export function secret(surface: TwoFactorSurface, { secret, uri }: PageOf<'secret'>): TemplateResult {
  return html`
    ${heading(l10n.t('Step 3 of 3: Set up the app'))}
    <p>${l10n.t('Scan this QR code with your authenticator app.')}</p>
    ${qrPicture(uri, l10n.t('QR code with the secret for your authenticator app; the same secret follows as text'))}
    <p>${l10n.t('If you can’t scan it, enter this secret in the app:')}</p>
    <p><code class="secret">${inGroups(secret)}</code></p>
    <div class="actions">
      ${button(surface, l10n.t('Copy Secret'), { kind: 'copySecret' }, { secondary: true })}
    </div>
    ${confirmForm(surface, {
      hint: l10n.t('Enter the 6 digits the app shows now for this account.'),
      below: html`<p class="hint">
        ${l10n.t(
          'Codes depend on the time. If they’re rejected, set the phone’s clock to automatic. The method isn’t active until a code is accepted.',
        )}
      </p>`,
    })}
  `;
}

/** A light margin, which a scanner needs to find the code. */
const quietZone = 4;

/** The QR code for an authenticator app. It is drawn here and not sent anywhere. */
function qrPicture(text: string, label: string): TemplateResult {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return svg`<svg class="qr" role="img" aria-label=${label} viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"><rect width=${size} height=${size} fill="#fff"></rect><path d=${path} fill="#000"></path></svg>`;
}

/** The number, the code that was sent to it, and the label. */
export function phone(surface: TwoFactorSurface, page: PageOf<'phone'>): TemplateResult {
  if (!page.sent)
    return html`${heading(l10n.t('Step 3 of 3: Set up the phone'))} ${numberForm(surface, page)}`;
  return html`
    ${heading(l10n.t('Step 3 of 3: Set up the phone'))} ${sentLine(surface, page.sent)}
    ${problemAt(surface, 'send')}
    <div class="actions">
      ${button(surface, l10n.t('Use Another Number'), { kind: 'otherNumber' }, { secondary: true })}
    </div>
    ${confirmForm(surface, { hint: methodTable[page.method].hint() })}
  `;
}

function numberForm(surface: TwoFactorSurface, page: PageOf<'phone'>): TemplateResult {
  const phone = surface.drafts.phone ?? page.phone;
  const countries = countriesOf(phone);
  // Several countries have the same code, so the one that was chosen stays chosen.
  const chosen = countries.find((country) => country === surface.drafts.country) ?? countries[0];
  return form<Action>(
    surface,
    () => ({ kind: 'sendToNumber', phone }),
    html`
      <label class="field">
        <span class="label">${l10n.t('Country (fills in its code)')}</span>
        <select
          name="country"
          @change=${(event: Event) => {
            if (!(event.target instanceof HTMLSelectElement)) return;
            const { value } = event.target;
            const row = countryRows.find(({ country }) => country === value);
            if (!row) return;
            surface.setDraft('country', row.country);
            surface.setDraft('phone', withCallingCode(phone, row.code));
          }}
        >
          <option value="" .selected=${chosen === undefined}>${l10n.t('Choose…')}</option>
          ${countryRows.map(
            ({ country, code, name }) =>
              html`<option value=${country} .selected=${chosen === country}>${name} (${code})</option>`,
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

const countryRows = callingCodes
  .map((row) => ({ ...row, name: formatCountry(row.country) }))
  .sort((a, b) => inOrder(a.name, b.name));

function countryHint(countries: readonly string[]): string {
  const form = l10n.t('Include the country code, such as +44 7700 900123.');
  if (countries.length === 0) return form;
  const list = formatList(countries.map(formatCountry));
  return `${form} ${l10n.t('Country: {0}.', list)}`;
}

function confirmForm(
  surface: TwoFactorSurface,
  { hint, below }: { hint: string; below?: TemplateResult },
): TemplateResult {
  return form<Action>(
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
        hint: l10n.t('Distinguishes it from other methods. At most {0} characters.', maxMethodLabel),
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
